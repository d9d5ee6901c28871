import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { migrate, readMigrations, withMigrationLock } from "../db/migrate.ts";
import { connectOwner, ourMigrations, restoringMark } from "../db/prepare.ts";
import { ensureApplicationRoles } from "../db/roles.ts";
import { StartError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { contentTypeOf, isStoredPath } from "../storage/path.ts";
import type { Storage } from "../storage/storage.ts";
import { type Archive, openArchive } from "./archive.ts";
import {
  type BackedUpTable,
  copyTarget,
  fileEntry,
  fileLineSchema,
  fileListEntry,
  type Manifest,
  manifestEntry,
  manifestSchema,
} from "./backup.ts";

interface Place {
  ownerUrl: string;
  storage: Storage;
  /** For files on their way. */
  workFolder: string;
  log: Logger;
}

/** A backup that can be restored: every byte is as its manifest says, and this Handbill knows its database. */
interface CheckedBackup extends AsyncDisposable {
  manifest: Manifest;
  archive: Archive;
}

/** @throws StartError when it isn't whole, was changed, or was made by a newer Handbill */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const archive = await openArchive(file);
  try {
    if (!archive.has(manifestEntry)) throw new StartError(`${file} is no backup of Handbill.`);
    const parsed = manifestSchema.safeParse(await archive.readJson(manifestEntry));
    if (!parsed.success) {
      throw new StartError(`${file} is no backup of Handbill (${parsed.error.issues[0]?.message}).`);
    }
    const manifest = parsed.data;
    await requireKnownMigrations(manifest);
    for (const { entry, sha256 } of manifest.tables)
      requireSame(entry, sha256, await digestOf(archive, entry));
    const list = manifest.files.count > 0 ? await digestOf(archive, fileListEntry) : manifest.files.sha256;
    requireSame(fileListEntry, manifest.files.sha256, list);
    for await (const { path, sha256 } of filesOf({ archive, manifest })) {
      requireSame(path, sha256, await digestOf(archive, fileEntry(path)));
    }
    return { manifest, archive, [Symbol.asyncDispose]: () => archive[Symbol.asyncDispose]() };
  } catch (error) {
    await archive[Symbol.asyncDispose]();
    throw error;
  }
}

function requireSame(name: string, wanted: string, found: string): void {
  if (found !== wanted) throw new StartError(`The backup is damaged: ${name} is not what was saved.`);
}

async function requireKnownMigrations(manifest: Manifest): Promise<void> {
  const ours = await readMigrations(ourMigrations);
  for (const [at, { name, sha256 }] of manifest.migrations.entries()) {
    if (ours[at]?.name === name && ours[at]?.sha256 === sha256) continue;
    throw new StartError(
      `The backup has the migration ${name}, which this Handbill doesn't know. Restore it with the version that made it, or a newer one.`,
    );
  }
}

async function digestOf(archive: Archive, name: string): Promise<string> {
  const digest = createHash("sha256");
  try {
    for await (const piece of await archive.read(name)) digest.update(piece);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The backup is damaged: ${name} can't be read.`, { cause: error });
  }
  return digest.digest("hex");
}

async function* filesOf({ archive, manifest }: Pick<CheckedBackup, "archive" | "manifest">) {
  if (manifest.files.count === 0) return;
  for await (const line of createInterface({ input: await archive.read(fileListEntry) })) {
    const file = fileLineSchema.parse(JSON.parse(line));
    if (!isStoredPath(file.path))
      throw new StartError(`The backup names a file ${file.path}, which can't be.`);
    yield file;
  }
}

/**
 * Puts a backup into an empty database and an empty store, and brings the database forward. All or nothing: a failed
 * restore is undone, and a database in which one was killed starts no server.
 * @returns how many newsletter issues were stopped, which the other installation may have gone on sending
 * @throws StartError when the place isn't empty
 */
export async function restore(backup: CheckedBackup, place: Place): Promise<{ pausedIssues: number }> {
  const { storage, ownerUrl, log } = place;
  for await (const { path } of storage.list("")) {
    throw new StartError(`There are files already, such as ${path}. Restore into an empty place.`);
  }
  const owner = await connectOwner(ownerUrl);
  try {
    return await withMigrationLock(owner, async () => {
      await refuseUsed(owner);
      await ensureApplicationRoles(owner);
      const stored: string[] = [];
      try {
        await owner.query(`create schema app; create table ${restoringMark} ()`);
        await storeFiles(backup, place, stored);
        await migrate(owner, ourMigrations, log, backup.manifest.migrations.length);
        const pausedIssues = await loadTables(owner, backup);
        await migrate(owner, ourMigrations, log);
        await owner.query(`drop table ${restoringMark}`);
        return { pausedIssues };
      } catch (error) {
        await empty(owner, storage, stored).catch((failure: unknown) =>
          log.error({ err: failure }, "what was restored could not be taken back"),
        );
        throw error;
      }
    });
  } finally {
    await owner.end();
  }
}

