-- An admin's search finds words anywhere in an account's address, name or custom URL. Where pg_trgm has an index for the first
-- two (0108), it has one for the third as well.
do $$
declare
  operators text;
begin
  select pg_catalog.format('%I.gin_trgm_ops', nspname) into operators
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
  where extname = 'pg_trgm' and to_regclass('public.users_email_parts_idx') is not null;
  if found then
    execute 'create index musician_profiles_custom_url_parts_idx on musician_profiles using gin (custom_url ' || operators || ')';
  end if;
end $$;

grant create on schema app to handbill_system;
set local role handbill_system;

-- Accounts with these words, lower-case, for an admin; of each of both tables so many at most. As the system: a policy is to
-- be asked before any row is compared with words, so that no index would be used. The plan is for these very words, since
-- what many have is found soonest without the index.
create function app.accounts_with(words text, most integer) returns setof uuid
  language plpgsql stable security definer set search_path = ''
  as $function$
  begin
    if not app.is_admin() then
      return;
    end if;
    return query execute $$
      (select id from public.users where email like $1 limit $2)
      union
      (select user_id from public.musician_profiles where name_key like $1 or custom_url like $1 limit $2)
    $$
    -- The words themselves, anywhere: what means more in a pattern is escaped.
    using '%' || pg_catalog.regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%', most;
  end $function$;

revoke all on function app.accounts_with from public;
grant execute on function app.accounts_with to handbill_admin;

reset role;
revoke create on schema app from handbill_system;
