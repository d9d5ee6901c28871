import { mkdir, readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { msg } from "../../app/shared/t.ts";
import { writeWhole } from "../cli/write-whole.ts";
import { AppError, StartError } from "../errors.ts";
import { requireDiskSpace } from "../files/disk-full.ts";
import type { JobServices } from "../services.ts";
import { backup } from "./backup.ts";
import { backupsFolder, diedText } from "./kept-backups.ts";
import { checkBackup } from "./opened-backup.ts";
import type { Manifest } from "./tables.ts";

// The job of a backup that an admin has asked for in the browser.

type Services = Omit<JobServices, "mailer">;

const draftName = /\.zip\.unfinished-\d+$/;
/** How often the row says how far the work is. */
const tellEveryMs = 1000;

/**
 * Makes the archive, then reads all of it once more and compares. Its row says how far it is, and at last what came of it.
 * Once only: a job that runs again finds that another has taken it.
 */
export async function makeBackup(services: Services, id: string): Promise<void> {
  const { db, config, storage, declarations, log, stopping } = services;
  const file_name = `handbill-${new Date().toISOString().slice(0, 10)}-${id.slice(0, 8)}.zip`;
  const folder = backupsFolder(config);
  const expected_bytes = await expectedBytes(services);
  const isTaken = await db.asSystem().write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("backups")
      .set({ file_name, machine: hostname(), expected_bytes, progress_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("state", "=", "making")
      .where("file_name", "is", null)
      .executeTakeFirst();
    return numUpdatedRows === 0n;
  });
  if (isTaken) return;
  const tell = progressOf(services, id);
  const file = join(folder, file_name);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeDrafts(folder);
    await requireDiskSpace(folder, expected_bytes);
    const made = Promise.withResolvers<Manifest>();
    const pieces = backup({ loginUrl: db.loginUrl, storage, declarations }, made.resolve);
    const bytes = await writeWhole(file, counted(pieces, tell, stopping));
    const { tables, files, missing } = await made.promise;
    const row_count = tables.reduce((sum, table) => sum + table.rows, 0);
    await set(services, id, {
      state: "checking",
      done_bytes: 0,
      expected_bytes: bytes,
      bytes,
      row_count,
      file_count: files.count,
      missing_count: missing.length,
    });
    const checked = await checkBackup(file, (read) => {
      if (stopping.aborted) throw new StartError(diedText);
      tell(read);
    });
    await checked[Symbol.asyncDispose]();
    await set(services, id, { state: "done", checked_at: sql<Date>`now()` });
  } catch (error) {
    log.error({ err: error, backup: id }, "a backup could not be made");
    await rm(file, { force: true }).catch(() => {});
    await set(services, id, { state: "failed", failure: reasonOf(error) });
  }
}

/** How large the archive will be, about: files hardly shrink, rows do. */
async function expectedBytes({ db }: Pick<Services, "db">): Promise<number> {
  const { rows } = await db.asSystem().read((tx) =>
    sql<{ bytes: number }>`
      select (coalesce((select sum(file_size) from music_tracks), 0) + coalesce((select sum(bytes) from stored_images), 0)
        + coalesce((select sum(file_size) from press_kits), 0) + coalesce((select sum(file_size) from picture_originals), 0)
        + (select sum(pg_relation_size(oid)) from pg_class where relkind = 'r') / 8)::bigint
        as bytes`.execute(tx),
  );
  return rows[0]?.bytes ?? 0;
}

/** Writes into the row how far the work is, every second. */
function progressOf(services: Pick<Services, "db" | "log">, id: string): (bytes: number) => void {
  let [done, toldAt] = [0, 0];
  return (bytes) => {
    done += bytes;
    const now = performance.now();
    if (now - toldAt < tellEveryMs) return;
    toldAt = now;
    set(services, id, { done_bytes: done }).catch((error: unknown) =>
      services.log.warn({ err: error }, "a backup's progress could not be stored"),
    );
  };
}

async function set(
  { db }: Pick<Services, "db">,
  id: string,
  changes: Record<string, unknown>,
): Promise<void> {
  await db.asSystem().write((tx) =>
    tx
      .updateTable("backups")
      .set({ ...changes, progress_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("state", "in", ["making", "checking"])
      .execute(),
  );
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  tell: (bytes: number) => void,
  stopping: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (stopping.aborted) throw new StartError(diedText);
    yield piece;
    tell(piece.byteLength);
  }
}

/** What a process that was killed has left. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (draftName.test(name)) await rm(join(folder, name), { force: true });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.publicText;
  if (error instanceof StartError) return error.message.slice(0, 1000);
  return msg("Something unexpected happened. The server's log says what.");
}
