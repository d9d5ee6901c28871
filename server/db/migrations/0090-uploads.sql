-- Files that are on their way, where several servers take them: each server finds here how far an upload has come, and in
-- which pieces its bytes lie in the store.

create table uploads (
  id text primary key constraint uploads_id_format check (id ~ '^[0-9a-f]{16}-[0-9a-f-]{36}$'),
  user_id uuid not null references users on delete cascade,
  size bigint not null,
  received bigint not null default 0 constraint uploads_received_range check (received between 0 and size),
  -- What the sender says of the file, as in the header Upload-Metadata.
  metadata text not null constraint uploads_metadata_length check (char_length(metadata) <= 20000),
  created_at timestamptz not null default now(),
  -- When something last arrived.
  changed_at timestamptz not null default now(),
  -- The process that takes the whole file over. It says again and again that it lives; one that died is late.
  holder uuid,
  held_until timestamptz,
  -- The pieces are gone then. The row stays for a sender who has lost the last answer.
  taken_over_at timestamptz
);
create index uploads_user_id_idx on uploads (user_id);
create index uploads_created_at_idx on uploads (created_at);
create index uploads_whole_idx on uploads (id) where received = size and taken_over_at is null;

create table upload_pieces (
  id uuid primary key default gen_random_uuid(),
  upload_id text not null references uploads on delete cascade,
  start bigint not null constraint upload_pieces_start_range check (start >= 0),
  url text not null constraint upload_pieces_url_address
    check (url ~ '^/uploads/unfinished/[0-9a-f-]{36}/[0-9a-f-]{36}\.part$'),
  constraint upload_pieces_upload_id_start_key unique (upload_id, start)
);
create index upload_pieces_url_idx on upload_pieces (url);

create trigger file_unnamed after delete or update of url on upload_pieces
  for each row execute function app.file_unnamed('url');

-- The system sees these rows and keeps the files; nobody may read them.
do $$
begin
  execute replace(
    pg_get_functiondef('app.may_read_file'::regproc),
    'or exists (select from public.photo_gallery ',
    'or exists (select from public.upload_pieces where url = address)
        or exists (select from public.photo_gallery ');
end $$;
