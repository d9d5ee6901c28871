-- What a profile's pictures were cut from: the musician's own, and nobody else's.

alter table picture_originals enable row level security, force row level security;

-- Sign-in, jobs and maintenance act for no single account.
create policy system on picture_originals to handbill_system using (true) with check (true);

-- A musician keeps their own.
create policy own on picture_originals to handbill_musician using (user_id = app.user_id());

-- A suspended musician changes nothing.
create policy may_insert on picture_originals as restrictive for insert to handbill_musician
  with check ((select app.may_write()));
create policy may_update on picture_originals as restrictive for update to handbill_musician
  using ((select app.may_write()));
create policy may_delete on picture_originals as restrictive for delete to handbill_musician
  using ((select app.may_write()));

grant select, insert, update, delete on picture_originals to handbill_system;
-- So that app.may_read_file may ask; no policy shows a visitor a row.
grant select (file_url) on picture_originals to handbill_visitor;
grant select (id, user_id, kind, file_url, file_size, crop_x, crop_y, crop_width, crop_height),
  insert (user_id, kind, file_url, file_size, crop_x, crop_y, crop_width, crop_height),
  update (file_url, file_size, crop_x, crop_y, crop_width, crop_height),
  delete
  on picture_originals to handbill_musician;
