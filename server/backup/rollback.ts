import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { type Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { variantAddress } from "../../app/shared/picture.ts";
import { migrate, ourMigrations } from "../db/migrate.ts";
import { contentTypeOf, isStoredPath } from "../storage/path.ts";
import type { Storage } from "../storage/storage.ts";
import type { OpenedBackup } from "./opened-backup.ts";
import { loadTables } from "./restore.ts";
import { leftOut } from "./tables.ts";

// Going back to the database of before an upgrade. The present tables are moved aside within one transaction, the backup is
// loaded beside them, and both are compared: what is written nowhere else goes into files before the present ones are dropped.

/** What a table has that the backup hasn't, in rows. */
export interface Difference {
  table: string;
  added: number;
  changed: number;
  /** In the backup and deleted since: they come back. */
  removed: number;
}

const aside = { public: "newer", app: "newer_app" };

/**
 * Puts the backup in the place of the database's tables. Call it in a transaction and under `withMigrationLock`, with no server
 * running; nothing has happened unless it is committed.
 * @param keptIn gets `rows/<table>.jsonl` and `files/<path>`: what was added or changed since, and what those rows name
 */
export async function goBack(
  owner: Client,
  backup: OpenedBackup,
  { storage, keptIn }: { storage: Storage; keptIn: string },
): Promise<Difference[]> {
  await moveAside(owner);
  await migrate(owner, ourMigrations, backup.manifest.migrations.length);
  await loadTables(owner, backup);
  const forced = await forcedTables(owner);
  for (const name of forced) await owner.query(`alter table ${name} no force row level security`);
  // A session that was ended since must not come back.
  await owner.query(
    `delete from sessions earlier where not exists
       (select from ${aside.public}.sessions since where since.token_hash = earlier.token_hash)`,
  );
  const differences: Difference[] = [];
  const named = new Set<string>();
  await mkdir(join(keptIn, "rows"), { recursive: true, mode: 0o700 });
  for (const table of await comparedTables(owner)) {
    const difference = await compare(owner, table);
    if (difference.added + difference.changed + difference.removed > 0) differences.push(difference);
    if (difference.added + difference.changed === 0) continue;
    const file = join(keptIn, "rows", `${difference.table}.jsonl`);
    await writeRows(owner, table, file);
    for await (const path of pathsIn(file)) named.add(path);
  }
  for (const path of named) {
    if (!(await storage.head(path))) continue;
    const copy = join(keptIn, "files", path);
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    await pipeline(await storage.read(path), createWriteStream(copy, { mode: 0o600 }));
  }
  for (const name of forced) await owner.query(`alter table ${name} force row level security`);
  await owner.query(`drop schema ${aside.public}, ${aside.app} cascade`);
  return differences;
}

/** Stores the files again that an earlier rollback has kept beside this archive, and that are gone since. */
export async function storeKeptFiles(archive: string, storage: Storage): Promise<void> {
  const folder = join(dirname(archive), "files");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length + 1);
    if (!isStoredPath(path) || (await storage.head(path))) continue;
    await storage.put(path, file, { contentType: contentTypeOf(path) ?? "" });
  }
}

/** The queue goes: the next start makes it anew, as the version of then knows it. */
async function moveAside(owner: Client): Promise<void> {
  await owner.query(`drop schema if exists pgboss cascade; create schema ${aside.public}`);
  const { rows } = await owner.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  for (const { name } of rows) {
    await owner.query(
      `alter table ${name} no force row level security; alter table ${name} set schema ${aside.public}`,
    );
  }
  const { rows: functions } = await owner.query<{ name: string; role: string }>(
    `select oid::regprocedure::text as name, proowner::regrole::text as role from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  );
  for (const { name, role } of functions) {
    // Only its owner may, which is mostly the system's role.
    await owner.query(`grant create on schema ${aside.public} to ${role}; set local role ${role};
      alter function ${name} set schema ${aside.public}; reset role`);
  }
  await owner.query(`alter schema app rename to ${aside.app}`);
}

async function forcedTables(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relforcerowsecurity and relkind = 'r'
       and relnamespace = any (array['public', 'app', '${aside.app}']::regnamespace[]::oid[])`,
  );
  return rows.map(({ name }) => name);
}

