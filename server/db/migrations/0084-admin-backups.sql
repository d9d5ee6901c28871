-- Backups that an admin has made in the browser. The archives are files of one machine, so neither these rows nor the archives
-- travel in a backup: who asked is an id without a foreign key, because a restore empties the accounts' table and not this one.
create table backups (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  asked_by uuid not null,
  state text not null default 'making' constraint backups_state_known check (state in ('making', 'checking', 'done', 'failed')),
  -- When it last went forward: a process that died leaves a row that doesn't.
  progress_at timestamptz not null default now(),
  done_bytes bigint not null default 0 constraint backups_done_bytes_range check (done_bytes >= 0),
  expected_bytes bigint constraint backups_expected_bytes_range check (expected_bytes >= 0),
  -- The archive's place: the machine's name, and the file's in its folder of backups.
  machine text constraint backups_machine_length check (btrim(machine, E' \t\r\n') <> '' and char_length(machine) <= 255),
  file_name text constraint backups_file_name_format check (file_name ~ '^[a-z0-9-]{1,100}\.zip$'),
  bytes bigint constraint backups_bytes_range check (bytes >= 0),
  row_count bigint constraint backups_row_count_range check (row_count >= 0),
  file_count integer constraint backups_file_count_range check (file_count >= 0),
  missing_count integer constraint backups_missing_count_range check (missing_count >= 0),
  checked_at timestamptz,
  failure text constraint backups_failure_length check (btrim(failure, E' \t\r\n') <> '' and char_length(failure) <= 1000),
  -- The secret of the link that downloads it, once and soon.
  link_hash bytea constraint backups_link_hash_length check (octet_length(link_hash) = 32),
  link_until timestamptz constraint backups_link_until_years
    check (link_until >= '1900-01-01' and link_until < '2200-01-01')
);
-- One at a time, whichever process makes it.
create unique index backups_one_at_a_time on backups ((true)) where state in ('making', 'checking');

-- How many errors of each kind the log had in an hour. Two days are kept.
create table error_counts (
  hour timestamptz not null,
  kind text not null constraint error_counts_kind_length check (btrim(kind, E' \t\r\n') <> '' and char_length(kind) <= 200),
  errors integer not null constraint error_counts_errors_range check (errors > 0),
  last_at timestamptz not null,
  primary key (hour, kind)
);
