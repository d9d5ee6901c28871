-- Sessions of signed-in accounts: for the system alone.

alter table sessions enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on sessions to handbill_system using (true) with check (true);

grant select, insert, update, delete on sessions to handbill_system;
