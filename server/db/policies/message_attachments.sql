-- Tracks sent with a message: both of its conversation read them, its sender adds them.

alter table message_attachments enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on message_attachments to handbill_system using (true) with check (true);

-- An attachment is seen by those who see its message.
create policy own on message_attachments for select to handbill_musician
  using (exists (select from messages message where message.id = message_id));

-- Only to a message of one's own, and only a visible track of one's own, with its own file.
create policy own_new on message_attachments for insert to handbill_musician
  with check (
    exists (
      select from messages message where message.id = message_id and message.sender_id = app.user_id())
    and exists (
      select from music_tracks track
      where track.id = track_id and track.user_id = app.user_id() and track.is_visible
        and track.file_url is not distinct from message_attachments.file_url));

-- A suspended musician changes nothing.
create policy may_insert on message_attachments as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on message_attachments as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on message_attachments as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on message_attachments to handbill_system;
grant select (id, message_id, attachment_type, track_id, file_url, file_name, display_order),
  insert (message_id, attachment_type, track_id, file_url, file_name, display_order)
  on message_attachments to handbill_musician;
