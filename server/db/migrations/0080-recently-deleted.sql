-- What a musician has deleted, as it was, for as long as they may bring it back. The row itself is gone from its table,
-- so that nothing else has to know of deletions.

create table deleted_items (
  -- Of the deleted row.
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null constraint deleted_items_kind_known
    check (kind in ('track', 'photo', 'video', 'event', 'link', 'social-link', 'payment-link', 'press-kit')),
  -- What its owner knows it by; empty for a photo without a caption.
  name text not null constraint deleted_items_name_length check (char_length(name) <= 300),
  deleted_at timestamptz not null default now() constraint deleted_items_deleted_at_years
    check (deleted_at >= '1900-01-01 00:00+00' and deleted_at < '2200-01-01 00:00+00'),
  -- Of its file, where no row of stored_images has them.
  bytes bigint not null default 0 constraint deleted_items_bytes_range check (bytes >= 0),
  -- The row, and by their tables those that went with it.
  content jsonb not null
);
create index deleted_items_user_id_idx on deleted_items (user_id, deleted_at desc, id);
create index deleted_items_deleted_at_idx on deleted_items (deleted_at);

-- Their files. Being named here keeps them in the store, and nobody may read them.
create table deleted_files (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null references deleted_items on delete cascade,
  user_id uuid not null references users on delete cascade,
  url text not null constraint deleted_files_url_address check (app.is_own_upload(url, user_id))
);
create index deleted_files_item_id_idx on deleted_files (item_id);
create index deleted_files_user_id_idx on deleted_files (user_id);
create index deleted_files_url_idx on deleted_files (url);

alter table deleted_items enable row level security, force row level security;
create policy system on deleted_items to handbill_system using (true) with check (true);
grant select, insert, update, delete on deleted_items to handbill_system;
alter table deleted_files enable row level security, force row level security;
create policy system on deleted_files to handbill_system using (true) with check (true);
grant select, insert, update, delete on deleted_files to handbill_system;

create trigger file_unnamed after delete or update of url on deleted_files
  for each row execute function app.file_unnamed('url');

