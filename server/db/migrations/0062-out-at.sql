-- When a track may be public by its releases, worked out when they change: to ask them for each track of each page takes
-- longer the more there are.

alter table music_tracks
  -- Null: it is on no living release. Infinity: those it is on are drafts.
  add out_at timestamptz;

grant create on schema app to handbill_system;
set local role handbill_system;

create function app.out_at_of(track uuid) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select min(
      case
        when release.published_at is null then 'infinity'
        when entry.is_early then release.published_at
        else greatest(release.published_at, release.released_at)
      end)
    from public.release_tracks entry
      join public.releases release on release.id = entry.release_id
    where entry.track_id = track and release.deleted_at is null
  $$;

-- For releases and their entries. Of two changes at once the second waits for the first, and then sees it.
create function app.track_out_changed() returns trigger
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    changed jsonb := coalesce(pg_catalog.to_jsonb(new), pg_catalog.to_jsonb(old));
  begin
    perform pg_catalog.pg_advisory_xact_lock(
      pg_catalog.hashtext('music_out'), pg_catalog.hashtext(changed ->> 'user_id') & 255);
    if tg_table_name = 'releases' then
      update public.music_tracks set out_at = app.out_at_of(id)
      where id in (select track_id from public.release_tracks where release_id = (changed ->> 'id')::uuid)
        and out_at is distinct from app.out_at_of(id);
    else
      update public.music_tracks set out_at = app.out_at_of(id)
      where id = (changed ->> 'track_id')::uuid and out_at is distinct from app.out_at_of(id);
    end if;
    return null;
  end $$;

create or replace function app.is_track_out(track uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select coalesce((select out_at <= pg_catalog.now() from public.music_tracks where id = track), true)
  $$;

revoke all on function app.out_at_of, app.track_out_changed from public;
-- Whoever makes a trigger must be allowed to run it.
grant execute on function app.track_out_changed to session_user;

update music_tracks set out_at = app.out_at_of(id) where id in (select track_id from release_tracks);

reset role;
revoke create on schema app from handbill_system;

create trigger track_out_changed after insert or delete or update of is_early on release_tracks
  for each row execute function app.track_out_changed();
create trigger track_out_changed after update on releases
  for each row when (
    (old.published_at, old.released_at, old.deleted_at)
      is distinct from (new.published_at, new.released_at, new.deleted_at))
  execute function app.track_out_changed();
