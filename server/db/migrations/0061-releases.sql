-- Releases (singles, EPs, albums) with their tracks and links to services, and an address for each track and each
-- release.

-- The first instant of a day in a zone, also where clocks change at midnight: a second after the last one of the day
-- before. A zone that isn't known here counts as UTC.
create function app.day_begins(day date, zone text) returns timestamptz
  language plpgsql immutable parallel safe set search_path = ''
  as $$
  declare
    last_second timestamp := day::timestamp - interval '1 second';
  begin
    begin
      return ((last_second at time zone zone) at time zone 'UTC' + interval '1 second') at time zone 'UTC';
    exception when invalid_parameter_value then
      return day::timestamp at time zone 'UTC';
    end;
  end $$;

-- What a title makes of an address, as slugFrom does in app/shared/slug.ts: empty where it has no Latin letter or digit.
create function app.slug_of(title text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$
    select pg_catalog.btrim(
      pg_catalog.left(pg_catalog.regexp_replace(pg_catalog.lower(title collate "C"), '[^a-z0-9]+', '-', 'g'), 100), '-')
  $$;

revoke all on function app.day_begins, app.slug_of from public;
-- Whoever writes a release has its generated column worked out.
grant execute on function app.day_begins to handbill_musician, handbill_system;
grant execute on function app.slug_of to handbill_system;

alter table music_tracks
  -- The last part of its address: given by a trigger, whatever is written here is a wish.
  add slug text not null default '',
  add lyrics text
    constraint music_tracks_lyrics_length check (app.is_text(lyrics, 20000))
    constraint music_tracks_lyrics_plain check (app.is_plain(lyrics)),
  add credits text
    constraint music_tracks_credits_length check (app.is_text(credits, 5000))
    constraint music_tracks_credits_plain check (app.is_plain(credits)),
  add licence text not null default 'all-rights-reserved' constraint music_tracks_licence_known
    check (licence in ('all-rights-reserved', 'cc-by', 'cc-by-sa', 'cc-by-nd', 'cc-by-nc', 'cc-by-nc-sa',
      'cc-by-nc-nd', 'cc0')),
  -- Without hyphens: country, registrant, year, number.
  add isrc text constraint music_tracks_isrc_format check (isrc ~ '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$'),
  add constraint music_tracks_owner_key unique (user_id, id);

create table releases (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- As of tracks.
  slug text not null default '',
  title text not null constraint releases_title_length check (app.is_line(title, 300)),
  kind text not null default 'single' constraint releases_kind_known check (kind in ('single', 'ep', 'album')),
  description text
    constraint releases_description_length check (app.is_text(description, 5000))
    constraint releases_description_plain check (app.is_plain(description)),
  credits text
    constraint releases_credits_length check (app.is_text(credits, 5000))
    constraint releases_credits_plain check (app.is_plain(credits)),
  licence text not null default 'all-rights-reserved' constraint releases_licence_known
    check (licence in ('all-rights-reserved', 'cc-by', 'cc-by-sa', 'cc-by-nd', 'cc-by-nc', 'cc-by-nc-sa',
      'cc-by-nc-nd', 'cc0')),
  -- A UPC-A or an EAN-13.
  upc text constraint releases_upc_format check (upc ~ '^[0-9]{12,13}$'),
  cover_image text constraint releases_cover_image_address check (app.is_own_upload(cover_image, user_id)),
  -- Null: a draft. In the future: a draft that will be public then.
  published_at timestamptz constraint releases_published_at_years
    check (published_at >= '1900-01-01 00:00+00' and published_at < '2200-01-01 00:00+00'),
  -- Null: it is out as soon as it is published.
  release_date date constraint releases_release_date_years
    check (release_date >= '1900-01-01' and release_date < '2200-01-01'),
  time_zone text not null constraint releases_time_zone_format
    check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}$' and char_length(time_zone) <= 64),
  -- A published release is announced until then, and out from then on.
  released_at timestamptz
    generated always as (coalesce(app.day_begins(release_date, time_zone), published_at)) stored,
  -- Its owner may bring it back until it is swept.
  deleted_at timestamptz constraint releases_deleted_at_years
    check (deleted_at >= '1900-01-01 00:00+00' and deleted_at < '2200-01-01 00:00+00'),
  created_at timestamptz not null default now() constraint releases_created_at_years
    check (created_at >= '1900-01-01 00:00+00' and created_at < '2200-01-01 00:00+00'),
  updated_at timestamptz not null default now() constraint releases_updated_at_years
    check (updated_at >= '1900-01-01 00:00+00' and updated_at < '2200-01-01 00:00+00'),
  constraint releases_owner_key unique (user_id, id)
);
create index releases_user_id_idx on releases (user_id, created_at desc);
create index releases_cover_image_idx on releases (cover_image);
create index releases_deleted_at_idx on releases (deleted_at) where deleted_at is not null;

