-- A second factor beside the password: an authenticator app's codes, recovery codes for when it is lost, and sign-ins that
-- have given the password and have yet to give a code.

-- The app and the server share the secret. Until a first right code has come it counts for nothing.
create table totp_factors (
  user_id uuid primary key references users on delete cascade,
  secret bytea not null constraint totp_factors_secret_length check (octet_length(secret) = 20),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The 30 seconds, counted since 1970, of the last code that was taken: none is taken twice.
  last_step bigint not null default 0 constraint totp_factors_last_step_range check (last_step >= 0)
);

-- Each is deleted when it is used.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null constraint recovery_codes_code_hash_length check (octet_length(code_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

create table sign_in_steps (
  token_hash bytea primary key constraint sign_in_steps_token_hash_length check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  remember boolean not null,
  tries smallint not null default 0 constraint sign_in_steps_tries_range check (tries between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint sign_in_steps_expires_at_range check (expires_at > created_at)
);
create index sign_in_steps_user_id_idx on sign_in_steps (user_id);

alter table site_settings add column requires_second_factor boolean not null default false;

grant create on schema app to handbill_system;
set local role handbill_system;

-- Whether an account's sign-in asks for more than the password.
create function app.has_second_factor(account uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.totp_factors where user_id = account and confirmed_at is not null)
  $$;

-- Whether an account is an admin's that may do nothing as one before it has a second factor.
create function app.lacks_second_factor(account uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.users where id = account and role = 'admin')
      and exists (select from public.site_settings where requires_second_factor)
      and not app.has_second_factor(account)
  $$;

-- Whether the account that asks may act as an admin.
create or replace function app.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.users where id = app.user_id() and role = 'admin')
      and not app.lacks_second_factor(app.user_id())
  $$;

-- What each write of a musician or an admin begins with. It keeps the account as it is until the transaction ends:
-- demoting, suspending or deleting it waits for that, and a write that comes later waits for them and is refused.
create or replace function app.hold_account() returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    perform from public.users
    where id = app.user_id() and suspended_at is null
      -- Whose transaction this is: current_user is the system, in whose name this function runs.
      and (role = 'admin' or pg_catalog.current_setting('role') <> 'handbill_admin')
    for share;
    if not found
      or (pg_catalog.current_setting('role') = 'handbill_admin' and app.lacks_second_factor(app.user_id()))
    then
      raise insufficient_privilege using message = 'This account may not write, or not any more';
    end if;
  end $$;

revoke all on function app.has_second_factor, app.lacks_second_factor from public;
grant execute on function app.has_second_factor to handbill_admin;

reset role;
revoke create on schema app from handbill_system;
