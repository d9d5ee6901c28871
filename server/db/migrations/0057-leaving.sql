-- An account whose owner has asked for its deletion: two weeks later it goes, and a sign-in until then keeps it. In the
-- meantime it counts as suspended: nothing of it is public, and it changes nothing.

alter table users
  -- When it goes; null for an account that stays.
  add deletes_at timestamptz;
alter table sessions
  -- When the account would have gone if it hadn't signed in with this session.
  add kept_from timestamptz;

drop index users_suspended_idx;
create index users_suspended_idx on users (id) where suspended_at is not null or deletes_at is not null;

grant create on schema app to handbill_system;
set local role handbill_system;

-- The accounts of which nothing is public. A visitor sees no account's state, so it runs as the system.
create or replace function app.suspended() returns setof uuid
  language sql stable security definer rows 10 set search_path = ''
  as $$ select id from public.users where suspended_at is not null or deletes_at is not null $$;

-- Whether the account that asks may change anything.
create or replace function app.may_write() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.users where id = app.user_id() and suspended_at is null and deletes_at is null)
  $$;

-- Whether the account that asks may act as an admin.
create or replace function app.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from public.users where id = app.user_id() and role = 'admin' and deletes_at is null)
      and not app.lacks_second_factor(app.user_id())
  $$;

-- As before, and for no account that is about to go.
create or replace function app.hold_account() returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    perform from public.users
    where id = app.user_id() and suspended_at is null and deletes_at is null
      -- Whose transaction this is: current_user is the system, in whose name this function runs.
      and (role = 'admin' or pg_catalog.current_setting('role') <> 'handbill_admin')
    for share;
    if not found
      or (pg_catalog.current_setting('role') = 'handbill_admin' and app.lacks_second_factor(app.user_id()))
    then
      raise insufficient_privilege using message = 'This account may not write, or not any more';
    end if;
  end $$;

-- As before, without the accounts that are about to go.
create or replace function app.people(words text, after_id uuid, most integer, owner_email text)
  returns table (id uuid, email text, artist_name text, avatar_url text)
  language sql stable security definer set search_path = ''
  as $$
    select person.id, shown.email, profile.artist_name, profile.avatar_url
    from public.users person
      left join public.musician_profiles profile on profile.user_id = person.id
      left join public.message_settings setting on setting.user_id = person.id
      cross join lateral (
        select case
          when setting.hides_email is true or person.role = 'admin' or person.email = owner_email then null
          else person.email end as email) shown
    where person.id <> app.user_id() and person.suspended_at is null and person.deletes_at is null
      and (after_id is null or (person.created_at, person.id) < (
        select last.created_at, last.id from public.users last where last.id = after_id))
      and (words = ''
        or pg_catalog.strpos(pg_catalog.lower(profile.artist_name), pg_catalog.lower(words)) > 0
        or pg_catalog.strpos(shown.email, pg_catalog.lower(words)) > 0)
    order by person.created_at desc, person.id desc
    limit most
  $$;

reset role;
revoke create on schema app from handbill_system;

-- Once there is an admin, at least one remains who isn't about to go.
create or replace function app.keep_an_admin() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('users last admin', 0));
    if not exists (select from public.users where role = 'admin' and deletes_at is null) then
      raise check_violation using
        message = 'At least one admin must remain',
        schema = 'public', table = 'users', constraint = 'users_role_last_admin';
    end if;
    return null;
  end $$;

drop trigger users_role_last_admin_updated on users;
create trigger users_role_last_admin_updated after update of role, deletes_at on users
  for each row when (
    old.role = 'admin' and old.deletes_at is null and (new.role <> 'admin' or new.deletes_at is not null))
  execute function app.keep_an_admin();
drop trigger users_role_last_admin_deleted on users;
create trigger users_role_last_admin_deleted after delete on users
  for each row when (old.role = 'admin' and old.deletes_at is null)
  execute function app.keep_an_admin();

drop trigger every_page_changed on users;
create trigger every_page_changed after update on users
  for each row when (
    old.suspended_at is distinct from new.suspended_at or old.deletes_at is distinct from new.deletes_at)
  execute function app.every_page_changed();

drop trigger letters_paused on users;
create trigger letters_paused after update on users
  for each row when (
    (old.suspended_at is null and new.suspended_at is not null)
    or (old.deletes_at is null and new.deletes_at is not null))
  execute function app.letters_paused();
