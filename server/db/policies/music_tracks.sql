-- Tracks of an artist: the musician's own, and public while visible and out.

alter table music_tracks enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on music_tracks to handbill_system using (true) with check (true);

-- A musician keeps their own, hidden ones too.
create policy own on music_tracks to handbill_musician using (user_id = app.user_id());

-- A hidden track is its artist's alone, and so is one whose release isn't out.
create policy shown on music_tracks for select to handbill_visitor, handbill_musician
  using (is_visible and (out_at is null or out_at <= now()));

-- Nothing of a suspended musician is public; they still see their own.
create policy not_suspended on music_tracks as restrictive for select to handbill_visitor, handbill_musician
  using (user_id = app.user_id() or user_id not in (select app.suspended()));

-- A suspended musician changes nothing.
create policy may_insert on music_tracks as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on music_tracks as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on music_tracks as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on music_tracks to handbill_system;
grant select (id, user_id, title, file_url, duration, cover_image, downloads_enabled, is_visible, display_order,
    play_count, created_at, waveform, loudness, is_shorter, slug, lyrics, credits, licence, isrc, playback_url,
    translations)
  on music_tracks to handbill_visitor, handbill_musician;
grant select (out_at, file_size, analysed_at, tag_title, has_embedded_cover, playback_state, playback_percent,
    source_digest),
  insert (user_id, title, file_url, duration, cover_image, downloads_enabled, is_visible, display_order, file_size,
    tag_title, has_embedded_cover, source_digest, lyrics, isrc, translations),
  update (title, cover_image, downloads_enabled, is_visible, display_order, tag_title, has_embedded_cover, lyrics,
    credits, licence, isrc, translations),
  delete
  on music_tracks to handbill_musician;
