-- Posts to the endpoints of an account: its owner reads them, has one sent again, and asks for a test.

alter table webhook_deliveries enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on webhook_deliveries to handbill_system using (true) with check (true);

-- A musician sees their own.
create policy own on webhook_deliveries for select to handbill_musician using (user_id = app.user_id());

-- To have it sent again.
create policy own_again on webhook_deliveries for update to handbill_musician
  using (user_id = app.user_id()) with check (state = 'waiting');

-- Events are the system's; a musician tries an endpoint of their own.
create policy own_test on webhook_deliveries for insert to handbill_musician
  with check (
    user_id = app.user_id() and type = 'webhook.test'
    and exists (select from webhook_endpoints endpoint where endpoint.id = endpoint_id));

-- A suspended musician changes nothing.
create policy may_insert on webhook_deliveries as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on webhook_deliveries as restrictive for update to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on webhook_deliveries to handbill_system;
grant select (id, user_id, endpoint_id, type, subject_id, state, attempts, due_at, tried_at, duration_ms, status, answer,
    created_at),
  insert (user_id, endpoint_id, type),
  update (state, attempts, due_at)
  on webhook_deliveries to handbill_musician;
