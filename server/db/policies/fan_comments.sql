-- Comments on an artist's page: visitors leave them, the musician approves and deletes them.

alter table fan_comments enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on fan_comments to handbill_system using (true) with check (true);

-- A musician decides about the comments on their own page.
create policy own on fan_comments to handbill_musician using (musician_id = app.user_id());

-- A comment that waits for the artist's review is not public.
create policy shown on fan_comments for select to handbill_visitor, handbill_musician using (is_approved);

-- Only where the artist's page shows the form; pinned only to a track that the visitor can hear, within its length.
create policy left_by_a_visitor on fan_comments for insert to handbill_visitor
  with check (
    exists (
      select from musician_profiles profile
      where profile.user_id = fan_comments.musician_id and profile.show_comments_section)
    and (track_id is null or exists (
      select from music_tracks track
      where track.id = fan_comments.track_id and track_seconds <= coalesce(track.duration, track_seconds))));

-- An admin reads a comment once it is reported, and no sooner.
create policy reported on fan_comments for select to handbill_admin
  using (exists (select from reports report where report.comment_id = fan_comments.id));

-- An admin hides a reported comment; the grant below lets them write nothing else.
create policy reported_hidden on fan_comments for update to handbill_admin
  using (exists (select from reports report where report.comment_id = fan_comments.id));

-- A comment that an admin has hidden is seen by the artist it was left for, and by no one else.
create policy not_hidden on fan_comments as restrictive for select to handbill_visitor, handbill_musician
  using (hidden_at is null or musician_id = app.user_id());

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on fan_comments as restrictive for select to handbill_visitor, handbill_musician
  using (musician_id = app.user_id() or musician_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on fan_comments as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on fan_comments as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on fan_comments as restrictive for delete to handbill_musician
  using ((select app.may_write()));

-- An account that is no admin any more reaches nothing here, whatever its request began as.
create policy is_admin on fan_comments as restrictive to handbill_admin using ((select app.is_admin()));

grant select, insert, update, delete on fan_comments to handbill_system;
grant select (id, musician_id, author_name, content, is_approved, created_at, track_id, track_seconds, answer, answered_at)
  on fan_comments to handbill_visitor, handbill_musician, handbill_admin;
grant select (hidden_at), update (is_approved, answer, answered_at), delete on fan_comments to handbill_musician;
grant insert (id, musician_id, author_name, content, is_approved, track_id, track_seconds)
  on fan_comments to handbill_visitor;
grant select (hidden_at), update (hidden_at) on fan_comments to handbill_admin;
