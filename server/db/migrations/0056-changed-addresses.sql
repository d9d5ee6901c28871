-- An account's change of address: first it waits to be confirmed at the new address, then it can be undone from the old one.
-- The sessions of an account are listed, the one that was seen last first.

create table address_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  new_email text not null constraint address_changes_new_email_format check (app.is_email(new_email)),
  -- Null while the change waits; then the address that the account had until it was made.
  old_email text constraint address_changes_old_email_format check (app.is_email(old_email)),
  -- Of the link that is out: the one that makes the change, and later the one that undoes it.
  token_hash bytea not null constraint address_changes_token_hash_length check (octet_length(token_hash) = 32),
  -- When that link was made, and until when it is good.
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint address_changes_token_hash_key unique (token_hash),
  constraint address_changes_expires_at_range check (expires_at > created_at)
);
create index address_changes_user_id_idx on address_changes (user_id);
create unique index address_changes_waiting_key on address_changes (user_id) where old_email is null;
create index address_changes_expires_at_idx on address_changes (expires_at);

create index sessions_user_id_last_seen_at_idx on sessions (user_id, last_seen_at desc);
drop index sessions_user_id_idx;
