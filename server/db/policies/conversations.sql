-- Conversations of two musicians: either of the two reads and begins one.

alter table conversations enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on conversations to handbill_system using (true) with check (true);

-- No third musician sees that two of them write to each other.
create policy own on conversations to handbill_musician using (app.user_id() in (participant_1, participant_2));

-- A blocked musician begins nothing with the one who blocked them, nor the other way round.
create policy not_blocked on conversations as restrictive for insert to handbill_musician
  with check (not app.are_blocked(participant_1, participant_2));

-- A suspended musician changes nothing.
create policy may_insert on conversations as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on conversations as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on conversations as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on conversations to handbill_system;
grant select (id, participant_1, participant_2, last_message_at, last_sequence),
  insert (participant_1, participant_2)
  on conversations to handbill_musician;
