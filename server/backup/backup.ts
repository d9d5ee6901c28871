import { createHash, type Hash } from "node:crypto";
import { Client } from "pg";
import { variantAddress } from "../../app/shared/picture.ts";
import { ourMigrations, readMigrations } from "../db/migrate.ts";
import { type Declarations, fileColumns } from "../features.ts";
import { lockFiles, unlockFiles } from "../files/file-locks.ts";
import { program } from "../released.ts";
import type { Services } from "../services.ts";
import {
  fileEntry,
  fileListEntry,
  leftOut,
  type Manifest,
  manifestOf,
  newManifest,
  tableEntries,
} from "./tables.ts";
import { type ZipEntry, zipOf } from "./zip.ts";

// One archive of database and files, made while the server runs: the tables in one snapshot, then every file that their
// rows name. No process removes a file meanwhile. The manifest at the end lists the contents and their hashes.

/** Stay out of what another machine may get: the list of archives that this machine keeps, and the counts of its errors. */
const ofThisMachine = ["public.backups", "public.error_counts"];

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
    yield* zipOf(entriesOf(client, { storage, declarations }, done));
    await unlockFiles(client);
  } finally {
    // The lock goes with the connection. Where the archive can't be written, a COPY that nobody reads on holds up every query.
    await client.end();
  }
}

async function* entriesOf(
  client: Client,
  { storage, declarations }: Omit<Sources, "loginUrl">,
  done: (manifest: Manifest) => void,
): AsyncGenerator<ZipEntry> {
  const ours = await readMigrations(ourMigrations);
  const manifest = newManifest(
    "handbill-backup",
    ours.map(({ name, sha256 }) => ({ name, sha256 })),
  );
  yield { name: "README.txt", input: readme(manifest.created_at), isStored: true };

  const madeAnew = declarations.tables.flatMap(({ table, madeAnew = [] }) =>
    madeAnew.map((column) => `public.${table}.${column}`),
  );
  yield* tableEntries(client, manifest, { tables: [...leftOut, ...ofThisMachine], columns: madeAnew });
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
      yield { name: fileEntry(path), input: hashing(bytes, digest, counted), isStored: true };
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
  yield { name: fileListEntry, input: fromLines(lines), isStored: true };
  // Only while this connection lives have the files been held.
  await client.query("select");
  yield manifestOf(manifest);
  done(manifest);
}

/** The path of every file that a row in the backup names and that isn't made anew, of pictures all sizes. */
async function namedPaths(client: Client, declarations: Declarations): Promise<string[]> {
  const named = fileColumns(declarations)
    .filter(({ table, madeAnew }) => !madeAnew && !leftOut.includes(`public.${table}`))
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

function readme(madeAt: string): string {
  return `A backup of a Handbill, made ${madeAt}

tables/*.copy.gz  every table in PostgreSQL's text format for COPY, compressed
files/            every stored file that a row names
files.jsonl       its path, size and SHA-256, a line each
manifest.json     the tables with their columns, rows and SHA-256, and the version of the database

Restore it into an empty place: ${program} restore --from THIS_FILE
It holds everything that people entrusted to the site: keep it where nobody else reads it.
`;
}
