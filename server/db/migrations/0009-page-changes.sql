-- Says on the channel `pages` whose page has changed, by their user id, or `*` when any page may have. A notice goes
-- out with the commit, once for each artist however many rows there were.

-- For every table whose rows show on an artist's page. Its arguments: the column that holds the artist, then the
-- columns that no page shows.
create function app.page_changed() returns trigger
  language plpgsql set search_path = ''
  as $$
  declare
    before jsonb := to_jsonb(old);
    after jsonb := to_jsonb(new);
  begin
    if before - tg_argv[1:] is not distinct from after - tg_argv[1:] then
      return null;
    end if;
    if before is not null then
      perform pg_catalog.pg_notify('pages', before ->> tg_argv[0]);
    end if;
    if after is not null then
      perform pg_catalog.pg_notify('pages', after ->> tg_argv[0]);
    end if;
    return null;
  end $$;

create function app.every_page_changed() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    perform pg_catalog.pg_notify('pages', '*');
    return null;
  end $$;

revoke all on function app.page_changed(), app.every_page_changed() from public;

create trigger page_changed after insert or update or delete on music_tracks
  for each row execute function app.page_changed('user_id', 'play_count');
create trigger page_changed after insert or update or delete on photo_gallery
  for each row execute function app.page_changed('user_id');
create trigger page_changed after insert or update or delete on social_links
  for each row execute function app.page_changed('user_id');
create trigger page_changed after insert or update or delete on payment_links
  for each row execute function app.page_changed('user_id');
create trigger page_changed after insert or update or delete on video_gallery
  for each row execute function app.page_changed('user_id');
create trigger page_changed after insert or update or delete on press_kits
  for each row execute function app.page_changed('user_id');
create trigger page_changed after insert or update or delete on events
  for each row execute function app.page_changed('user_id');

-- A comment shows once it is approved.
create trigger page_changed_inserted after insert on fan_comments
  for each row when (new.is_approved) execute function app.page_changed('musician_id');
create trigger page_changed_updated after update on fan_comments
  for each row when (old.is_approved or new.is_approved) execute function app.page_changed('musician_id');
create trigger page_changed_deleted after delete on fan_comments
  for each row when (old.is_approved) execute function app.page_changed('musician_id');

create trigger page_changed after update on musician_profiles
  for each row execute function app.page_changed('user_id');

-- Which artist answers to an address, and which is the demo, depends on all of them.
create trigger every_page_changed after insert or delete on musician_profiles
  for each row execute function app.every_page_changed();
create trigger every_page_changed_updated after update on musician_profiles
  for each row when (
    (old.artist_name, old.custom_url, old.is_demo_profile)
      is distinct from (new.artist_name, new.custom_url, new.is_demo_profile)
    or new.is_demo_profile)
  execute function app.every_page_changed();

-- A background is everybody's.
create trigger every_page_changed after insert or update or delete on background_options
  for each row execute function app.every_page_changed();
