-- What an artist writes may stand in more languages than one: the page's own language in the columns, each other one in its
-- row's `translations`, as {"de": {"title": "…"}}. A text that isn't there is shown as it is.

-- The languages that the artist writes in beside the page's. Translations into others stay, and show nowhere.
alter table musician_profiles
  add other_languages text[] not null default '{}'
    constraint musician_profiles_other_languages_tags check (
      cardinality(other_languages) <= 20
      and (other_languages = '{}' or array_to_string(other_languages, ' ', '?')
        ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}( [a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2})*$')),
  add constraint musician_profiles_other_languages_beside check (
    other_languages = '{}' or (page_language is not null and page_language <> all (other_languages)));

-- Whether these are texts by languages and fields. `lines` and `texts`: the fields that there may be, with the longest that
-- each may be; lines have no line breaks.
create function app.are_translations(translations jsonb, lines jsonb, texts jsonb) returns boolean
  language plpgsql immutable parallel safe set search_path = ''
  as $$
  declare
    language record;
    field record;
  begin
    if translations = '{}' then
      return true;
    end if;
    if pg_catalog.jsonb_typeof(translations) <> 'object' or pg_catalog.octet_length(translations::text) > 500000 then
      return false;
    end if;
    if (select count(*) from pg_catalog.jsonb_object_keys(translations)) > 20 then
      return false;
    end if;
    for language in select key, value from pg_catalog.jsonb_each(translations) loop
      if language.key !~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$' or pg_catalog.jsonb_typeof(language.value) <> 'object' then
        return false;
      end if;
      for field in select key, value, value #>> '{}' as text from pg_catalog.jsonb_each(language.value) loop
        if pg_catalog.jsonb_typeof(field.value) <> 'string' or not (case
          when lines ? field.key then app.is_line(field.text, (lines ->> field.key)::integer)
          when texts ? field.key then
            app.is_text(field.text, (texts ->> field.key)::integer) and app.is_plain(field.text)
          else false end)
        then
          return false;
        end if;
      end loop;
    end loop;
    return true;
  end $$;
revoke all on function app.are_translations from public;
grant execute on function app.are_translations
  to handbill_visitor, handbill_musician, handbill_admin, handbill_system;

alter table musician_profiles add translations jsonb not null default '{}'
  constraint musician_profiles_translations_fields
    check (app.are_translations(translations, '{"location": 100}', '{"bio": 500}'));
alter table music_tracks add translations jsonb not null default '{}'
  constraint music_tracks_translations_fields
    check (app.are_translations(translations, '{"title": 300}', '{"credits": 5000}'));
alter table releases add translations jsonb not null default '{}'
  constraint releases_translations_fields
    check (app.are_translations(translations, '{"title": 300}', '{"description": 5000, "credits": 5000}'));
alter table photo_gallery add translations jsonb not null default '{}'
  constraint photo_gallery_translations_fields
    check (app.are_translations(translations, '{}', '{"caption": 500, "alt_text": 500}'));
alter table video_gallery add translations jsonb not null default '{}'
  constraint video_gallery_translations_fields
    check (app.are_translations(translations, '{"title": 200}', '{}'));
alter table page_links add translations jsonb not null default '{}'
  constraint page_links_translations_fields check (app.are_translations(translations, '{"title": 80}', '{}'));
alter table events add translations jsonb not null default '{}'
  constraint events_translations_fields
    check (app.are_translations(translations, '{"title": 200}', '{"description": 5000}'));
alter table letters add translations jsonb not null default '{}'
  constraint letters_translations_fields
    check (app.are_translations(translations, '{"title": 150, "preheader": 150}', '{"body": 20000}'));

grant select (other_languages, translations) on musician_profiles to handbill_visitor, handbill_musician, handbill_admin;
grant insert (other_languages, translations), update (other_languages, translations)
  on musician_profiles to handbill_musician;
do $$
declare
  relation text;
begin
  foreach relation in array
    array['music_tracks', 'releases', 'photo_gallery', 'video_gallery', 'page_links', 'events', 'letters']
  loop
    execute format(
      'grant select (translations) on %1$I to handbill_visitor, handbill_musician;
       grant insert (translations), update (translations) on %1$I to handbill_musician', relation);
  end loop;
end $$;

grant create on schema app to handbill_system;
set local role handbill_system;

-- As before, with the titles' translations: credits are for those who may hear the track.
drop function app.release_track_list;
create function app.release_track_list(of_release uuid)
  returns table (track_id uuid, "position" integer, title text, duration integer, translations jsonb)
  language sql stable security definer rows 20 set search_path = ''
  as $$
    select track.id, entry.position, track.title, track.duration, (
      select coalesce(pg_catalog.jsonb_object_agg(key, value - 'credits'), '{}')
      from pg_catalog.jsonb_each(track.translations))
    from public.releases release
      join public.release_tracks entry on entry.release_id = release.id
      join public.music_tracks track on track.id = entry.track_id
    where release.id = of_release and release.published_at <= pg_catalog.now() and release.deleted_at is null
      and track.is_visible and release.user_id not in (select app.suspended())
    order by entry.position
  $$;
revoke all on function app.release_track_list from public;
grant execute on function app.release_track_list to handbill_visitor, handbill_musician;

drop function app.letter_at;
create function app.letter_at(address uuid)
  returns table (id uuid, musician_id uuid, title text, body text, blocks jsonb, translations jsonb,
    started_at timestamptz, in_archive boolean)
  language sql stable security definer rows 1 set search_path = ''
  as $$
    select letter.id, letter.musician_id, letter.title, letter.body, letter.blocks, letter.translations,
      letter.started_at, letter.in_archive
    from public.letters letter
    where letter.id = address and letter.started_at is not null
      and letter.musician_id not in (select app.suspended())
  $$;
revoke all on function app.letter_at from public;
grant execute on function app.letter_at to handbill_visitor;

reset role;
revoke create on schema app from handbill_system;
