-- Videos of an artist: the musician's own, and public while visible.

alter table video_gallery enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on video_gallery to handbill_system using (true) with check (true);

-- A musician keeps their own, hidden ones too.
create policy own on video_gallery to handbill_musician using (user_id = app.user_id());

-- A hidden video is its artist's alone.
create policy shown on video_gallery for select to handbill_visitor, handbill_musician using (is_visible);

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on video_gallery as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on video_gallery as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on video_gallery as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on video_gallery as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on video_gallery to handbill_system;
grant select (id, user_id, title, video_url, video_type, thumbnail_url, is_primary, display_order, is_visible,
    created_at, updated_at, translations)
  on video_gallery to handbill_visitor, handbill_musician;
grant insert (user_id, title, video_url, video_type, thumbnail_url, is_primary, display_order, is_visible,
    updated_at, translations),
  update (title, video_url, video_type, thumbnail_url, is_primary, display_order, is_visible, updated_at,
    translations),
  delete
  on video_gallery to handbill_musician;
