-- Messages between two musicians: both read them, and admins those that were reported.

alter table messages enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on messages to handbill_system using (true) with check (true);

-- No index answers this form, on purpose: without statistics the planner took an account's messages for the
-- narrower choice than a conversation's, and read them all once for each conversation.
create policy own on messages for select to handbill_musician
  using (app.user_id() = any (array[sender_id, recipient_id]));

-- Only in one's own name, in a conversation of one's own, and where neither has blocked the other.
create policy own_new on messages for insert to handbill_musician
  with check (
    sender_id = app.user_id()
    and exists (select from conversations conversation where conversation.id = conversation_id)
    and not app.are_blocked(sender_id, recipient_id));

-- Nobody writes to who can't read it, and for an account that is about to go it would never be read.
create policy not_to_suspended on messages as restrictive for insert to handbill_musician
  with check (recipient_id not in (select app.suspended()));

-- Only the recipient marks a message as read, and nothing makes it unread again [2 §4].
create policy received on messages for update to handbill_musician
  using (recipient_id = app.user_id())
  with check (is_read);

-- An admin reads a message once it is reported, and no sooner.
create policy reported on messages for select to handbill_admin
  using (exists (select from reports report where report.message_id = messages.id));

-- An admin hides a reported message; the grant below lets them write nothing else.
create policy reported_hidden on messages for update to handbill_admin
  using (exists (select from reports report where report.message_id = messages.id));

-- A message that an admin has hidden is seen by neither side.
create policy not_hidden on messages as restrictive for select to handbill_musician using (hidden_at is null);

-- A suspended musician changes nothing.
create policy may_insert on messages as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on messages as restrictive for update to handbill_musician using ((select app.may_write()));
create policy may_delete on messages as restrictive for delete to handbill_musician using ((select app.may_write()));

-- An account that is no admin any more reaches nothing here, whatever its request began as.
create policy is_admin on messages as restrictive to handbill_admin using ((select app.is_admin()));

grant select, insert, update, delete on messages to handbill_system;
grant select (id, conversation_id, sender_id, content, message_type, is_read, created_at, sequence, recipient_id,
    client_id),
  insert (conversation_id, sender_id, content, message_type, client_id),
  update (is_read)
  on messages to handbill_musician;
grant select (id, sender_id, content, created_at, hidden_at), update (hidden_at) on messages to handbill_admin;
