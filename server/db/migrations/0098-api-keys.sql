-- Personal keys to the API. The secret itself is shown once and stored nowhere.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null constraint api_keys_name_length check (app.is_line(name, 60)),
  token_hash bytea not null unique constraint api_keys_token_hash_length check (octet_length(token_hash) = 32),
  -- Such as 'events:read'. One to write an area reads it, too.
  scopes text[] not null constraint api_keys_scopes_range check (cardinality(scopes) between 1 and 50),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
    constraint api_keys_expires_at_range check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  last_used_at timestamptz,
  -- For the answers below, which belong to the key and to its account.
  unique (id, user_id)
);
create index api_keys_user_id_idx on api_keys (user_id);

-- The answers to requests with an Idempotency-Key, each written in the transaction of what it answers, so that the same
-- request again is answered and not done again. They are kept for a day.
create table api_answers (
  key_id uuid not null,
  user_id uuid not null references users on delete cascade,
  idempotency_key text not null
    constraint api_answers_idempotency_key_format check (idempotency_key ~ '^[\x21-\x7e]{1,255}$'),
  request_hash bytea not null constraint api_answers_request_hash_length check (octet_length(request_hash) = 32),
  answer text not null constraint api_answers_answer_size check (octet_length(answer) <= 1048576),
  created_at timestamptz not null default now(),
  primary key (key_id, idempotency_key),
  foreign key (key_id, user_id) references api_keys (id, user_id) on delete cascade
);
create index api_answers_created_at_idx on api_answers (created_at);
create index api_answers_user_id_idx on api_answers (user_id);
