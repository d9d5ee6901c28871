-- The archive of an account that its owner has asked for: made by a job, kept for a day. Its bytes lie in the store in pieces.
-- An account has one.
create table account_archives (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null constraint account_archives_user_id_key unique references users on delete cascade,
  asked_at timestamptz not null default now(),
  state text not null default 'asked' constraint account_archives_state_known
    check (state in ('asked', 'making', 'ready', 'failed')),
  -- The run of the job that makes it: one that another run has taken over from ends.
  run uuid,
  -- When it last went forward: a process that died leaves a row that doesn't.
  progress_at timestamptz not null default now(),
  done_bytes bigint not null default 0 constraint account_archives_done_bytes_range check (done_bytes >= 0),
  -- About as many.
  expected_bytes bigint constraint account_archives_expected_bytes_range check (expected_bytes >= 0),
  -- When it was ready, or failed.
  ended_at timestamptz,
  failure text constraint account_archives_failure_length
    check (btrim(failure, E' \t\r\n') <> '' and char_length(failure) <= 1000),
  constraint account_archives_ended_at_present check ((ended_at is not null) = (state in ('ready', 'failed'))),
  constraint account_archives_failure_present check ((failure is not null) = (state = 'failed'))
);
create index account_archives_ended_at_idx on account_archives (ended_at);

create table account_archive_pieces (
  id uuid primary key default gen_random_uuid(),
  archive_id uuid not null references account_archives on delete cascade,
  start bigint not null constraint account_archive_pieces_start_range check (start >= 0),
  url text not null constraint account_archive_pieces_url_address
    check (url ~ '^/uploads/archives/[0-9a-f-]{36}/[0-9a-f-]{36}\.part$'),
  constraint account_archive_pieces_archive_id_start_key unique (archive_id, start)
);
create index account_archive_pieces_url_idx on account_archive_pieces (url);

create trigger file_unnamed after delete or update of url on account_archive_pieces
  for each row execute function app.file_unnamed('url');

-- The system sees these rows and keeps the files; row-level security shows an owner theirs.
do $$
begin
  execute replace(
    pg_get_functiondef('app.may_read_file'::regproc),
    'or exists (select from public.photo_gallery ',
    'or exists (select from public.account_archive_pieces where url = address)
        or exists (select from public.photo_gallery ');
end $$;
