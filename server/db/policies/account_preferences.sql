-- A musician's time zone, formats, language, when mails tell of what happens, and how far their first steps have come: their own
-- to read and to set.

alter table account_preferences enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on account_preferences to handbill_system using (true) with check (true);

-- Each musician has one row, their own.
create policy own on account_preferences to handbill_musician using (user_id = app.user_id());

-- A suspended musician changes nothing.
create policy may_insert on account_preferences as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on account_preferences as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on account_preferences as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on account_preferences to handbill_system;
grant select,
  insert (user_id, time_zone, format, language, bookings, comments, messages, subscribers, page_shared, first_steps_hidden),
  update (time_zone, format, language, bookings, comments, messages, subscribers, page_shared, first_steps_hidden)
  on account_preferences to handbill_musician;