-- Both keys name the owner, so that nobody's track gets on another's release.
create table release_tracks (
  user_id uuid not null,
  release_id uuid not null,
  track_id uuid not null,
  position integer not null constraint release_tracks_position_range check (position > 0),
  -- It plays from the announcement on, before the others.
  is_early boolean not null default false,
  -- The release's deletion has hidden it; bringing the release back shows it again.
  is_hidden_with boolean not null default false,
  primary key (release_id, track_id),
  constraint release_tracks_position_key unique (release_id, position),
  foreign key (user_id, release_id) references releases (user_id, id) on delete cascade,
  foreign key (user_id, track_id) references music_tracks (user_id, id) on delete cascade
);
create index release_tracks_track_id_idx on release_tracks (track_id);
create index release_tracks_user_id_idx on release_tracks (user_id);

-- Where else a release can be heard or bought.
create table release_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  release_id uuid not null,
  position integer not null constraint release_links_position_range check (position > 0),
  platform text not null constraint release_links_platform_known
    check (platform in ('spotify', 'apple_music', 'soundcloud', 'bandcamp', 'tiktok', 'instagram', 'twitter',
      'youtube', 'facebook', 'website', 'tidal', 'deezer', 'amazon_music', 'youtube_music', 'audiomack', 'mixcloud',
      'beatport', 'twitch', 'discord', 'threads', 'bluesky', 'mastodon', 'bandsintown', 'songkick')),
  url text not null constraint release_links_url_address check (app.is_web_address(url)),
  constraint release_links_position_key unique (release_id, position),
  foreign key (user_id, release_id) references releases (user_id, id) on delete cascade
);
create index release_links_user_id_idx on release_links (user_id);

-- Addresses that tracks and releases had under an earlier title. Each leads to the present one, and no other track or
-- release gets it.
create table former_music_slugs (
  user_id uuid not null references users on delete cascade,
  kind text not null constraint former_music_slugs_kind_known check (kind in ('track', 'release')),
  slug text not null constraint former_music_slugs_slug_format
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  track_id uuid references music_tracks on delete cascade,
  release_id uuid references releases on delete cascade,
  primary key (user_id, kind, slug),
  constraint former_music_slugs_kind_of check (
    (kind = 'track') = (track_id is not null) and (kind = 'release') = (release_id is not null))
);
create index former_music_slugs_track_id_idx on former_music_slugs (track_id);
create index former_music_slugs_release_id_idx on former_music_slugs (release_id);

do $$
  declare
    relation text;
  begin
    foreach relation in array array['releases', 'release_tracks', 'release_links', 'former_music_slugs'] loop
      execute format('alter table %I enable row level security', relation);
      execute format('alter table %I force row level security', relation);
      execute format('create policy system on %I to handbill_system using (true) with check (true)', relation);
      execute format('grant select, insert, update, delete on %I to handbill_system', relation);
    end loop;
  end $$;

grant create on schema app to handbill_system;
set local role handbill_system;

