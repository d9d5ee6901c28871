-- Where an account is signed in: each session names its browser and system, and the browsers that an account has signed
-- in with are known again by a cookie of their own, of which the hash is stored.

alter table sessions
  add column id uuid not null default gen_random_uuid(),
  add column browser text not null default '' constraint sessions_browser_length check (char_length(browser) <= 60),
  add column system text not null default '' constraint sessions_system_length check (char_length(system) <= 60),
  add constraint sessions_id_key unique (id);

create table known_devices (
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null constraint known_devices_token_hash_length check (octet_length(token_hash) = 32),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);