-- The system sees these rows and keeps the files; nobody else does.
do $$
begin
  execute replace(
    pg_get_functiondef('app.may_read_file'::regproc),
    'or exists (select from public.photo_gallery ',
    'or exists (select from public.deleted_files where url = address)
        or exists (select from public.photo_gallery ');
end $$;

grant create on schema app to handbill_system;
set local role handbill_system;

-- The table of a kind. Each has an owner in user_id.
create function app.table_of_deleted(kind text) returns text
  language sql immutable set search_path = ''
  as $$
    select case kind
      when 'track' then 'music_tracks' when 'photo' then 'photo_gallery' when 'video' then 'video_gallery'
      when 'event' then 'events' when 'link' then 'page_links' when 'social-link' then 'social_links'
      when 'payment-link' then 'payment_links' when 'press-kit' then 'press_kits'
    end
  $$;

-- Deletes those of the asking musician's rows that have these ids, and keeps them to be brought back.
create function app.delete_restorably(of_kind text, ids uuid[]) returns setof uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    relation text := app.table_of_deleted(of_kind);
    item jsonb;
    item_id uuid;
  begin
    if not app.may_write() then
      return;
    end if;
    for item in execute pg_catalog.format(
      'select to_jsonb(item) from public.%I item where id = any ($1) and user_id = $2 order by id for update', relation)
      using ids, app.user_id()
    loop
      item_id := item ->> 'id';
      insert into public.deleted_items (id, user_id, kind, name, bytes, content)
      values (
        item_id, app.user_id(), of_kind,
        pg_catalog.left(coalesce(item ->> 'title', item ->> 'caption', item ->> 'file_name', item ->> 'url'), 300),
        coalesce((item ->> 'file_size')::bigint, 0),
        pg_catalog.jsonb_build_object('row', item) || case of_kind when 'track' then pg_catalog.jsonb_build_object(
          'release_tracks', (
            select pg_catalog.jsonb_agg(pg_catalog.to_jsonb(entry))
            from public.release_tracks entry where track_id = item_id),
          'private_links', (
            select pg_catalog.jsonb_agg(pg_catalog.to_jsonb(link))
            from public.private_links link where track_id = item_id),
          'former_music_slugs', (
            select pg_catalog.jsonb_agg(pg_catalog.to_jsonb(former))
            from public.former_music_slugs former where track_id = item_id),
          'analytics_listening', (
            select pg_catalog.jsonb_agg(pg_catalog.to_jsonb(listening))
            from public.analytics_listening listening where track_id = item_id),
          -- These stay where they are, and lose their track for as long as it is away.
          'fan_comments', (
            select pg_catalog.jsonb_agg(id) from public.fan_comments where track_id = item_id),
          'message_attachments', (
            select pg_catalog.jsonb_agg(id) from public.message_attachments where track_id = item_id)
        ) else '{}' end);
      insert into public.deleted_files (item_id, user_id, url)
      select item_id, app.user_id(), value
      from pg_catalog.jsonb_each_text(item)
      where key in ('file_url', 'cover_image', 'playback_url', 'image_url') and value is not null;
      execute pg_catalog.format('delete from public.%I where id = $1', relation) using item_id;
      return next item_id;
    end loop;
  end $$;

-- Writes rows that were kept as JSON. Columns that have come since get their defaults.
create function app.insert_kept(relation text, kept jsonb) returns void
  language plpgsql volatile set search_path = ''
  as $$
  declare
    columns text;
  begin
    if pg_catalog.jsonb_array_length(coalesce(nullif(kept, 'null'), '[]')) = 0 then
      return;
    end if;
    select pg_catalog.string_agg(pg_catalog.quote_ident(attname), ', ') into columns
    from pg_catalog.pg_attribute
    where attrelid = pg_catalog.format('public.%I', relation)::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and kept -> 0 ? attname;
    execute pg_catalog.format(
      'insert into public.%1$I (%2$s) select %2$s from jsonb_populate_recordset(null::public.%1$I, $1)',
      relation, columns) using kept;
  end $$;

-- What has come with a track. `is_apart`: one of its releases is full.
create function app.restore_with_track(track uuid, kept jsonb, out is_apart boolean)
  language plpgsql volatile set search_path = ''
  as $$
  declare
    was_out_at timestamptz := (kept -> 'row' ->> 'out_at')::timestamptz;
    entry jsonb;
    release uuid;
  begin
    is_apart := false;
    for entry in select value from pg_catalog.jsonb_array_elements(coalesce(nullif(kept -> 'release_tracks', 'null'), '[]'))
    loop
      select id into release from public.releases where id = (entry ->> 'release_id')::uuid for update;
      continue when release is null;
      if (select count(*) from public.release_tracks where release_id = release) >= 200 then
        is_apart := true;
        continue;
      end if;
      -- At its place; behind the others where another one has it by now.
      if exists (
        select from public.release_tracks
        where release_id = release and "position" = (entry ->> 'position')::integer)
      then
        entry := pg_catalog.jsonb_set(entry, '{position}', (
          select pg_catalog.to_jsonb(max("position") + 1) from public.release_tracks where release_id = release));
      end if;
      perform app.insert_kept('release_tracks', pg_catalog.jsonb_build_array(entry));
    end loop;
    -- It was to come with a release that is no more: nobody has decided that it may be heard.
    update public.music_tracks set is_visible = false
    where id = track and was_out_at > pg_catalog.now() and out_at is null;
    perform app.insert_kept('private_links', kept -> 'private_links');
    perform app.insert_kept('analytics_listening', kept -> 'analytics_listening');
    perform app.insert_kept('former_music_slugs', (
      select pg_catalog.jsonb_agg(former)
      from pg_catalog.jsonb_array_elements(coalesce(nullif(kept -> 'former_music_slugs', 'null'), '[]'))
        slugs (former)
      where not exists (
          select from public.music_tracks
          where user_id = (former ->> 'user_id')::uuid and slug = former ->> 'slug')
        and not exists (
          select from public.former_music_slugs taken
          where taken.user_id = (former ->> 'user_id')::uuid and kind = 'track' and taken.slug = former ->> 'slug')));
    update public.fan_comments set track_id = track
    where track_id is null and id in (
      select value::uuid
      from pg_catalog.jsonb_array_elements_text(coalesce(nullif(kept -> 'fan_comments', 'null'), '[]')));
    update public.message_attachments set track_id = track
    where track_id is null and id in (
      select value::uuid
      from pg_catalog.jsonb_array_elements_text(coalesce(nullif(kept -> 'message_attachments', 'null'), '[]')));
  end $$;

-- Brings back what the asking musician has deleted. Of each it says: 'back'; 'moved', at another address because a track
-- has its own by now; 'apart', but not on a release that is full; 'taken', because something stands in its place: then it
-- is kept as it was. What isn't there (any more) is left out.
create function app.restore_deleted(ids uuid[]) returns table (item_id uuid, outcome text)
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    item public.deleted_items;
    restored jsonb;
    slug_now text;
    withdrawn integer;
  begin
    if not app.may_write() then
      return;
    end if;
    for item in
      select * from public.deleted_items kept
      where kept.id = any (ids) and user_id = app.user_id() order by deleted_at, kept.id for update
    loop
      item_id := item.id;
      outcome := 'back';
      restored := item.content -> 'row';
      begin
        case item.kind
          when 'track' then
            -- Its releases say anew when it is out.
            restored := restored - 'out_at';
          when 'video' then
            if exists (select from public.video_gallery where user_id = item.user_id and is_primary) then
              restored := restored || '{"is_primary": false}';
            end if;
          when 'event' then
            delete from public.withdrawn_events where id = item.id returning sequence into withdrawn;
            -- Later than what took it from the calendars.
            if withdrawn is not null then
              restored := restored || pg_catalog.jsonb_build_object('sequence', withdrawn + 1);
            end if;
          else null;
        end case;
        perform app.insert_kept(app.table_of_deleted(item.kind), pg_catalog.jsonb_build_array(restored));
        if item.kind = 'track' then
          if app.restore_with_track(item.id, item.content) then
            outcome := 'apart';
          end if;
          select slug into slug_now from public.music_tracks where id = item.id;
          if slug_now <> restored ->> 'slug' then
            outcome := 'moved';
          end if;
          if restored ->> 'analysed_at' is null then
            perform app.enqueue('track.analyse', pg_catalog.jsonb_build_object('trackId', item.id), pg_catalog.now());
          end if;
        end if;
        delete from public.deleted_items where id = item.id;
      exception when unique_violation then
        outcome := 'taken';
      end;
      return next;
    end loop;
  end $$;

revoke all on function app.table_of_deleted, app.delete_restorably, app.insert_kept, app.restore_with_track,
  app.restore_deleted from public;
grant execute on function app.delete_restorably, app.restore_deleted to handbill_musician;

reset role;
revoke create on schema app from handbill_system;
