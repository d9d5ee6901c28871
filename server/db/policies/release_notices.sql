-- How far the news of a release has gone out: the system sends it, its musician reads of it.

alter table release_notices enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on release_notices to handbill_system using (true) with check (true);

-- A musician sees how their own news arrived.
create policy own on release_notices for select to handbill_musician using (user_id = app.user_id());

grant select, insert, update, delete on release_notices to handbill_system;
grant select (release_id, user_id, started_at, finished_at, told, failed, doubtful)
  on release_notices to handbill_musician;
