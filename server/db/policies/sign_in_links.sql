-- Mailed links that sign in: for the system alone.

alter table sign_in_links enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on sign_in_links to handbill_system using (true) with check (true);

grant select, insert, update, delete on sign_in_links to handbill_system;
