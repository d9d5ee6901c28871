-- What the catalogue knows of its files: how large they are, what a track sounds like, in which order photos hang.
-- And what becomes of a file whose row is gone.

alter table music_tracks
  -- Bytes of the stored file; null until the sweep has looked, where the track is older than this column.
  add file_size bigint constraint music_tracks_file_size_range check (file_size > 0),
  -- The track in 96 steps, each one of the 64 characters from A to / by its peak. This and what follows, down to
  -- is_shorter, is null or false until worked out.
  add waveform text constraint music_tracks_waveform_format check (waveform ~ '^[A-Za-z0-9+/]{96}$'),
  -- Integrated, in LUFS.
  add loudness real constraint music_tracks_loudness_range check (loudness between -100 and 20),
  -- The sound ends before the file's header says.
  add is_shorter boolean not null default false,
  add analysed_at timestamptz,
  -- Offered to the musician from the file's tags, until taken or dismissed.
  add tag_title text constraint music_tracks_tag_title_length check (app.is_text(tag_title, 300)),
  add has_embedded_cover boolean not null default false;

grant select (waveform, loudness, is_shorter) on music_tracks to handbill_visitor, handbill_musician;
grant select (file_size, analysed_at, tag_title, has_embedded_cover) on music_tracks to handbill_musician;
grant insert (file_size, tag_title, has_embedded_cover), update (tag_title, has_embedded_cover)
  on music_tracks to handbill_musician;
-- No page shows these.
drop trigger page_changed on music_tracks;
create trigger page_changed after insert or update or delete on music_tracks
  for each row execute function
    app.page_changed('user_id', 'play_count', 'file_size', 'analysed_at', 'tag_title', 'has_embedded_cover');
create index music_tracks_not_analysed_idx on music_tracks (created_at)
  where analysed_at is null and file_url is not null;

alter table photo_gallery
  add alt_text text not null default ''
    constraint photo_gallery_alt_text_length check (char_length(alt_text) <= 500),
  -- A new photo has 0 and hangs first; whoever arranges them writes 1 and up.
  add display_order integer not null default 0
    constraint photo_gallery_display_order_range check (display_order >= 0);

grant select (alt_text, display_order) on photo_gallery to handbill_visitor, handbill_musician;
grant insert (alt_text, display_order), update (alt_text, display_order) on photo_gallery to handbill_musician;
drop index photo_gallery_user_id_idx;
create index photo_gallery_user_id_idx on photo_gallery (user_id, display_order, created_at desc);

-- Bytes of all its sizes together; null until the sweep has looked, where the picture is older than this column.
alter table stored_images
  add bytes bigint constraint stored_images_bytes_range check (bytes > 0);
grant select (bytes), insert (bytes) on stored_images to handbill_musician;
drop trigger page_changed on stored_images;
create trigger page_changed after insert or update or delete on stored_images
  for each row execute function app.page_changed('user_id', 'bytes');

-- Files go after their rows. Whoever deletes a row that named a file, or lets it name another, has the file's
-- address written down here in the same transaction; after the commit a worker removes it from the store.

create table files_to_remove (
  id uuid primary key default gen_random_uuid(),
  url text not null constraint files_to_remove_url_address
    check (url ~ '^/uploads/[a-z-]+/[0-9a-f-]+/[A-Za-z0-9_-][A-Za-z0-9._-]*$'),
  recorded_at timestamptz not null default now(),
  -- When a worker last took it on. One that died leaves it to another.
  tried_at timestamptz
);
create index files_to_remove_tried_at_idx on files_to_remove (tried_at nulls first);

alter table files_to_remove enable row level security;
alter table files_to_remove force row level security;
create policy system on files_to_remove to handbill_system using (true) with check (true);
grant select, insert, update, delete on files_to_remove to handbill_system;

-- To the system it says whether any row names the file.
grant execute on function app.may_read_file to handbill_system;

grant create on schema app to handbill_system;
set local role handbill_system;

-- For every table whose rows name files. Its arguments are the columns that do. It runs as the system, because nobody
-- else may know what is written down, and sees at once that a picture no longer counts.
create function app.file_unnamed() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    before jsonb := pg_catalog.to_jsonb(old);
    after jsonb := pg_catalog.to_jsonb(new);
    named text;
    address text;
  begin
    foreach named in array tg_argv loop
      address := before ->> named;
      if address is not null and address is distinct from after ->> named then
        insert into public.files_to_remove (url) values (address);
        if not app.may_read_file(address) then
          delete from public.stored_images where url = address;
        end if;
        perform pg_catalog.pg_notify('files', '');
      end if;
    end loop;
    return null;
  end $$;

revoke all on function app.file_unnamed from public;
-- Whoever makes a trigger must be allowed to run it.
grant execute on function app.file_unnamed to session_user;

reset role;
revoke create on schema app from handbill_system;

create trigger file_unnamed after delete or update of file_url, cover_image on music_tracks
  for each row execute function app.file_unnamed('file_url', 'cover_image');
create trigger file_unnamed after delete or update of avatar_url, cover_image on musician_profiles
  for each row execute function app.file_unnamed('avatar_url', 'cover_image');
create trigger file_unnamed after delete or update of image_url on photo_gallery
  for each row execute function app.file_unnamed('image_url');
create trigger file_unnamed after delete or update of file_url on press_kits
  for each row execute function app.file_unnamed('file_url');
