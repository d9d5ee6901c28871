-- When a musician's days begin: their own to read and to set.

alter table analytics_settings enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on analytics_settings to handbill_system using (true) with check (true);

-- Each musician has one row, their own.
create policy own on analytics_settings for select to handbill_musician using (user_id = app.user_id());
create policy own_new on analytics_settings for insert to handbill_musician with check (user_id = app.user_id());
create policy own_changed on analytics_settings for update to handbill_musician using (user_id = app.user_id());

-- A suspended musician changes nothing.
create policy may_insert on analytics_settings as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on analytics_settings as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on analytics_settings as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on analytics_settings to handbill_system;
grant select (user_id, time_zone),
  insert (user_id, time_zone),
  update (time_zone)
  on analytics_settings to handbill_musician;
