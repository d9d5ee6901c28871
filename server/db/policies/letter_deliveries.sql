-- Deliveries of newsletter issues: their musician reads them, the system sends.

alter table letter_deliveries enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on letter_deliveries to handbill_system using (true) with check (true);

-- A musician sees how their own issues arrived.
create policy own on letter_deliveries for select to handbill_musician
  using (exists (
    select from letters letter where letter.id = letter_id and letter.musician_id = app.user_id()));

-- A delivery of unknown outcome may be sent once more, if its writer asks for it; no other is.
create policy again on letter_deliveries for update to handbill_musician
  using (status = 'unknown' and exists (
    select from letters letter where letter.id = letter_id and letter.musician_id = app.user_id()))
  with check (status = 'waiting');

-- A suspended musician changes nothing.
create policy may_insert on letter_deliveries as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on letter_deliveries as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on letter_deliveries as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on letter_deliveries to handbill_system;
grant select (id, letter_id, subscriber_id, status), update (status) on letter_deliveries to handbill_musician;
