-- The code that makes the first admin: for the system alone.

alter table app.setup_codes enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on app.setup_codes to handbill_system using (true) with check (true);

grant select, insert, delete on app.setup_codes to handbill_system;
