import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { appliedMigrations } from "../db/migrate.ts";
import { applicationRoles } from "../db/roles.ts";
import { type ZipEntry, zipOf } from "./zip.ts";

// The form of an archive, and the tables in it, all of one snapshot. The manifest at its end lists the contents and their
// hashes. One of the database alone is made before an upgrade.

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const tableSchema = z.object({
  /** With its schema. */
  table: z.string().regex(/^(public|app)\.[a-z_]+$/),
  columns: z.array(z.string()),
  rows: z.int(),
  entry: z.string(),
  sha256: hash,
});
export type BackedUpTable = z.output<typeof tableSchema>;

/** The last entry. */
export const manifestSchema = z.object({
  /** Of database and files, or of the database alone. */
  format: z.enum(["handbill-backup", "handbill-database"]),
  version: z.literal(1, { error: "the backup was made by a newer Handbill" }),
  created_at: z.string(),
  /** The migrations that the database had. */
  migrations: z.array(z.object({ name: z.string(), sha256: hash })),
  tables: z.array(tableSchema),
  files: z.object({ count: z.int(), bytes: z.int(), sha256: hash }),
  /** Files that rows name and that were gone. */
  missing: z.array(z.string()),
});
export type Manifest = z.output<typeof manifestSchema>;
export const manifestEntry = "manifest.json";

/** A line for each file. */
export const fileLineSchema = z.object({ path: z.string(), size: z.int(), sha256: hash });
export const fileListEntry = "files.jsonl";

/** Where the archive keeps a stored file. */
export const fileEntry = (path: string) => `files/${path}`;

/**
 * Tables that stay out: the records of migrations and policies, a code that each start makes anew, rendered pages with
 * what tells which of them hold, files that are on their way, and archives that accounts have asked for. The queue stays out as a whole: a copy of the installation must not send mails again that
 * the installation itself has sent since. All other jobs are enqueued again at the start.
 */
export const leftOut = [
  "app.migrations",
  "app.page_changes",
  "app.policies",
  "app.setup_codes",
  "public.account_archive_pieces",
  "public.account_archives",
  "public.rendered_pages",
  "public.upload_pieces",
  "public.uploads",
];

/**
 * The archive of the database alone, for going back to it in the same place: every row, with this machine's own.
 * @param owner only for this; of a database that may be any Handbill's
 */
export async function* databaseBackup(
  owner: Client,
  done: (manifest: Manifest) => void,
): AsyncGenerator<Uint8Array> {
  yield* zipOf(databaseEntries(owner, done));
}

async function* databaseEntries(owner: Client, done: (manifest: Manifest) => void): AsyncGenerator<ZipEntry> {
  const manifest = newManifest("handbill-database", await appliedMigrations(owner));
  yield* tableEntries(owner, manifest, { tables: leftOut, columns: [] });
  await owner.query("commit");
  manifest.files.sha256 = createHash("sha256").digest("hex");
  yield manifestOf(manifest);
  done(manifest);
}

export function newManifest(format: Manifest["format"], migrations: Manifest["migrations"]): Manifest {
  return {
    format,
    version: 1,
    created_at: new Date().toISOString(),
    migrations,
    tables: [],
    files: { count: 0, bytes: 0, sha256: "" },
    missing: [],
  };
}

export const manifestOf = (manifest: Manifest): ZipEntry => ({
  name: manifestEntry,
  input: `${JSON.stringify(manifest, null, 2)}\n`,
  isStored: true,
});

interface Without {
  /** With their schema. */
  tables: readonly string[];
  /** With schema and table. */
  columns: readonly string[];
}

/**
 * Every table of one snapshot, noted in the manifest. The transaction stays open for what else is to be read.
 * @param client the system, or an owner who may become it
 */
export async function* tableEntries(
  client: Client,
  manifest: Manifest,
  without: Without,
): AsyncGenerator<ZipEntry> {
  await client.query(
    `begin isolation level repeatable read read only; set local role ${applicationRoles.system}`,
  );
  for (const { table, columns } of await tablesOf(client, without)) {
    const entry = `tables/${table}.copy.gz`;
    const record: BackedUpTable = { table, columns, rows: 0, entry, sha256: "" };
    yield { name: entry, input: copyOf(client, record), isStored: true };
    manifest.tables.push(record);
  }
}

/** Every table of ours but those left out, with the columns that hold what was written: not those that are worked out or made anew. */
async function tablesOf(client: Client, without: Without): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select nspname || '.' || relname as table, array_agg(attname::text order by attnum) as columns
     from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where nspname in ('public', 'app') and relkind = 'r' and nspname || '.' || relname <> all ($1)
       and nspname || '.' || relname || '.' || attname <> all ($2)
     group by nspname, relname order by nspname, relname`,
    [without.tables, without.columns],
  );
  return rows;
}

async function* copyOf(client: Client, record: BackedUpTable): AsyncGenerator<Uint8Array> {
  const copy = client.query(copyTo(`copy ${copyTarget(record)} to stdout`));
  const packed = createGzip();
  const packing = pipeline(copy, packed);
  packing.catch(() => {}); // the reader gets the same error
  const digest = createHash("sha256");
  for await (const piece of packed) {
    digest.update(piece);
    yield piece;
  }
  await packing;
  record.rows = copy.rowCount;
  record.sha256 = digest.digest("hex");
}

/** A table and the columns of it that travel, for COPY. */
export function copyTarget({ table, columns }: Pick<BackedUpTable, "table" | "columns">): string {
  const name = table.split(".").map(escapeIdentifier).join(".");
  return `${name} (${columns.map(escapeIdentifier).join(", ")})`;
}
