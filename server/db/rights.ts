import { sql } from "kysely";
import { escapeIdentifier, escapeLiteral } from "pg";
import type { Actor, Reader } from "./as.ts";
import expectedRights from "./rights.json" with { type: "json" };
import { applicationRoles } from "./roles.ts";

/** Who may do what to a table: which rows by its policies, which columns by its grants. */
interface TableRights {
  /** Whether row-level security is on, and binds its owner too. */
  enabled: boolean;
  forced: boolean;
  policies: Record<string, Policy>;
  /** By role: `SELECT`, or `UPDATE (role, title)` where it is for some columns. */
  grants: Record<string, string[]>;
}

interface Policy {
  permissive: string;
  command: string;
  roles: string[];
  using: string | null;
  check: string | null;
}

/** By table, `app.…` outside of `public`. */
export type Rights = Record<string, TableRights>;

/** What is not as the migrations made it. */
export interface RightsProblem {
  table: string;
  text: string;
}

/**
 * What the migrations have made, as the database spells it. The one description are the migrations: the test beside
 * this file writes this from them (`vitest run -u --project db server/db/schema.db.test.ts`).
 */
const expected: Rights = expectedRights;

const roles = Object.values(applicationRoles);

/** What there is now. Anybody may look. */
export async function currentRights(tx: Reader): Promise<Rights> {
  const { rows } = await sql<{ name: string; rights: TableRights }>`
    select case nspname when 'public' then relname else nspname || '.' || relname end as name,
      json_build_object(
        'enabled', relrowsecurity,
        'forced', relforcerowsecurity,
        'policies', coalesce((
          select json_object_agg(policyname, json_build_object(
              'permissive', permissive, 'command', cmd,
              'roles', (select array_agg(role order by role) from unnest(pg_policies.roles) role),
              'using', qual, 'check', with_check) order by policyname)
          from pg_policies where schemaname = nspname and tablename = relname), '{}'),
        'grants', coalesce((
          select json_object_agg(role, privileges order by role collate "C") from (
            select role, json_agg(privilege order by privilege collate "C") as privileges from (
              select grantee::regrole::text as role, privilege_type as privilege from aclexplode(relacl)
              union all
              select role, privilege || ' (' || string_agg(column_name, ', ' order by column_name collate "C") || ')' from (
                select attname::text as column_name, acl.grantee::regrole::text as role,
                  acl.privilege_type as privilege
                from pg_attribute, aclexplode(attacl) acl
                where attrelid = pg_class.oid and not attisdropped
              ) columns group by role, privilege
            ) every where role = any (${roles}) group by role
          ) by_role), '{}')) as rights
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'app') and relkind in ('r', 'p')
    order by nspname, relname`.execute(tx);
  return Object.fromEntries(rows.map(({ name, rights }) => [name, rights]));
}

/** Whatever of policies and grants is not as the migrations made it. */
export async function rightsProblems(tx: Reader): Promise<RightsProblem[]> {
  const current = await currentRights(tx);
  const problems: RightsProblem[] = [];
  for (const [table, wanted] of Object.entries(expected)) {
    const found = current[table];
    const say = (text: string) => problems.push({ table, text });
    if (!found) {
      say("The table is missing");
      continue;
    }
    if (found.enabled !== wanted.enabled || found.forced !== wanted.forced) {
      say("Row-level security is switched off");
    }
    for (const [name, policy] of Object.entries(wanted.policies)) {
      const other = found.policies[name];
      if (!other) say(`The policy "${name}" is missing`);
      else if (plain(other) !== plain(policy)) say(`The policy "${name}" was changed`);
    }
    for (const name of Object.keys(found.policies)) {
      if (!wanted.policies[name]) say(`The policy "${name}" is not Handbill's`);
    }
    for (const role of roles) {
      if (plain(found.grants[role] ?? []) !== plain(wanted.grants[role] ?? [])) {
        say(`What ${role} may do was changed`);
      }
    }
  }
  return problems;
}

/**
 * Puts a table's policies and grants back as the migrations made them, no more and no less.
 * @throws DatabaseError when the table is missing, `unavailable` when it is in use for longer than some seconds
 */
export async function reapplyRights(admin: Actor, table: string): Promise<void> {
  await admin.write((tx) => sql`select app.reapply_rights(${table})`.execute(tx));
}

function plain(value: Policy | string[]): string {
  return JSON.stringify(value).replaceAll(/(\\n|\s)+/g, " ");
}

/**
 * Makes the function by which an admin puts policies and grants back. It belongs to the owner and takes nothing but a
 * table's name: what it does stands in it.
 */
export const rightsFunction = `
  create or replace function app.reapply_rights(wanted text) returns void
    language plpgsql security definer set search_path = pg_catalog, public, pg_temp
    as $reapply$
    declare
      policy name;
    begin
      case wanted
      when '' then null;
${Object.entries(expected)
  .map(([table, rights]) => `      when ${escapeLiteral(table)} then\n${statementsFor(table, rights)}`)
  .join("\n")}
      else raise exception 'There is no table named %', wanted;
      end case;
    end $reapply$;
  revoke all on function app.reapply_rights(text) from public;
  grant execute on function app.reapply_rights(text) to ${applicationRoles.admin};
`;

function statementsFor(name: string, { enabled, forced, policies, grants }: TableRights): string {
  const [schema = "", relation = ""] = name.includes(".") ? name.split(".") : ["public", name];
  const table = `${escapeIdentifier(schema)}.${escapeIdentifier(relation)}`;
  return [
    `alter table ${table} ${enabled ? "enable" : "disable"} row level security`,
    `alter table ${table} ${forced ? "" : "no "}force row level security`,
    `for policy in select polname from pg_policy where polrelid = ${escapeLiteral(table)}::regclass loop
      execute format('drop policy %I on ${table}', policy); end loop`,
    ...Object.entries(policies).map(([policy, { permissive, command, roles, using, check }]) =>
      [
        `create policy ${escapeIdentifier(policy)} on ${table} as ${permissive} for ${command}`,
        `to ${roles.map(escapeIdentifier).join(", ")}`,
        using === null ? "" : `using (${using})`,
        check === null ? "" : `with check (${check})`,
      ].join(" "),
    ),
    `revoke all on ${table} from ${roles.join(", ")}`,
    ...Object.entries(grants).flatMap(([role, privileges]) =>
      privileges.map((privilege) => `grant ${privilege} on ${table} to ${escapeIdentifier(role)}`),
    ),
  ]
    .map((statement) => `        ${statement};`)
    .join("\n");
}
