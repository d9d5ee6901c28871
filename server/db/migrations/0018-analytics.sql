-- How often what happened on which artist's page, by the day. Nothing in here is about anybody: there are sums, and for
-- as long as a day lasts the salted hashes that keep one visitor from being counted twice.

create table analytics_settings (
  user_id uuid primary key references users on delete cascade,
  -- An IANA name: when the musician's days begin.
  time_zone text not null constraint analytics_settings_time_zone_format
    check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$' and char_length(time_zone) <= 64)
);

create table analytics_days (
  user_id uuid not null references users on delete cascade,
  -- What `value` tells apart: nothing; where visitors come from; what they hold in their hands; which track, file or
  -- link it was, by its id.
  facet text not null
    constraint analytics_days_facet_known check (facet in ('all', 'source', 'device', 'target')),
  day date not null,
  kind text not null constraint analytics_days_kind_known
    check (kind in ('views', 'visitors', 'plays', 'downloads', 'clicks', 'signups', 'bookings')),
  value text not null default ''
    constraint analytics_days_value_length check (char_length(value) <= 100),
  count integer not null constraint analytics_days_count_range check (count > 0),
  primary key (user_id, facet, day, kind, value)
);

-- How often each part of a track was heard, a part being one of 48 alike.
create table analytics_listening (
  track_id uuid not null references music_tracks on delete cascade,
  -- -infinity for all days together: days older than the longest span the page offers are not kept one by one.
  day date not null,
  user_id uuid not null references users on delete cascade,
  heard integer[] not null constraint analytics_listening_heard_length check (array_length(heard, 1) = 48),
  primary key (track_id, day)
);
create index analytics_listening_user_id_idx on analytics_listening (user_id, day);
create index analytics_listening_day_idx on analytics_listening (day);

-- Both go when their day is over everywhere. Without its salt a hash leads back to nobody.
create table analytics_salts (
  day date primary key,
  salt bytea not null constraint analytics_salts_salt_length check (octet_length(salt) = 32)
);
create table analytics_visitors (
  user_id uuid not null references users on delete cascade,
  day date not null,
  hash bytea not null constraint analytics_visitors_hash_length check (octet_length(hash) = 16),
  primary key (user_id, day, hash)
);
create index analytics_visitors_day_idx on analytics_visitors (day);

do $$
declare
  name text;
begin
  foreach name in array array[
    'analytics_settings', 'analytics_days', 'analytics_listening', 'analytics_salts', 'analytics_visitors'
  ] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy system on %I to handbill_system using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on %I to handbill_system', name);
  end loop;
end $$;

create policy own on analytics_settings for select to handbill_musician using (user_id = app.user_id());
create policy own_new on analytics_settings for insert to handbill_musician with check (user_id = app.user_id());
create policy own_changed on analytics_settings for update to handbill_musician using (user_id = app.user_id());
grant select (user_id, time_zone), insert (user_id, time_zone), update (time_zone)
  on analytics_settings to handbill_musician;

create policy own on analytics_days for select to handbill_musician using (user_id = app.user_id());
grant select (user_id, facet, day, kind, value, count) on analytics_days to handbill_musician;
create policy own on analytics_listening for select to handbill_musician using (user_id = app.user_id());
grant select (track_id, day, user_id, heard) on analytics_listening to handbill_musician;

-- Which day it is for an artist. A time zone that this database doesn't know stops nobody from writing.
create function app.own_day(artist uuid, at timestamptz) returns date
  language plpgsql stable set search_path = ''
  as $$
  begin
    return (at at time zone coalesce(
      (select time_zone from public.analytics_settings where user_id = artist), 'UTC'))::date;
  exception when invalid_parameter_value then
    return (at at time zone 'UTC')::date;
  end $$;
revoke all on function app.own_day from public;
grant execute on function app.own_day to handbill_musician, handbill_system;

grant create on schema app to handbill_system;
set local role handbill_system;

-- Counts what visitors write, in the transaction that stores it. It runs as the system, because nobody else counts.
create function app.count_written() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  begin
    insert into public.analytics_days as counted (user_id, facet, day, kind, count)
    values (new.musician_id, 'all', app.own_day(new.musician_id, pg_catalog.now()), tg_argv[0], 1)
    on conflict (user_id, facet, day, kind, value) do update set count = counted.count + 1;
    return null;
  end $$;

revoke all on function app.count_written from public;
-- Whoever makes a trigger must be allowed to run it.
grant execute on function app.count_written to session_user;

reset role;
revoke create on schema app from handbill_system;

-- Not those whom the musician adds.
create trigger count_written after insert on newsletter_subscribers
  for each row when (new.source = 'bio_page') execute function app.count_written('signups');
create trigger count_written after insert on booking_requests
  for each row execute function app.count_written('bookings');
