import { createHash, type Hash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { makeZip } from "client-zip";
import { Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { variantAddress } from "../../app/shared/picture.ts";
import { type Migration, readMigrations } from "../db/migrate.ts";
import { ourMigrations } from "../db/prepare.ts";
import { applicationRoles } from "../db/roles.ts";
import { type Declarations, fileColumns } from "../features.ts";
import { lockFiles, unlockFiles } from "../files/file-locks.ts";
import type { Services } from "../services.ts";

// One archive of database and files, made while the server runs: the tables in one snapshot, then every file that their
// rows name. No process removes a file meanwhile. The manifest at the end lists the contents and their hashes.

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
  format: z.literal("handbill-backup"),
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
 * Tables that stay out: the records of migrations and policies, a code that each start makes anew, and rendered pages with
 * what tells which of them hold. So do the list of archives that this machine keeps, and the counts of its errors. The queue stays out as a whole: a copy of the installation must not send mails again that
 * the installation itself has sent since. All other jobs are enqueued again at the start.
 */
const leftOut = [
  "app.migrations",
  "app.page_changes",
  "app.policies",
  "app.setup_codes",
  "public.backups",
  "public.error_counts",
  "public.rendered_pages",
];

interface Sources {
  /** The system's login. */
  loginUrl: string;
  storage: Services["storage"];
  declarations: Declarations;
}

/**
 * The archive, made while it is read.
 * @param done gets the manifest when everything else has been read
 * @throws StartError while another backup is made, AppError `unavailable` when the store or the database goes away
 */
export async function* backup(
  { loginUrl, storage, declarations }: Sources,
  done: (manifest: Manifest) => void,
): AsyncGenerator<Uint8Array> {
  const client = new Client({
    connectionString: loginUrl,
    application_name: "handbill-backup",
    keepAlive: true,
  });
  // A lost connection also fails the next statement.
  client.on("error", () => {});
  await client.connect();
  try {
    await lockFiles(client);
    yield* makeZip(entriesOf(client, { storage, declarations }, done));
  } finally {
    await unlockFiles(client).catch(() => {}); // the lock goes with the connection
    await client.end();
  }
}

interface ZipEntry {
  name: string;
  input: string | AsyncIterable<Uint8Array | string>;
}

async function* entriesOf(
  client: Client,
  { storage, declarations }: Omit<Sources, "loginUrl">,
  done: (manifest: Manifest) => void,
): AsyncGenerator<ZipEntry> {
  const now = new Date();
  const manifest: Manifest = {
    format: "handbill-backup",
    version: 1,
    created_at: now.toISOString(),
    migrations: (await readMigrations(ourMigrations)).map(({ name, sha256 }: Migration) => ({
      name,
      sha256,
    })),
    tables: [],
    files: { count: 0, bytes: 0, sha256: "" },
    missing: [],
  };
  yield { name: "README.txt", input: readme(now) };

  await client.query(
    `begin isolation level repeatable read read only; set local role ${applicationRoles.system}`,
  );
  for (const { table, columns } of await tablesOf(client, declarations)) {
    const entry = `tables/${table}.copy.gz`;
    const record: BackedUpTable = { table, columns, rows: 0, entry, sha256: "" };
    yield { name: entry, input: copyOf(client, record) };
    manifest.tables.push(record);
  }
  const paths = await namedPaths(client, declarations);
  await client.query("commit");

  const lines: string[] = [];
  const list = createHash("sha256");
  for (const path of paths) {
    if (!(await storage.head(path))) {
      manifest.missing.push(path);
      continue;
    }
    const bytes = await storage.read(path);
    const digest = createHash("sha256");
    const counted = { size: 0 };
    try {
      yield { name: fileEntry(path), input: hashing(bytes, digest, counted) };
    } finally {
      bytes.destroy();
    }
    const line = `${JSON.stringify({ path, size: counted.size, sha256: digest.digest("hex") })}\n`;
    list.update(line);
    lines.push(line);
    manifest.files.count += 1;
    manifest.files.bytes += counted.size;
  }
  manifest.files.sha256 = list.digest("hex");
  yield { name: fileListEntry, input: lines.length > 0 ? fromLines(lines) : "\n" };
  // Only while this connection lives have the files been held.
  await client.query("select");
  yield { name: manifestEntry, input: `${JSON.stringify(manifest, null, 2)}\n` };
  done(manifest);
}

/** Every table of ours, with the columns that hold what was written. Those that are worked out or made anew stay out. */
async function tablesOf(
  client: Client,
  { tables }: Declarations,
): Promise<{ table: string; columns: string[] }[]> {
  const madeAnew = tables.flatMap(({ table, madeAnew = [] }) =>
    madeAnew.map((column) => `public.${table}.${column}`),
  );
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select nspname || '.' || relname as table, array_agg(attname::text order by attnum) as columns
     from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where nspname in ('public', 'app') and relkind = 'r' and nspname || '.' || relname <> all ($1)
       and nspname || '.' || relname || '.' || attname <> all ($2)
     group by nspname, relname order by nspname, relname`,
    [leftOut, madeAnew],
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

/** The path of every file that a row of the snapshot names and that isn't made anew, of pictures all sizes. */
async function namedPaths(client: Client, declarations: Declarations): Promise<string[]> {
  const named = fileColumns(declarations)
    .filter(({ madeAnew }) => !madeAnew)
    .map(({ table, column }) => `select ${column} as url from ${table}`)
    .join(" union ");
  const { rows } = await client.query<{ url: string; widths: number[] | null }>(
    `select named.url, widths from (${named}) named left join stored_images on stored_images.url = named.url
     where starts_with(named.url, '/uploads/') order by named.url`,
  );
  return rows.flatMap(({ url, widths }) =>
    [url, ...(widths ?? []).map((width) => variantAddress(url, width))].map((address) =>
      address.slice("/uploads/".length),
    ),
  );
}

async function* hashing(
  pieces: AsyncIterable<Uint8Array>,
  digest: Hash,
  counted: { size: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    digest.update(piece);
    counted.size += piece.byteLength;
    yield piece;
  }
}

async function* fromLines(lines: readonly string[]): AsyncGenerator<string> {
  for (let at = 0; at < lines.length; at += 1000) yield lines.slice(at, at + 1000).join("");
}

function readme(now: Date): string {
  return `A backup of a Handbill, made ${now.toISOString()}

tables/*.copy.gz  every table in PostgreSQL's text format for COPY, compressed
files/            every stored file that a row names
files.jsonl       its path, size and SHA-256, a line each
manifest.json     the tables with their columns, rows and SHA-256, and the version of the database

Restore it into an empty place: npm run admin -- restore --from THIS_FILE
It holds everything that people entrusted to the site: keep it where nobody else reads it.
`;
}
