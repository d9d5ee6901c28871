-- Password hashes: for the system alone.

alter table credentials enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on credentials to handbill_system using (true) with check (true);

grant select, insert, update, delete on credentials to handbill_system;
