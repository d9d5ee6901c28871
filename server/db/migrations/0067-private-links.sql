-- Links by which a chosen few hear a hidden track, or a release that isn't out.

create table private_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- For the artist alone: whom it is for.
  name text not null constraint private_links_name_length check (app.is_line(name, 100)),
  -- The last part of its address. Its artist copies it again and again, so it is kept as it is.
  token text not null constraint private_links_token_key unique
    constraint private_links_token_format check (token ~ '^[A-Za-z0-9_-]{22}$'),
  track_id uuid,
  release_id uuid,
  -- Null: until it is revoked.
  expires_at timestamptz constraint private_links_expires_at_years
    check (expires_at >= '1900-01-01 00:00+00' and expires_at < '2200-01-01 00:00+00'),
  created_at timestamptz not null default now() constraint private_links_created_at_years
    check (created_at >= '1900-01-01 00:00+00' and created_at < '2200-01-01 00:00+00'),
  constraint private_links_one_thing check ((track_id is null) <> (release_id is null)),
  foreign key (user_id, track_id) references music_tracks (user_id, id) on delete cascade,
  foreign key (user_id, release_id) references releases (user_id, id) on delete cascade
);
create index private_links_user_id_idx on private_links (user_id, created_at desc);
create index private_links_track_id_idx on private_links (track_id);
create index private_links_release_id_idx on private_links (release_id);

-- The link with this token, while it leads anywhere: not past its end, nor while nothing of its artist is public, nor to a
-- deleted release. A hidden track and a draft are what such links are for.
create function app.private_link(of_token text) returns setof private_links
  language sql stable set search_path = ''
  as $$
    select link.*
    from public.private_links link
    where token = of_token and (expires_at is null or expires_at > pg_catalog.now())
      and user_id not in (select app.suspended())
      and not exists (
        select from public.releases release where release.id = link.release_id and release.deleted_at is not null)
  $$;
revoke all on function app.private_link from public;
grant execute on function app.private_link to handbill_system;

-- What a private link has brought is counted beside its artist's other numbers.
alter table analytics_days
  drop constraint analytics_days_facet_known,
  add constraint analytics_days_facet_known check (facet in ('all', 'source', 'device', 'target', 'link'));
