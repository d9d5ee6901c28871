import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { fileColumns, ownedTables } from "#server/features.ts";
import { freshDatabase } from "../tests/harness/database.ts";
import { declarations } from "./declarations.server.ts";

// The features' statements about their tables, compared with the catalogue.

const db = await freshDatabase();
afterAll(() => db.close());

async function catalogue<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await db.asSystem().read((tx) => query.execute(tx))).rows;
}

/** Triggers with what they call, its arguments, and the events on which they do. */
const triggers = await catalogue(sql<{
  table: string;
  calls: string;
  arguments: string[];
  events: ("insert" | "update" | "delete")[];
}>`
  select relname as table, proname as calls,
    regexp_split_to_array(trim(trailing '\\000' from encode(tgargs, 'escape')), '\\\\000') as arguments,
    array_remove(array[
      case when tgtype & 4 > 0 then 'insert' end, case when tgtype & 16 > 0 then 'update' end,
      case when tgtype & 8 > 0 then 'delete' end], null) as events
  from pg_trigger
  join pg_class on pg_class.oid = tgrelid
  join pg_proc on pg_proc.oid = tgfoid
  where relnamespace = 'public'::regnamespace and not tgisinternal`);

/** References that delete the row with the one it refers to. */
const cascades = await catalogue(sql<{ table: string; column: string; to: string }>`
  select own.relname as table, attname as column, other.relname as to
  from pg_constraint
  join pg_class own on own.oid = conrelid
  join pg_class other on other.oid = confrelid
  join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and confdeltype = 'c' and own.relnamespace = 'public'::regnamespace`);

test("every table is claimed, by a feature or by the server", async () => {
  const tables = await catalogue(sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`);
  const claimed = declarations.tables.map(({ table }) => table);
  expect(claimed.sort()).toEqual(tables.map(({ name }) => name).sort());
});

test("tables that go with an account have an owner column that cascades", () => {
  const owned = ownedTables(declarations);
  const names = ["users", ...owned.map(({ table }) => table)];
  const cascading = cascades.map(({ table }) => table).sort();
  expect(owned.map(({ table }) => table).sort()).toEqual([...new Set(cascading)]);
  for (const { table, owner } of owned) {
    for (const column of [owner].flat()) {
      const to = cascades.find((each) => each.table === table && each.column === column)?.to;
      expect(names, `${table}.${column}`).toContain(to);
    }
  }
});

function calling(name: string, table: string) {
  return triggers.filter((trigger) => trigger.calls === name && trigger.table === table);
}

test("a table drops the cached pages that it says, with every change", () => {
  for (const { table, owner, dropsPages } of declarations.tables) {
    const own = calling("page_changed", table);
    const every = calling("every_page_changed", table);
    const isOwn = dropsPages === "owner's" || dropsPages === "both";
    const isEvery = dropsPages === "everyone's" || dropsPages === "both";
    expect.soft([own.length > 0, every.length > 0], table).toEqual([isOwn, isEvery]);
    for (const trigger of own) expect.soft(trigger.arguments[0], table).toBe(owner);
    const events = new Set([...own, ...every].flatMap((trigger) => trigger.events));
    if (isOwn) expect.soft([...events].sort(), table).toEqual(["delete", "insert", "update"]);
  }
});

test("a table has the files removed that it no longer names", () => {
  for (const { table, files = [] } of declarations.tables) {
    for (const event of ["update", "delete"] as const) {
      const watching = calling("file_unnamed", table).filter(({ events }) => events.includes(event));
      const columns = watching.flatMap((trigger) => trigger.arguments);
      expect.soft(columns.sort(), `${table}, ${event}`).toEqual([...files].sort());
    }
  }
});

test("a column that can only hold one's own uploads is declared, and the files that are declared can be read", async () => {
  const uploads = await catalogue(sql<{ column: string }>`
    select relname || '.' || attname as column
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and relname <> 'stored_images'
      and pg_get_constraintdef(pg_constraint.oid) like '%app.is_own_upload(' || attname || '%'`);
  const [readable] = await catalogue(sql<{ body: string }>`
    select pg_get_functiondef('app.may_read_file'::regproc) as body`);
  const declared = fileColumns(declarations);
  const own = declared.filter((each) => each.owner).map(({ table, column }) => `${table}.${column}`);
  expect(own.sort()).toEqual(uploads.map(({ column }) => column).sort());
  for (const { table, column } of declared) {
    expect(readable?.body).toMatch(new RegExp(`public\\.${table} where[^)]*\\b${column} = address`));
  }
});

test("owners can read the columns of their exported rows, and visitors those that clicks are counted by", async () => {
  const policies = await catalogue(sql<{ table: string; roles: string[]; using: string }>`
    select tablename as table, roles::text[] as roles, coalesce(qual, '') as using
    from pg_policies where permissive = 'PERMISSIVE' and cmd in ('ALL', 'SELECT')`);
  const readers = (table: string, role: string) =>
    policies.filter((policy) => policy.table === table && policy.roles.includes(role));
  for (const { table, owner, exported, counted } of ownedTables(declarations)) {
    if (exported === true) {
      const own = new RegExp(`${owner} = \\(? ?(select )?app\\.user_id\\(\\)|^true$`, "im");
      const using = readers(table, "handbill_musician").map((policy) => policy.using);
      expect.soft(using.join("\n"), table).toMatch(own);
    }
    if (counted) expect.soft(readers(table, "handbill_visitor"), table).not.toEqual([]);
  }
});
