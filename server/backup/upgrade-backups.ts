import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Client, DatabaseError } from "pg";
import { writeWhole } from "../cli/write-whole.ts";
import { appliedMigrations } from "../db/migrate.ts";
import { AppError, StartError } from "../errors.ts";
import { requireDiskSpace } from "../files/disk-full.ts";
import { fileTrouble } from "../files/file-trouble.ts";
import type { Logger } from "../log.ts";
import { checkDatabaseBackup } from "./opened-backup.ts";
import { databaseBackup, type Manifest } from "./tables.ts";

// A start that brings new migrations copies the database first, into DATA_DIR/upgrades. Migrations touch no stored files.

/** Where these backups lie, for the server's account alone to read. */
export const upgradesFolder = (dataDir: string) => join(dataDir, "upgrades");

const keptBackups = 3;
/** The moment, and the last migration that the database had. Names sort by time. */
const backupName = /^[0-9TZ-]+-at-(?<state>\d{4}-[a-z0-9-]+)\.zip$/;
const draftName = /\.zip\.unfinished-\d+$/;

/**
 * Copies the database, reads the copy once more and compares. Of a state whose upgrade is tried again the newest copy stays,
 * and of three states. Call it under `withMigrationLock`.
 * @returns the archive's path
 * @throws StartError when there is no room for it, or it fails; nothing has changed then
 */
export async function backUpBeforeUpgrade(ownerUrl: string, dataDir: string, log: Logger): Promise<string> {
  const folder = upgradesFolder(dataDir);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // A process that was killed has left them.
    for (const name of await readdir(folder)) if (draftName.test(name)) await rm(join(folder, name));
    const owner = new Client({ connectionString: ownerUrl, application_name: "handbill-backup" });
    owner.on("error", () => {}); // a lost connection also fails the statement that waits for it
    await owner.connect();
    try {
      const file = join(folder, `${timestamp()}-at-${await stateOf(owner)}.zip`);
      log.info({ file }, "Backing the database up before it is upgraded");
      await requireRoom(owner, folder);
      const { bytes, rows } = await writeDatabaseBackup(owner, file);
      log.info({ file, bytes, rows }, "The database is backed up, and the backup compared");
      await removeOlder(folder);
      return file;
    } finally {
      await owner.end();
    }
  } catch (error) {
    throw new StartError(
      `The database could not be backed up before its upgrade, so nothing was changed: ${reasonOf(error, folder)}`,
      { cause: error },
    );
  }
}

/** Backups of before upgrades, the newest first. */
export async function upgradeBackups(dataDir: string): Promise<string[]> {
  const folder = upgradesFolder(dataDir);
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => backupName.test(name))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/** The present moment for a file's name, such as 2026-11-23T16-30-00-000Z. */
export function timestamp(): string {
  return new Date().toISOString().replaceAll(/[:.]/g, "-");
}

/** Writes an archive of the database and compares it. @param owner only for this. */
export async function writeDatabaseBackup(
  owner: Client,
  file: string,
): Promise<{ bytes: number; rows: number }> {
  const made = Promise.withResolvers<Manifest>();
  const bytes = await writeWhole(file, databaseBackup(owner, made.resolve));
  const { tables } = await made.promise;
  try {
    await using checked = await checkDatabaseBackup(file);
    void checked;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  return { bytes, rows: tables.reduce((sum, table) => sum + table.rows, 0) };
}

async function stateOf(owner: Client): Promise<string> {
  return (await appliedMigrations(owner)).at(-1)?.name.replace(/\.sql$/, "") ?? "0000-nothing";
}

/** @throws AppError `disk-full`: rows shrink to a quarter or less */
async function requireRoom(owner: Client, folder: string): Promise<void> {
  const { rows } = await owner.query<{ bytes: string }>(
    "select coalesce(sum(pg_table_size(oid)), 0) / 4 as bytes from pg_class where relkind = 'r'",
  );
  await requireDiskSpace(folder, Number(rows[0]?.bytes));
}

async function removeOlder(folder: string): Promise<void> {
  const states = new Set<string | undefined>();
  for (const name of (await readdir(folder)).sort().reverse()) {
    const state = backupName.exec(name)?.groups?.state;
    if (state === undefined) continue;
    if (states.has(state) || states.size === keptBackups) await rm(join(folder, name), { force: true });
    states.add(state);
  }
}

function reasonOf(error: unknown, folder: string): string {
  if (error instanceof StartError) return error.message;
  if (error instanceof AppError && error.kind === "disk-full") {
    return `The disk is full. Make room in ${folder}, and start again.`;
  }
  if (error instanceof DatabaseError) return error.message;
  return `${folder} can't be used: ${fileTrouble(error, "it isn't there")}.`;
}
