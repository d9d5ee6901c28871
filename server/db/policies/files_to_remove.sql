-- Files whose rows are gone: for the system alone.

alter table files_to_remove enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on files_to_remove to handbill_system using (true) with check (true);

grant select, insert, update, delete on files_to_remove to handbill_system;
