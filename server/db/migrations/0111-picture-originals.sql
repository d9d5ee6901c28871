-- The pictures that a profile's picture and cover were cut from, whole, so that another part of them can be shown without
-- sending them again. Their owner's alone.
create table picture_originals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null constraint picture_originals_kind_known check (kind in ('avatar', 'cover')),
  file_url text not null constraint picture_originals_file_url_address check (app.is_own_upload(file_url, user_id)),
  -- Bytes.
  file_size integer not null constraint picture_originals_file_size_range check (file_size between 1 and 10485760),
  -- The part that shows, in fractions of the width and the height.
  crop_x double precision not null,
  crop_y double precision not null,
  crop_width double precision not null,
  crop_height double precision not null,
  constraint picture_originals_user_id_kind_key unique (user_id, kind),
  constraint picture_originals_crop_within check (
    crop_x >= 0 and crop_width > 0 and crop_x + crop_width <= 1.000001
    and crop_y >= 0 and crop_height > 0 and crop_y + crop_height <= 1.000001)
);
create index picture_originals_file_url_idx on picture_originals (file_url);

alter table picture_originals enable row level security, force row level security;
create policy system on picture_originals to handbill_system using (true) with check (true);
grant select, insert, update, delete on picture_originals to handbill_system;

create trigger file_unnamed after delete or update of file_url on picture_originals
  for each row execute function app.file_unnamed('file_url');

-- Who may see the row may see its file: that is its owner.
do $$
begin
  execute replace(
    pg_get_functiondef('app.may_read_file'::regproc),
    'or exists (select from public.photo_gallery ',
    'or exists (select from public.picture_originals where file_url = address)
        or exists (select from public.photo_gallery ');
end $$;
