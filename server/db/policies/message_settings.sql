-- A musician's choices about messages: their own to read and to set.

alter table message_settings enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on message_settings to handbill_system using (true) with check (true);

-- Each musician has one row, their own.
create policy own on message_settings to handbill_musician using (user_id = app.user_id());

-- A suspended musician changes nothing.
create policy may_insert on message_settings as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on message_settings as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on message_settings as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on message_settings to handbill_system;
grant select,
  insert (user_id, hides_email),
  update (hides_email)
  on message_settings to handbill_musician;
