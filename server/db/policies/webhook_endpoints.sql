-- Where an account's events are posted: its owner's own. Only the system reads the secrets.

alter table webhook_endpoints enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on webhook_endpoints to handbill_system using (true) with check (true);

-- A musician keeps their own.
create policy own on webhook_endpoints to handbill_musician using (user_id = app.user_id());

-- A suspended musician changes nothing.
create policy may_insert on webhook_endpoints as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on webhook_endpoints as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on webhook_endpoints as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on webhook_endpoints to handbill_system;
grant select (id, user_id, url, subjects, replaced_at, is_on, gone_at, told_at, created_at),
  insert (user_id, url, subjects, secret),
  update (secret, is_on),
  delete
  on webhook_endpoints to handbill_musician;
