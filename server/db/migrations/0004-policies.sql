-- Which rows each role reaches. What it may do to them, and to which columns, is granted in the next file; both
-- must agree. A row out of reach isn't an error: it is as if it weren't there.
--   own     a musician's own rows
--   shown   rows that a public page may show, to anyone
--   system  sign-in, jobs and sweeps, which act for no single account

do $$
declare
  name text;
begin
  foreach name in array array[
    'background_options', 'booking_requests', 'conversations', 'credentials', 'events', 'fan_comments',
    'message_attachments', 'messages', 'music_tracks', 'musician_profiles', 'newsletter_subscribers', 'payment_links',
    'photo_gallery', 'press_kits', 'rate_limits', 'reset_tickets', 'sessions', 'social_links', 'users',
    'video_gallery'
  ] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to handbill_system using (true) with check (true)', name);
  end loop;
end $$;

-- Accounts

create policy own on users for select to handbill_musician using (id = app.user_id());
create policy shown on users for select to handbill_visitor
  using (exists (select from musician_profiles profile where profile.user_id = users.id));
create policy admin_reads on users for select to handbill_admin using (true);
-- No admin changes their own role, or deletes their own account [1 §5].
create policy admin_updates on users for update to handbill_admin using (id <> app.user_id());
create policy admin_deletes on users for delete to handbill_admin using (id <> app.user_id());

-- Profile and appearance

create policy shown on musician_profiles for select
  to handbill_visitor, handbill_musician, handbill_admin using (true);
create policy own_new on musician_profiles for insert to handbill_musician with check (user_id = app.user_id());
create policy own on musician_profiles for update to handbill_musician using (user_id = app.user_id());
create policy admin_updates on musician_profiles for update to handbill_admin using (true);

-- A background stays on the pages that chose it after an admin has deactivated it.
create policy shown on background_options for select to handbill_visitor, handbill_musician
  using (is_active or exists (
    select from musician_profiles profile where profile.background_id = background_options.id));
create policy admin on background_options to handbill_admin using (true);
create policy admin_signs on background_options as restrictive for insert to handbill_admin
  with check (created_by = app.user_id());

-- What an artist shows

create policy own on music_tracks to handbill_musician using (user_id = app.user_id());
create policy shown on music_tracks for select to handbill_visitor, handbill_musician using (is_visible);

create policy own on photo_gallery to handbill_musician using (user_id = app.user_id());
create policy shown on photo_gallery for select to handbill_visitor, handbill_musician using (true);

create policy own on social_links to handbill_musician using (user_id = app.user_id());
create policy shown on social_links for select to handbill_visitor, handbill_musician using (true);

create policy own on payment_links to handbill_musician using (user_id = app.user_id());
create policy shown on payment_links for select to handbill_visitor, handbill_musician using (is_enabled);

create policy own on video_gallery to handbill_musician using (user_id = app.user_id());
create policy shown on video_gallery for select to handbill_visitor, handbill_musician using (is_visible);

create policy own on press_kits to handbill_musician using (user_id = app.user_id());
create policy shown on press_kits for select to handbill_visitor, handbill_musician using (true);

create policy own on events to handbill_musician using (user_id = app.user_id());
create policy shown on events for select to handbill_visitor, handbill_musician using (is_published);

-- What visitors write, where the artist's page offers it

create policy own on fan_comments to handbill_musician using (musician_id = app.user_id());
create policy shown on fan_comments for select to handbill_visitor, handbill_musician using (is_approved);
create policy left_by_a_visitor on fan_comments for insert to handbill_visitor
  with check (exists (
    select from musician_profiles profile
    where profile.user_id = fan_comments.musician_id and profile.show_comments_section));

create policy own on booking_requests to handbill_musician using (musician_id = app.user_id());
create policy left_by_a_visitor on booking_requests for insert to handbill_visitor
  with check (exists (
    select from musician_profiles profile
    where profile.user_id = booking_requests.musician_id and profile.show_booking_section));

create policy own on newsletter_subscribers to handbill_musician using (musician_id = app.user_id());
create policy left_by_a_visitor on newsletter_subscribers for insert to handbill_visitor
  with check (exists (
    select from musician_profiles profile where profile.user_id = newsletter_subscribers.musician_id));

-- Messages between musicians

create policy own on conversations to handbill_musician using (app.user_id() in (participant_1, participant_2));

create policy own on messages for select to handbill_musician
  using (conversation_id in (select conversation.id from conversations conversation));
create policy own_new on messages for insert to handbill_musician
  with check (sender_id = app.user_id()
    and conversation_id in (select conversation.id from conversations conversation));
-- Only who received it marks a message as read, and nothing makes it unread again [2 §4].
create policy received on messages for update to handbill_musician
  using (sender_id <> app.user_id()
    and conversation_id in (select conversation.id from conversations conversation))
  with check (is_read);

create policy own on message_attachments for select to handbill_musician
  using (exists (select from messages message where message.id = message_id));
create policy own_new on message_attachments for insert to handbill_musician
  with check (
    exists (
      select from messages message where message.id = message_id and message.sender_id = app.user_id())
    and exists (
      select from music_tracks track
      where track.id = track_id and track.user_id = app.user_id() and track.is_visible
        and track.file_url is not distinct from message_attachments.file_url));
