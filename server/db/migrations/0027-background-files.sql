-- Backgrounds may be files of the store: they are served to whoever may choose them, and go after their rows.

create index background_options_url_idx on background_options (url);

create or replace function app.may_read_file(address text) returns boolean
  language sql stable
  as $$
    select exists (select from public.music_tracks where file_url = address or cover_image = address)
        or exists (select from public.musician_profiles where avatar_url = address or cover_image = address)
        or exists (select from public.photo_gallery where image_url = address)
        or exists (select from public.press_kits where file_url = address)
        or exists (select from public.background_options where url = address)
  $$;

-- An admin looks at those as well that are offered to nobody.
create policy admin_previews on background_options for select to handbill_musician
  using (exists (select from users where users.id = app.user_id() and users.role = 'admin'));

-- Addresses elsewhere are no files of ours.
create trigger file_unnamed_changed after update of url on background_options
  for each row when (old.url like '/uploads/%' and old.url is distinct from new.url)
  execute function app.file_unnamed('url');
create trigger file_unnamed_deleted after delete on background_options
  for each row when (old.url like '/uploads/%') execute function app.file_unnamed('url');
