-- Two mailed links. One opens an account: until then there is none, and its password waits here. The other signs in without
-- a password.

create table pending_sign_ups (
  token_hash bytea primary key constraint pending_sign_ups_token_hash_length check (octet_length(token_hash) = 32),
  email text not null constraint pending_sign_ups_email_format check (app.is_email(email)),
  password_hash text not null
    constraint pending_sign_ups_password_hash_length check (char_length(password_hash) between 1 and 500),
  -- Of the invitation that was brought along. It is used up by the account, not by asking for one.
  invitation_hash bytea
    constraint pending_sign_ups_invitation_hash_length check (octet_length(invitation_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint pending_sign_ups_expires_at_range check (expires_at > created_at)
);
create index pending_sign_ups_email_idx on pending_sign_ups (email, created_at desc);
create index pending_sign_ups_expires_at_idx on pending_sign_ups (expires_at);

create table sign_in_links (
  token_hash bytea primary key constraint sign_in_links_token_hash_length check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint sign_in_links_expires_at_range check (expires_at > created_at)
);
create index sign_in_links_user_id_idx on sign_in_links (user_id);
create index sign_in_links_expires_at_idx on sign_in_links (expires_at);
