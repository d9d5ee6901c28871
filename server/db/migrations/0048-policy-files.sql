-- From here on the policies and grants of each table are a file of `policies/`; what earlier migrations granted counts
-- only until the files are applied. This table holds each file as it was applied.

create table app.policies (
  table_name text primary key,
  -- The text of the file.
  sql text not null,
  -- What the catalogue said right after it was applied: a difference means that somebody has changed it since.
  rights jsonb not null,
  -- The number of the set of files that this one came with. An older Handbill leaves newer ones alone.
  revision integer not null constraint policies_revision_range check (revision > 0),
  applied_at timestamptz not null default now()
);

-- A table's row-level security, policies and grants as the catalogue has them; null where there is no such table. The
-- expressions are spelled alike for everyone who asks, whatever their search_path.
create function app.rights_of(relation regclass) returns jsonb
  language sql stable set search_path = pg_catalog, public, pg_temp
  as $$
    select jsonb_build_object(
      'enabled', relrowsecurity,
      'forced', relforcerowsecurity,
      'policies', coalesce((
        select jsonb_object_agg(polname, jsonb_build_object(
            'command', polcmd, 'permissive', polpermissive,
            'roles', (select jsonb_agg(role::regrole::text order by role::regrole::text) from unnest(polroles) role),
            'using', pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid)))
        from pg_policy where polrelid = relation), '{}'),
      'grants', coalesce((
        select jsonb_object_agg(name, privileges) from (
          select role, jsonb_agg(privilege order by privilege collate "C") as privileges from (
            select grantee as role, privilege_type || case when is_grantable then ' to grant' else '' end as privilege
            from aclexplode(relacl)
            union all
            select acl.grantee, acl.privilege_type || case when acl.is_grantable then ' to grant' else '' end
              || ' (' || string_agg(attname, ', ' order by attname collate "C") || ')'
            from pg_attribute, aclexplode(attacl) acl
            where attrelid = relation and not attisdropped
            group by acl.grantee, acl.privilege_type, acl.is_grantable
          ) each
          group by role
        ) grants
        cross join lateral (select case role when 0 then 'public' else role::regrole::text end as name) named
        where name in ('public', 'handbill_visitor', 'handbill_musician', 'handbill_admin', 'handbill_system')
      ), '{}'))
    from pg_class where oid = relation
  $$;

-- Puts a table's policies and grants back as its file says, no more and no less. It belongs to the owner and takes
-- nothing but a table's name, so that an admin can't have it do anything of their own.
create or replace function app.reapply_rights(wanted text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
  declare
    file text;
    policy name;
  begin
    select sql into file from app.policies where table_name = wanted;
    if file is null then
      raise exception 'There is no table named %', wanted;
    end if;
    execute format('alter table %s disable row level security, no force row level security', wanted::regclass);
    for policy in select polname from pg_policy where polrelid = wanted::regclass loop
      execute format('drop policy %I on %s', policy, wanted::regclass);
    end loop;
    execute format(
      'revoke all on %s from public, handbill_visitor, handbill_musician, handbill_admin, handbill_system',
      wanted::regclass);
    execute file;
  end $$;

revoke all on function app.rights_of, app.reapply_rights from public;
grant execute on function app.rights_of to handbill_admin, handbill_system;
grant execute on function app.reapply_rights to handbill_admin;
