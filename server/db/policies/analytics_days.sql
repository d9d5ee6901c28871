-- Counts by the day: a musician reads their own, and only the system counts.

alter table analytics_days enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on analytics_days to handbill_system using (true) with check (true);

-- Another musician's numbers are theirs.
create policy own on analytics_days for select to handbill_musician using (user_id = app.user_id());

grant select, insert, update, delete on analytics_days to handbill_system;
grant select (user_id, facet, day, kind, value, count) on analytics_days to handbill_musician;
