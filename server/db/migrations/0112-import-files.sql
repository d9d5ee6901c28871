-- Archives of sounds and photos: the file stays until its rows have come in, one after the other.
create or replace function app.is_own_upload(address text, owner uuid) returns boolean
  language sql immutable parallel safe
  as $$
    select address ~ '^/uploads/(avatars|photos|music|press-kits|unfinished)/[0-9a-f-]+/[A-Za-z0-9_-][A-Za-z0-9._-]*$'
       and split_part(address, '/', 4) = owner::text
       and char_length(split_part(address, '/', 5)) <= 200
  $$;

alter table imports
  add column file_url text constraint imports_file_url_address check (app.is_own_upload(file_url, user_id)),
  add column file_size bigint constraint imports_file_size_range check (file_size >= 0),
  -- The rows that are still to come in, as 'tracks:3'; null when all have.
  add column waiting jsonb constraint imports_waiting_array check (jsonb_typeof(waiting) = 'array'),
  -- Which of them did not, and why, a sentence each.
  add column troubles jsonb constraint imports_troubles_array check (jsonb_typeof(troubles) = 'array'),
  add constraint imports_waiting_taken check (waiting is null or taken_at is not null);
create index imports_file_url_idx on imports (file_url);

create trigger file_unnamed after delete or update of file_url on imports
  for each row execute function app.file_unnamed('file_url');

-- The SHA-256 of the file as its artist gave it: the same file again is known by it. Older rows have none.
alter table music_tracks add column source_digest text
  constraint music_tracks_source_digest_format check (source_digest ~ '^[0-9a-f]{64}$');
alter table photo_gallery add column source_digest text
  constraint photo_gallery_source_digest_format check (source_digest ~ '^[0-9a-f]{64}$');

-- An archive's file is its musician's alone, until it goes.
do $$
begin
  execute replace(
    pg_get_functiondef('app.may_read_file'::regproc),
    'or exists (select from public.photo_gallery ',
    'or exists (select from public.imports where file_url = address)
        or exists (select from public.photo_gallery ');
end $$;
