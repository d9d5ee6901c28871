-- Fans who have asked to be told when a release is out, and what has become of it for each.

create table release_reminders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  release_id uuid not null,
  -- Lower case by this check, which makes the unique key below case-insensitive.
  email text not null constraint release_reminders_email_format check (app.is_email(email)),
  -- Ticked: the link that confirms the reminder puts the address on the newsletter's list as well.
  wants_newsletter boolean not null default false,
  -- Of the token in the last link; and when its mail was handed over.
  confirm_hash bytea,
  confirm_sent_at timestamptz,
  confirmed_at timestamptz,
  -- Stands in every mail. All it can do is to remove this row.
  stop_key uuid not null default gen_random_uuid(),
  -- Of the news that it is out. claimed: given to the mail server, or about to be. unknown: it was, when the process ended
  -- or the server went silent.
  status text not null default 'waiting' constraint release_reminders_status_known
    check (status in ('waiting', 'claimed', 'sent', 'failed', 'unknown')),
  attempts integer not null default 0 constraint release_reminders_attempts_range check (attempts >= 0),
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint release_reminders_email_key unique (release_id, email),
  foreign key (user_id, release_id) references releases (user_id, id) on delete cascade
);
create index release_reminders_release_id_idx on release_reminders (release_id, status, next_try_at);
create index release_reminders_user_id_idx on release_reminders (user_id);
create unique index release_reminders_confirm_hash_key on release_reminders (confirm_hash);
create unique index release_reminders_stop_key_key on release_reminders (stop_key);

-- How far the news of a release has gone out.
create table release_notices (
  release_id uuid primary key,
  user_id uuid not null,
  -- Until then one process works on it.
  leased_until timestamptz,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Of the reminders that have been removed since.
  told integer not null default 0 constraint release_notices_told_range check (told >= 0),
  failed integer not null default 0 constraint release_notices_failed_range check (failed >= 0),
  doubtful integer not null default 0 constraint release_notices_doubtful_range check (doubtful >= 0),
  foreign key (user_id, release_id) references releases (user_id, id) on delete cascade
);
create index release_notices_user_id_idx on release_notices (user_id);

do $$
  declare
    relation text;
  begin
    foreach relation in array array['release_reminders', 'release_notices'] loop
      execute format('alter table %I enable row level security', relation);
      execute format('alter table %I force row level security', relation);
      execute format('create policy system on %I to handbill_system using (true) with check (true)', relation);
      execute format('grant select, insert, update, delete on %I to handbill_system', relation);
    end loop;
  end $$;
