-- Who may read a stored file: whoever may see a row that shows it. It runs with the rights of who asks, so the
-- policies of those tables decide; a hidden track's file is nobody's but its owner's.

create unique index music_tracks_file_url_key on music_tracks (file_url);
create index music_tracks_cover_image_idx on music_tracks (cover_image) where cover_image is not null;
create index musician_profiles_avatar_url_idx on musician_profiles (avatar_url) where avatar_url is not null;
create index musician_profiles_cover_image_idx on musician_profiles (cover_image) where cover_image is not null;
create index photo_gallery_image_url_idx on photo_gallery (image_url);
create index press_kits_file_url_idx on press_kits (file_url);

create function app.may_read_file(address text) returns boolean
  language sql stable
  as $$
    select exists (select from public.music_tracks where file_url = address or cover_image = address)
        or exists (select from public.musician_profiles where avatar_url = address or cover_image = address)
        or exists (select from public.photo_gallery where image_url = address)
        or exists (select from public.press_kits where file_url = address)
  $$;

revoke all on function app.may_read_file from public;
grant execute on function app.may_read_file to handbill_visitor, handbill_musician;
