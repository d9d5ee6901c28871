import { sql } from "kysely";
import { t } from "../../app/shared/t.ts";
import type { Config } from "../config.ts";
import type { Reader, Writer } from "../db/database.ts";
import { AppError } from "../errors.ts";

const gigabyte = 1024 ** 3;

/**
 * Bytes of all that a musician has stored: tracks, pictures in all their sizes and what they were cut from, the press kit,
 * archives that wait to be brought in, and what they have deleted and may still bring back.
 */
export async function usedBytes(tx: Reader, userId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce((select sum(file_size) from music_tracks where user_id = ${userId}), 0)
         + coalesce((select sum(bytes) from stored_images where user_id = ${userId}), 0)
         + coalesce((select sum(file_size) from picture_originals where user_id = ${userId}), 0)
         + coalesce((select sum(file_size) from press_kits where user_id = ${userId}), 0)
         + coalesce((select sum(file_size) from imports where user_id = ${userId}), 0)
         + coalesce((select sum(bytes) from deleted_items where user_id = ${userId}), 0) as used`.execute(tx);
  return rows[0]?.used ?? 0;
}

/**
 * Before a file is sent: whether the quota allows it beside the stored files and the arrived bytes of others.
 * @param size bytes of the file
 * @param arriving arrived bytes of files under way
 * @throws AppError `too-large` with the used bytes; `too-many` where only the arriving files exceed the quota
 */
export async function requireRoomFor(
  tx: Reader,
  { quotaBytes }: Pick<Config, "quotaBytes">,
  userId: string,
  { size, arriving }: { size: number; arriving: number },
): Promise<void> {
  const used = await usedBytes(tx, userId);
  if (used + size > quotaBytes) throw full(used, quotaBytes);
  if (used + arriving + size > quotaBytes) throw crowded(used, quotaBytes, arriving);
}

/**
 * In the transaction that has written a file's row, after it: takes it back when there was no room. Of several files
 * of one musician at the same time, each is counted with those before it.
 * @param added bytes
 * @throws AppError `too-large` with how much is used
 */
export async function requireRoom(
  tx: Writer,
  config: Pick<Config, "quotaBytes">,
  userId: string,
  added: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`quota ${userId}`}, 0))`.execute(tx);
  const used = await usedBytes(tx, userId);
  if (used > config.quotaBytes) throw full(used - added, config.quotaBytes);
}

function full(used: number, quota: number): AppError {
  return new AppError(
    "too-large",
    t(
      "Your library is full: {used} of {quota} GB are used. Delete something and empty Recently deleted to make room.",
      { used: tenths(used), quota: inAll(quota) },
    ),
  );
}

/** The stored files would leave room, and the arriving ones may not stay. */
function crowded(used: number, quota: number, arriving: number): AppError {
  return new AppError(
    "too-many",
    t(
      "There is no room for this beside the uploads on their way: {used} of {quota} GB are used, and {arriving} GB are arriving. Let them finish or remove one, and try again.",
      { used: tenths(used), quota: inAll(quota), arriving: tenths(arriving) },
    ),
  );
}

function inAll(quota: number): number {
  return Number((quota / gigabyte).toFixed(3));
}

/** Rounded down: a library with a little room left never seems to have none. */
function tenths(bytes: number): string {
  return (Math.floor((bytes / gigabyte) * 10) / 10).toFixed(1);
}
