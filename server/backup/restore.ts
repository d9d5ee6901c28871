import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { demoAccountIds } from "../../app/shared/demo-accounts.ts";
import { migrate, ourMigrations, withMigrationLock } from "../db/migrate.ts";
import { connectOwner, isHalfRestored, restoringMark } from "../db/prepare.ts";
import { ensureApplicationRoles } from "../db/roles.ts";
import { inTransaction } from "../db/transaction.ts";
import { StartError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { contentTypeOf } from "../storage/path.ts";
import type { Storage } from "../storage/storage.ts";
import { filesOf, type OpenedBackup } from "./opened-backup.ts";
import { type BackedUpTable, copyTarget, fileEntry } from "./tables.ts";

interface Place {
  ownerUrl: string;
  storage: Storage;
  /** For files on their way. */
  workFolder: string;
  log: Logger;
  /** Gets the number of bytes of each file that is there again. */
  onStored?(bytes: number): void;
}

/**
 * Puts a backup into an empty database and an empty store, and brings the database forward. All or nothing: a failed
 * restore is undone, and a database in which one was killed starts no server.
 * @returns how many newsletter issues were stopped, which the other installation may have gone on sending
 * @throws StartError when the place isn't empty
 */
export async function restore(backup: OpenedBackup, place: Place): Promise<{ pausedIssues: number }> {
  for await (const { path } of place.storage.list("")) {
    throw new StartError(`There are files already, such as ${path}. Restore into an empty place.`);
  }
  return alone(place, async (owner) => {
    await refuseUsed(owner);
    return await fill(owner, backup, place, () =>
      owner.query(`create schema app; create table ${restoringMark} ()`),
    );
  });
}

/**
 * The same in an installation that has been started, and in which nobody has an account: what the start has made there
 * goes first, the demo with it. One that was killed in the middle begins anew.
 * @param codeHash of the set-up code, which must still hold at the moment before
 * @throws StartError when there are accounts, files or other servers by now, or the code doesn't hold any more
 */
export async function restoreOver(backup: OpenedBackup, place: Place, codeHash: Buffer): Promise<void> {
  await alone(place, async (owner) => {
    const wasBegun = await isHalfRestored(owner);
    const make = async () => {
      await owner.query("begin");
      if (!wasBegun) await refuseInhabited(owner, place.storage, codeHash);
      await dropAll(owner);
      await owner.query(`create schema app; create table ${restoringMark} ()`);
      await owner.query("commit");
      const old: string[] = [];
      for await (const { path } of place.storage.list("")) old.push(path);
      for (const path of old) await place.storage.remove(path);
    };
    await fill(owner, backup, place, make);
  });
}

async function alone<T>({ ownerUrl }: Place, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = await connectOwner(ownerUrl);
  try {
    return await withMigrationLock(owner, () => work(owner));
  } finally {
    await owner.end();
  }
}

/** @param make makes room, and the mark that says that it isn't whole; until it is over, nothing has changed */
async function fill(
  owner: Client,
  backup: OpenedBackup,
  place: Place,
  make: () => Promise<unknown>,
): Promise<{ pausedIssues: number }> {
  const { storage, log } = place;
  await ensureApplicationRoles(owner);
  await make();
  const stored: string[] = [];
  try {
    await storeFiles(backup, place, stored);
    await migrate(owner, ourMigrations, backup.manifest.migrations.length);
    const pausedIssues = await loadTables(owner, backup);
    await migrate(owner, ourMigrations);
    await owner.query(`drop table ${restoringMark}`);
    return { pausedIssues };
  } catch (error) {
    await empty(owner, storage, stored).catch((failure: unknown) =>
      log.error({ err: failure }, "what was restored could not be taken back"),
    );
    throw error;
  }
}

/** What others have stored, and what would be lost with it. The lock lets nobody sign up meanwhile. */
async function refuseInhabited(owner: Client, storage: Storage, codeHash: Buffer): Promise<void> {
  await refuseOthers(owner);
  await owner.query("lock table users, app.setup_codes in access exclusive mode");
  // Policies hold for the owner of a table too.
  await owner.query("alter table users no force row level security");
  await owner.query("alter table app.setup_codes no force row level security");
  const { rows: found } = await owner.query<{ inhabited: boolean; holds: boolean }>(
    `select exists (select from users where id <> all ($1::uuid[])) as inhabited,
       exists (select from app.setup_codes where code_hash = $2) as holds`,
    [[...demoAccountIds], codeHash],
  );
  if (found[0]?.inhabited !== false || (await firstForeignFile(storage)) !== undefined) {
    throw new StartError(inhabitedText);
  }
  if (!found[0].holds) throw new StartError("The set-up code does not hold any more.");
}

/** @throws StartError while another process of Handbill's is connected */
export async function refuseOthers(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ others: boolean }>(
    `select exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name ~ '^handbill') as others`,
  );
  if (rows[0]?.others) {
    throw new StartError("Another server uses this database. Stop it, and try again.");
  }
}

export const inhabitedText =
  "This installation is not empty any more: somebody has an account or files here. Restore into a new one.";

/** A stored file that isn't the demo's. */
export async function firstForeignFile(storage: Storage): Promise<string | undefined> {
  for await (const { path } of storage.list("")) {
    if (!demoAccountIds.some((id) => path.split("/")[1] === id)) return path;
  }
  return undefined;
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
  backup: OpenedBackup,
  { storage, workFolder, onStored }: Place,
  stored: string[],
): Promise<void> {
  const folder = await mkdtemp(join(workFolder, "restore-"));
  try {
    const draft = join(folder, "file");
    for await (const { path, size } of filesOf(backup)) {
      await pipeline(await backup.archive.read(fileEntry(path)), createWriteStream(draft, { mode: 0o600 }));
      stored.push(path);
      await storage.put(path, draft, { contentType: contentTypeOf(path) ?? "" });
      onStored?.(size);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Loads every table, in one transaction. Triggers and policies stand aside, foreign keys and checks don't. */
export async function loadTables(owner: Client, backup: OpenedBackup): Promise<number> {
  return inTransaction(owner, () => load(owner, backup));
}

async function load(owner: Client, { manifest, archive }: OpenedBackup): Promise<number> {
  const tables = await inOrder(owner, manifest.tables);
  const names = tables.map(({ table }) => table);
  const { rows: forced } = await owner.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where oid = any ($1::regclass[]::oid[]) and relforcerowsecurity",
    [names],
  );
  for (const { name } of forced) await owner.query(`alter table ${name} no force row level security`);
  for (const name of names) await owner.query(`alter table ${name} disable trigger user`);
  // These refer to accounts, and are in no backup; older databases lack some.
  const { rows: others } = await owner.query<{ name: string }>(
    `select name from unnest(array['public.account_archives', 'public.account_archive_pieces',
       'public.rendered_pages', 'public.uploads', 'public.upload_pieces']) name
     where to_regclass(name) is not null`,
  );
  // Some migrations bring rows of their own.
  await owner.query(`truncate ${[...names, ...others.map(({ name }) => name)].join(", ")}`);
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
  await dropAll(owner);
}

async function dropAll(owner: Client): Promise<void> {
  await owner.query("drop schema if exists app cascade; drop schema if exists pgboss cascade");
  const { rows } = await owner.query<{ drop: string }>(
    `select 'drop table ' || oid::regclass || ' cascade' as drop from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  for (const { drop } of rows) await owner.query(drop);
}
