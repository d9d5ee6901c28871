-- Blocks between musicians: only the one who blocked knows.

alter table message_blocks enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on message_blocks to handbill_system using (true) with check (true);

-- A blocked musician does not learn of it.
create policy own on message_blocks to handbill_musician using (blocker_id = app.user_id());

-- A suspended musician changes nothing.
create policy may_insert on message_blocks as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on message_blocks as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on message_blocks as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on message_blocks to handbill_system;
grant select, insert (blocker_id, blocked_id), delete on message_blocks to handbill_musician;
