-- What a musician brings from elsewhere, between its preview and a day after: what was read in the file, which of it came in,
-- and until when that can be undone.
create table imports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- The file's name.
  name text not null constraint imports_name_length check (char_length(name) between 1 and 255),
  -- What a reader of its format found in it.
  content jsonb not null
    constraint imports_content_object check (jsonb_typeof(content) = 'object')
    constraint imports_content_size check (octet_length(content::text) <= 8388608),
  -- How the musician wants it read: as what, and in which column each field is.
  reading jsonb not null default '{}'
    constraint imports_reading_object check (jsonb_typeof(reading) = 'object')
    constraint imports_reading_size check (octet_length(reading::text) <= 8192),
  created_at timestamptz not null default now(),
  taken_at timestamptz constraint imports_taken_at_years
    check (taken_at >= '1900-01-01 00:00:00+00' and taken_at < '2200-01-01 00:00:00+00'),
  -- The rows that came in, each with its id and its version at that time.
  made jsonb constraint imports_made_array check (jsonb_typeof(made) = 'array'),
  undone_at timestamptz constraint imports_undone_at_years
    check (undone_at >= '1900-01-01 00:00:00+00' and undone_at < '2200-01-01 00:00:00+00'),
  -- The labels of those that an undo kept, because they were changed since.
  kept jsonb constraint imports_kept_array check (jsonb_typeof(kept) = 'array'),
  constraint imports_made_taken check ((made is null) = (taken_at is null)),
  constraint imports_undone_taken check (undone_at is null or taken_at is not null)
);
create index imports_user_id_idx on imports (user_id, created_at);
create index imports_created_at_idx on imports (created_at);
