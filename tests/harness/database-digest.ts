import type { Client } from "pg";

/** Everything that a database is, to compare it before and after: objects with their definitions and rights, and all rows. */
export async function databaseDigest(owner: Client): Promise<Record<string, string>> {
  const { rows: objects } = await owner.query<{ kind: string; digest: string }>(
    `with ours as (select oid from pg_namespace where nspname in ('public', 'app'))
     select kind, count(*) || ' ' || md5(string_agg(line, E'\\n' order by line)) as digest from (
       select 'relations' as kind, concat_ws(' ', oid::regclass, relkind, relacl::text, relrowsecurity, relforcerowsecurity) as line
         from pg_class where relnamespace in (select oid from ours)
       union all select 'columns', concat_ws(' ', attrelid::regclass, attname, atttypid::regtype, attnotnull, attgenerated, attacl::text,
                                             pg_get_expr(adbin, adrelid))
         from pg_attribute join pg_class on pg_class.oid = attrelid
         left join pg_attrdef on adrelid = attrelid and adnum = attnum
         where relnamespace in (select oid from ours) and relkind <> 'i' and attnum > 0 and not attisdropped
       union all select 'constraints', concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
         from pg_constraint where connamespace in (select oid from ours)
       union all select 'indexes', pg_get_indexdef(indexrelid)
         from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace in (select oid from ours)
       union all select 'functions', concat_ws(' ', pg_get_functiondef(oid), proowner::regrole, proacl::text)
         from pg_proc where pronamespace in (select oid from ours) and prokind = 'f'
       union all select 'triggers', concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
         from pg_trigger join pg_class on pg_class.oid = tgrelid where not tgisinternal and relnamespace in (select oid from ours)
       union all select 'policies', concat_ws(' ', polrelid::regclass, polname, polcmd, polpermissive, polroles::regrole[]::text,
                                              pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
         from pg_policy
     ) lines group by kind`,
  );
  const digests = Object.fromEntries(objects.map(({ kind, digest }) => [kind, digest]));
  return { ...digests, ...(await rowDigests(owner)) };
}

/** How many rows each table has and their digest, whatever their order. The connection must see all rows. */
export async function rowDigests(owner: Client): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r'
       and relnamespace in (select oid from pg_namespace where nspname in ('public', 'app')) order by name`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await owner.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row::text, ',' order by row::text)), '') as digest
       from ${name} row`,
    );
    digests[name] = rows[0]?.digest ?? "";
  }
  return digests;
}
