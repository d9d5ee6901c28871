-- The salt of each day's visitor hashes: for the system alone.

alter table analytics_salts enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on analytics_salts to handbill_system using (true) with check (true);

grant select, insert, update, delete on analytics_salts to handbill_system;