-- Gives a new track or release its address, and another one to what gets another title; the one before is kept as a
-- former one. Its argument is the kind, which is also the address of a title without Latin letters and digits. Of two
-- at the same time, the second waits for the first.
create function app.give_music_slug() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    wish text := new.slug;
    given text;
    number integer := 1;
    is_taken boolean;
  begin
    if tg_op = 'UPDATE' and new.slug = old.slug then
      if old.slug <> '' and app.slug_of(new.title) = app.slug_of(old.title) then
        return new;
      end if;
      wish := '';
    end if;
    if wish = '' then
      wish := coalesce(nullif(app.slug_of(new.title), ''), tg_argv[0]);
    end if;
    -- One of 256, whichever the account's is: a statement over many accounts would need more locks than there are.
    perform pg_catalog.pg_advisory_xact_lock(
      pg_catalog.hashtext('music_slugs'), pg_catalog.hashtext(new.user_id::text) & 255);
    given := wish;
    loop
      execute pg_catalog.format(
        $sql$
          select exists (select from public.%I where user_id = $1 and slug = $2 and id <> $3)
            or exists (
              select from public.former_music_slugs
              where user_id = $1 and kind = $4 and slug = $2 and coalesce(track_id, release_id) <> $3)
        $sql$, tg_table_name)
        into is_taken using new.user_id, given, new.id, tg_argv[0];
      exit when not is_taken;
      number := number + 1;
      given := pg_catalog.rtrim(pg_catalog.left(wish, 99 - pg_catalog.length(number::text)), '-') || '-' || number;
    end loop;
    new.slug := given;
    if tg_op = 'UPDATE' and given <> old.slug then
      delete from public.former_music_slugs
      where user_id = new.user_id and kind = tg_argv[0] and slug = given;
      -- Nobody knows the address of a draft. A track has no such column.
      if old.slug <> '' and (pg_catalog.to_jsonb(old) -> 'published_at') is distinct from 'null'::jsonb then
        insert into public.former_music_slugs (user_id, kind, slug, track_id, release_id)
        values (
          new.user_id, tg_argv[0], old.slug,
          case tg_argv[0] when 'track' then new.id end, case tg_argv[0] when 'release' then new.id end);
      end if;
    end if;
    return new;
  end $$;

-- Whether a track may be public by its releases: it is on none, or one of them is out, or announced and plays it
-- already. It runs as the system, because nobody else sees the releases that aren't public.
create function app.is_track_out(track uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce(
      pg_catalog.bool_or(
        release.published_at is not null and release.published_at <= pg_catalog.now()
        and (release.released_at <= pg_catalog.now() or entry.is_early)),
      true)
    from public.release_tracks entry
      join public.releases release on release.id = entry.release_id
    where entry.track_id = track and release.deleted_at is null
  $$;

-- What everyone may know of a public release's tracks, also of those that may not be heard yet: not where their files
-- are. Hidden ones are left out.
create function app.release_track_list(of_release uuid)
  returns table (track_id uuid, "position" integer, title text, duration integer)
  language sql stable security definer rows 20 set search_path = ''
  as $$
    select track.id, entry.position, track.title, track.duration
    from public.releases release
      join public.release_tracks entry on entry.release_id = release.id
      join public.music_tracks track on track.id = entry.track_id
    where release.id = of_release and release.published_at <= pg_catalog.now() and release.deleted_at is null
      and track.is_visible and release.user_id not in (select app.suspended())
    order by entry.position
  $$;

revoke all on function app.give_music_slug, app.is_track_out, app.release_track_list from public;
-- Whoever makes a trigger must be allowed to run it.
grant execute on function app.give_music_slug to session_user;
grant execute on function app.is_track_out, app.release_track_list to handbill_visitor, handbill_musician;

reset role;
revoke create on schema app from handbill_system;

create trigger slug_given before insert or update of title, slug on music_tracks
  for each row execute function app.give_music_slug('track');
create trigger slug_given before insert or update of title, slug on releases
  for each row execute function app.give_music_slug('release');

-- The tracks of before get theirs, the oldest first.
set local role handbill_system;
do $$
  declare
    old_track uuid;
  begin
    for old_track in select id from music_tracks order by created_at, id loop
      update music_tracks set slug = '' where id = old_track;
    end loop;
  end $$;
reset role;

alter table music_tracks
  add constraint music_tracks_slug_format
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  add constraint music_tracks_slug_key unique (user_id, slug);
alter table releases
  add constraint releases_slug_format
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  add constraint releases_slug_key unique (user_id, slug);

create trigger page_changed after insert or update or delete on releases
  for each row execute function app.page_changed('user_id');
create trigger page_changed after insert or update or delete on release_tracks
  for each row execute function app.page_changed('user_id', 'is_hidden_with');
create trigger page_changed after insert or update or delete on release_links
  for each row execute function app.page_changed('user_id');

create trigger file_unnamed after delete or update of cover_image on releases
  for each row execute function app.file_unnamed('cover_image');

create or replace function app.may_read_file(address text) returns boolean
  language sql stable
  as $$
    select exists (select from public.music_tracks where file_url = address or cover_image = address)
        or exists (select from public.releases where cover_image = address)
        or exists (select from public.musician_profiles where avatar_url = address or cover_image = address)
        or exists (select from public.photo_gallery where image_url = address)
        or exists (select from public.press_kits where file_url = address)
        or exists (select from public.background_options where url = address)
  $$;