interface ComparedTable {
  schema: "public" | "app";
  name: string;
  /** In both, with the key's among them; empty where the backup has no such table. */
  columns: string[];
  key: string[];
}

async function comparedTables(owner: Client): Promise<ComparedTable[]> {
  const { rows } = await owner.query<ComparedTable>(
    `with since as (
       select pg_class.oid, case nspname when '${aside.public}' then 'public' else 'app' end as schema, relname
         from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname in ('${aside.public}', '${aside.app}') and relkind = 'r')
     select schema, relname as name,
       array(select a.attname::text from pg_attribute a join pg_attribute b on b.attname = a.attname
              where a.attrelid = since.oid and b.attrelid = earlier.oid and a.attnum > 0 and b.attnum > 0
                and not a.attisdropped and not b.attisdropped order by a.attnum) as columns,
       array(select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
              where indrelid = earlier.oid and indisprimary order by attnum) as key
       from since left join lateral (select to_regclass(format('%I.%I', schema, relname)) as oid) earlier on true
      where schema || '.' || relname <> all ($1) order by 1, 2`,
    [leftOut],
  );
  return rows;
}

/** `since`, joined with `earlier` by the key where there is such a table with a key. */
function joined({ schema, name, columns, key }: ComparedTable) {
  const table = escapeIdentifier(name);
  const since = `${aside[schema]}.${table}`;
  const isComparable = key.length > 0 && key.every((column) => columns.includes(column));
  const [first = ""] = key.map(escapeIdentifier);
  const texts = (side: string) =>
    columns.map((column) => `${side}.${escapeIdentifier(column)}::text`).join(", ");
  return isComparable
    ? {
        from: `${since} since full join ${schema}.${table} earlier on ${key
          .map(escapeIdentifier)
          .map((column) => `since.${column}::text = earlier.${column}::text`)
          .join(" and ")}`,
        added: `earlier.${first} is null`,
        removed: `since.${first} is null`,
        changed: `since.${first} is not null and earlier.${first} is not null and row(${texts("since")}) is distinct from row(${texts("earlier")})`,
      }
    : { from: `${since} since`, added: "true", removed: "false", changed: "false" };
}

async function compare(owner: Client, table: ComparedTable): Promise<Difference> {
  const { from, added, removed, changed } = joined(table);
  const { rows } = await owner.query<Omit<Difference, "table">>(
    `select count(*) filter (where ${added})::int as added, count(*) filter (where ${changed})::int as changed,
            count(*) filter (where ${removed})::int as removed from ${from}`,
  );
  const name = table.schema === "public" ? table.name : `${table.schema}.${table.name}`;
  return { table: name, added: 0, changed: 0, removed: 0, ...rows[0] };
}

/** A row a line, as JSON with the names of its columns. */
async function writeRows(owner: Client, table: ComparedTable, file: string): Promise<void> {
  const { from, added, changed } = joined(table);
  // No JSON holds these two characters, so nothing in it is quoted or escaped.
  const plain = "with (format csv, quote e'\\x01', delimiter e'\\x02')";
  const lines = owner.query(
    copyTo(`copy (select to_jsonb(since) from ${from} where ${added} or ${changed}) to stdout ${plain}`),
  );
  await pipeline(lines, createWriteStream(file, { mode: 0o600 }));
}

const rowSchema = z.record(z.string(), z.unknown());
const widthsSchema = z.array(z.int()).catch([]);
const address = "/uploads/";

/** The stored files that rows name, of pictures all sizes. */
async function* pathsIn(file: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const row = rowSchema.parse(JSON.parse(line));
    for (const value of Object.values(row)) {
      if (typeof value !== "string" || !value.startsWith(address)) continue;
      const sizes = widthsSchema.parse(row.widths).map((width) => variantAddress(value, width));
      for (const named of [value, ...sizes]) {
        const path = named.slice(address.length);
        if (isStoredPath(path)) yield path;
      }
    }
  }
}
