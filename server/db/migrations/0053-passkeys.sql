-- Passkeys, by which an account is signed in without its password, and the challenges that wait for a browser's answer.

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null
    constraint passkeys_credential_id_length check (octet_length(credential_id) between 1 and 1023),
  -- In COSE form.
  public_key bytea not null
    constraint passkeys_public_key_length check (octet_length(public_key) between 1 and 4096),
  -- The uses that its device has counted; 0 where it counts none.
  sign_count bigint not null
    constraint passkeys_sign_count_range check (sign_count between 0 and 4294967295),
  transports text[] not null
    constraint passkeys_transports_limit check (cardinality(transports) <= 10 and octet_length(transports::text) <= 400),
  name text not null constraint passkeys_name_length check (char_length(trim(name)) >= 1 and char_length(name) <= 60),
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint passkeys_credential_id_key unique (credential_id)
);
create index passkeys_user_id_idx on passkeys (user_id);

-- Each is deleted when its answer comes, right or wrong.
create table passkey_challenges (
  challenge_hash bytea primary key
    constraint passkey_challenges_challenge_hash_length check (octet_length(challenge_hash) = 32),
  browser_hash bytea not null
    constraint passkey_challenges_browser_hash_length check (octet_length(browser_hash) = 32),
  -- The account that is to answer; null where any may.
  user_id uuid references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint passkey_challenges_expires_at_range check (expires_at > created_at)
);
create index passkey_challenges_user_id_idx on passkey_challenges (user_id);
create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);
