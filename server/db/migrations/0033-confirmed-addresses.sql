-- When somebody has shown that an account's address is theirs, and the link that asks them to. An admin's address, and
-- the owner's, is nobody else's to see in messaging.

alter table users
  add email_confirmed_at timestamptz,
  -- Of the token in the last link, which works once; and when its mail was asked for.
  add email_confirm_hash bytea
    constraint users_email_confirm_hash_length check (octet_length(email_confirm_hash) = 32),
  add email_confirm_sent_at timestamptz;

set local role handbill_system;
-- Until now an admin's address was never asked about. What they are they stay.
update users set email_confirmed_at = now() where role = 'admin';
reset role;

-- The desk says who the owner is.
grant select (email_confirmed_at) on users to handbill_admin;

grant create on schema app to handbill_system;
set local role handbill_system;

drop function app.shown_email(uuid);
drop function app.people(text, uuid, integer);

-- A musician's address as others see it: null when it is hidden, an admin's, or the owner's, which only the settings know.
create function app.shown_email(person uuid, owner_email text) returns text
  language sql stable security definer set search_path = ''
  as $$
    select email from public.users
    where id = person and role <> 'admin' and email is distinct from owner_email
      and not exists (select from public.message_settings where user_id = person and hides_email)
  $$;

-- All other accounts that aren't suspended, the newest first, after the one named; of those whose name or shown address
-- holds the words.
create function app.people(words text, after_id uuid, most integer, owner_email text)
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
    where person.id <> app.user_id() and person.suspended_at is null
      and (after_id is null or (person.created_at, person.id) < (
        select last.created_at, last.id from public.users last where last.id = after_id))
      and (words = ''
        or pg_catalog.strpos(pg_catalog.lower(profile.artist_name), pg_catalog.lower(words)) > 0
        or pg_catalog.strpos(shown.email, pg_catalog.lower(words)) > 0)
    order by person.created_at desc, person.id desc
    limit most
  $$;

revoke all on function app.shown_email, app.people from public;
grant execute on function app.shown_email, app.people to handbill_musician;

reset role;
revoke create on schema app from handbill_system;