async function refuseUsed(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p', 'v') and nspname !~ '^pg_' and nspname <> 'information_schema' limit 1`,
  );
  if (rows[0]) {
    throw new StartError(
      `The database has tables already, such as ${rows[0].name}. Restore into an empty place.`,
    );
  }
}

async function storeFiles(
  backup: CheckedBackup,
  { storage, workFolder }: Place,
  stored: string[],
): Promise<void> {
  const folder = await mkdtemp(join(workFolder, "restore-"));
  try {
    const draft = join(folder, "file");
    for await (const { path } of filesOf(backup)) {
      await pipeline(await backup.archive.read(fileEntry(path)), createWriteStream(draft, { mode: 0o600 }));
      stored.push(path);
      await storage.put(path, draft, { contentType: contentTypeOf(path) ?? "" });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Loads every table, in one transaction. Triggers and policies stand aside, foreign keys and checks don't. */
async function loadTables(owner: Client, { manifest, archive }: CheckedBackup): Promise<number> {
  const tables = await inOrder(owner, manifest.tables);
  await owner.query("begin");
  const names = tables.map(({ table }) => table);
  const { rows: forced } = await owner.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where oid = any ($1::regclass[]::oid[]) and relforcerowsecurity",
    [names],
  );
  for (const { name } of forced) await owner.query(`alter table ${name} no force row level security`);
  for (const name of names) await owner.query(`alter table ${name} disable trigger user`);
  // Refers to accounts, and is in no backup; older databases have none.
  const { rows: rendered } = await owner.query<{ name: string }>(
    "select name from unnest(array['public.rendered_pages']) name where to_regclass(name) is not null",
  );
  // Some migrations bring rows of their own.
  await owner.query(`truncate ${[...names, ...rendered.map(({ name }) => name)].join(", ")}`);
  for (const each of tables) {
    const copy = owner.query(copyFrom(`copy ${copyTarget(each)} from stdin`));
    await pipeline(await archive.read(each.entry), createGunzip(), copy);
    if (copy.rowCount !== each.rows) {
      throw new StartError(`Of ${each.table} ${copy.rowCount} rows came, and ${each.rows} were saved.`);
    }
  }
  const { rowCount } = await owner.query(
    `update letters set status = case status when 'scheduled' then 'draft' else 'paused' end, scheduled_for = null
     where status in ('scheduled', 'sending')`,
  );
  // A fan who was to be told of a release by now may have been, by the other installation.
  if (names.includes("public.release_reminders")) {
    await owner.query(
      `update release_reminders reminder set status = 'unknown' from releases
       where releases.id = reminder.release_id and confirmed_at is not null and status in ('waiting', 'claimed')
         and greatest(published_at, released_at) <= now()`,
    );
  }
  for (const name of names) await owner.query(`alter table ${name} enable trigger user`);
  for (const { name } of forced) await owner.query(`alter table ${name} force row level security`);
  await owner.query("commit");
  return rowCount ?? 0;
}

/** Each table after those that it refers to. */
async function inOrder(owner: Client, tables: BackedUpTable[]): Promise<BackedUpTable[]> {
  const { rows } = await owner.query<{ from: string; to: string }>(
    `select distinct source.nspname || '.' || referring.relname as from, target.nspname || '.' || referred.relname as to
     from pg_constraint
     join pg_class referring on referring.oid = conrelid join pg_namespace source on source.oid = referring.relnamespace
     join pg_class referred on referred.oid = confrelid join pg_namespace target on target.oid = referred.relnamespace
     where contype = 'f' and conrelid <> confrelid`,
  );
  const waiting = [...tables];
  const ordered: BackedUpTable[] = [];
  while (waiting.length > 0) {
    const isReady = ({ table }: BackedUpTable) =>
      !rows.some(({ from, to }) => from === table && waiting.some((other) => other.table === to));
    const next = waiting.findIndex(isReady);
    if (next === -1) throw new Error("The tables refer to each other in a circle.");
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

/** Takes back what was made in a place that was empty. */
async function empty(owner: Client, storage: Storage, stored: readonly string[]): Promise<void> {
  for (const path of stored) await storage.remove(path);
  await owner.query("rollback");
  await owner.query("drop schema if exists app cascade; drop schema if exists pgboss cascade");
  const { rows } = await owner.query<{ drop: string }>(
    `select 'drop table ' || oid::regclass || ' cascade' as drop from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  for (const { drop } of rows) await owner.query(drop);
}
