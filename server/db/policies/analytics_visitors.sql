-- Hashes of a day's visitors: for the system alone.

alter table analytics_visitors enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on analytics_visitors to handbill_system using (true) with check (true);

grant select, insert, update, delete on analytics_visitors to handbill_system;
