-- Which parts of tracks are listened to: a musician reads their own, and only the system counts.

alter table analytics_listening enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on analytics_listening to handbill_system using (true) with check (true);

-- Another musician's numbers are theirs.
create policy own on analytics_listening for select to handbill_musician using (user_id = app.user_id());

grant select, insert, update, delete on analytics_listening to handbill_system;
grant select (track_id, day, user_id, heard) on analytics_listening to handbill_musician;
