-- Accounts whose sign-in asks for a passkey after the password. With the row a passkey counts as a second factor.

create table passkey_factors (
  user_id uuid primary key references users on delete cascade,
  created_at timestamptz not null default now()
);

grant create on schema app to handbill_system;
set local role handbill_system;

-- Whether an account's sign-in asks for more than the password.
create or replace function app.has_second_factor(account uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.totp_factors where user_id = account and confirmed_at is not null)
      or exists (select from public.passkey_factors where user_id = account)
  $$;

reset role;
revoke create on schema app from handbill_system;
