import { sql } from "kysely";
import type { Config } from "./config.ts";
import type { Reader, Writer } from "./db/database.ts";
import { AppError } from "./errors.ts";

const gigabyte = 1024 ** 3;

/** Bytes of all that a musician has stored: tracks, pictures in all their sizes, the press kit. */
export async function usedBytes(tx: Reader, userId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce((select sum(file_size) from music_tracks where user_id = ${userId}), 0)
         + coalesce((select sum(bytes) from stored_images where user_id = ${userId}), 0)
         + coalesce((select sum(file_size) from press_kits where user_id = ${userId}), 0) as used`.execute(
    tx,
  );
  return rows[0]?.used ?? 0;
}

/**
 * Before a file is sent: whether there will be room for it.
 * @param coming bytes
 * @throws AppError `too-large` with how much is used
 */
export async function requireRoomFor(
  tx: Reader,
  config: Pick<Config, "quotaBytes">,
  userId: string,
  coming: number,
): Promise<void> {
  const used = await usedBytes(tx, userId);
  if (used + coming > config.quotaBytes) throw full(used, config.quotaBytes);
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
  // Rounded down: a library with a little room left never seems to have none.
  const tenths = (Math.floor((used / gigabyte) * 10) / 10).toFixed(1);
  const all = Number((quota / gigabyte).toFixed(3));
  return new AppError(
    "too-large",
    `Your library is full: ${tenths} of ${all} GB are used. Delete something to make room.`,
  );
}
