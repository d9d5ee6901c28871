-- Whoever writes is asked for again within the transaction that writes: what counts is the account as it is then, and not
-- as it was when the request began.

grant create on schema app to handbill_system;
set local role handbill_system;

-- Whether the account that asks may change anything: it is there, and not suspended.
create or replace function app.may_write() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.users where id = app.user_id() and suspended_at is null)
  $$;

-- Whether the account that asks is an admin's.
create function app.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.users where id = app.user_id() and role = 'admin')
  $$;

-- What each write of a musician or an admin begins with. It keeps the account as it is until the transaction ends:
-- demoting, suspending or deleting it waits for that, and a write that comes later waits for them and is refused.
create function app.hold_account() returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    perform from public.users
    where id = app.user_id() and suspended_at is null
      -- Whose transaction this is: current_user is the system, in whose name this function runs.
      and (role = 'admin' or pg_catalog.current_setting('role') <> 'handbill_admin')
    for share;
    if not found then
      raise insufficient_privilege using message = 'This account may not write, or not any more';
    end if;
  end $$;

revoke all on function app.is_admin, app.hold_account from public;
grant execute on function app.is_admin to handbill_admin;
grant execute on function app.hold_account to handbill_musician, handbill_admin;

reset role;
revoke create on schema app from handbill_system;

-- Every table that an admin reaches, also a later one, has this policy, or a test fails.
do $$
declare
  name text;
begin
  foreach name in array array[
    'audit_log', 'background_options', 'fan_comments', 'invitations', 'messages', 'musician_profiles', 'reports',
    'site_settings', 'users', 'warnings'
  ] loop
    execute format('create policy is_admin on %I as restrictive to handbill_admin using ((select app.is_admin()))', name);
  end loop;
end $$;

-- The work that tells of a request finds it by its id, so whoever leaves one names it.
grant insert (id) on booking_requests to handbill_visitor;
