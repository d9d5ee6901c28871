-- Musicians and admins find people by their names without accents too, as lists and the palette do (0122): "bjork" finds "Björk".
grant execute on function app.searchable to handbill_system;

do $$
declare
  operators text;
begin
  select pg_catalog.format('%I.gin_trgm_ops', nspname) into operators
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
  where extname = 'pg_trgm' and to_regclass('public.musician_profiles_name_parts_idx') is not null;
  if found then
    drop index musician_profiles_name_parts_idx;
    execute 'create index musician_profiles_name_parts_idx on musician_profiles using gin (app.searchable(name_key) '
      || operators || ')';
  end if;
end $$;

grant create on schema app to handbill_system;
set local role handbill_system;

-- As before, but for names.
create or replace function app.people(words text, after_id uuid, most integer, owner_email text)
  returns table (id uuid, email text, artist_name text, avatar_url text)
  language plpgsql stable security definer set search_path = ''
  as $function$
  begin
    return query execute $$
      with named as (
        select person.id, person.created_at
        from public.users person join public.musician_profiles profile on profile.user_id = person.id
        where app.searchable(profile.name_key) like $6
          and person.id <> app.user_id() and person.suspended_at is null and person.deletes_at is null
          and ($3 is null or (person.created_at, person.id) < (
            select last.created_at, last.id from public.users last where last.id = $3))
        order by person.created_at desc, person.id desc
        limit $5
      ), addressed as (
        select person.id, person.created_at
        from public.users person
        where ($1 = ''
            or person.email like $2 and person.role <> 'admin' and person.email is distinct from $4
              and not exists (
                select from public.message_settings setting where setting.user_id = person.id and setting.hides_email))
          and person.id <> app.user_id() and person.suspended_at is null and person.deletes_at is null
          and ($3 is null or (person.created_at, person.id) < (
            select last.created_at, last.id from public.users last where last.id = $3))
        order by person.created_at desc, person.id desc
        limit $5
      )
      select person.id,
        case
          when setting.hides_email is true or person.role = 'admin' or person.email = $4 then null
          else person.email end,
        profile.artist_name, profile.avatar_url
      from (select * from named union select * from addressed) found
        join public.users person on person.id = found.id
        left join public.musician_profiles profile on profile.user_id = person.id
        left join public.message_settings setting on setting.user_id = person.id
      order by found.created_at desc, found.id desc
      limit $5
    $$
    using words,
      -- The words themselves, anywhere: what means more in a pattern is escaped.
      '%' || pg_catalog.regexp_replace(pg_catalog.lower(words), '([\\%_])', '\\\1', 'g') || '%',
      after_id, owner_email, most,
      '%' || pg_catalog.regexp_replace(app.searchable(words), '([\\%_])', '\\\1', 'g') || '%';
  end $function$;

-- As before, but for names.
create or replace function app.accounts_with(words text, most integer) returns setof uuid
  language plpgsql stable security definer set search_path = ''
  as $function$
  begin
    if not app.is_admin() then
      return;
    end if;
    return query execute $$
      (select id from public.users where email like $1 limit $2)
      union
      (select user_id from public.musician_profiles where app.searchable(name_key) like $3 or custom_url like $1 limit $2)
    $$
    -- The words themselves, anywhere: what means more in a pattern is escaped.
    using '%' || pg_catalog.regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%', most,
    '%' || pg_catalog.regexp_replace(app.searchable(words), '([\\%_])', '\\\1', 'g') || '%';
  end $function$;

reset role;
revoke create on schema app from handbill_system;
