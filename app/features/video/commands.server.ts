import { sql } from "kysely";
import type { Database, Writer } from "#server/db/database.ts";
import { lockOrder, reorder } from "#server/db/reorder.ts";
import { AppError } from "#server/errors.ts";
import { tooManyText, type VideoForm, videoLimit } from "./schema";

/**
 * Adds a video at the end, or changes the one with this id. A primary one takes the place of the one before. [2 §7]
 * @throws AppError `not-found` when there is no such video of theirs, `conflict` when the page is full
 */
export async function saveVideo(db: Database, userId: string, { id, ...video }: VideoForm): Promise<void> {
  await write(db, userId, async (tx) => {
    if (id !== undefined) {
      if (video.is_primary) await clearPrimary(tx, userId);
      return change(tx, userId, id, video);
    }
    const { count, last } = await tx
      .selectFrom("video_gallery")
      .select((row) => [
        row.fn.countAll<number>().as("count"),
        row.fn.coalesce(row.fn.max("display_order"), row.lit(0)).as("last"),
      ])
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (count >= videoLimit) throw new AppError("conflict", tooManyText);
    if (video.is_primary) await clearPrimary(tx, userId);
    await tx
      .insertInto("video_gallery")
      .values({ user_id: userId, ...video, display_order: last + 1 })
      .execute();
  });
}

/**
 * Makes it the one that stands first; whichever did before no longer does. Of two at once, the later one. [2 §4]
 * @throws AppError `not-found` when there is no such video of theirs; then nothing has changed
 */
export async function setPrimaryVideo(db: Database, userId: string, id: string): Promise<void> {
  await write(db, userId, async (tx) => {
    await clearPrimary(tx, userId);
    await change(tx, userId, id, { is_primary: true });
  });
}

/**
 * Shows a video on the page, or keeps it to oneself.
 * @throws AppError `not-found` when there is no such video of theirs
 */
export async function showVideo(db: Database, userId: string, id: string, isVisible: boolean): Promise<void> {
  await write(db, userId, (tx) => change(tx, userId, id, { is_visible: isVisible }));
}

/** @throws AppError `not-found` when there is no such video of theirs */
export async function deleteVideo(db: Database, userId: string, id: string): Promise<void> {
  await write(db, userId, async (tx) => {
    const gone = await tx
      .deleteFrom("video_gallery")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw missing();
  });
}

/**
 * Puts the videos in this order; those it doesn't name keep their side of those it does. The primary one stands first
 * whatever its place.
 * @throws AppError `not-found` when one isn't theirs; then nothing has moved
 */
export async function reorderVideos(db: Database, userId: string, order: string[]): Promise<void> {
  if (
    !(await reorder(db, "video_gallery", userId, order, {
      order: sql`is_primary desc, display_order, created_at desc`,
      move: sql`display_order = placed.place, updated_at = now()`,
    }))
  )
    throw missing();
}

/** One after the other for each musician: of two primary videos at once, or of two last places, each sees the other. */
async function write(db: Database, userId: string, work: (tx: Writer) => Promise<void>): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    await lockOrder(tx, "video_gallery", userId);
    await work(tx);
  });
}

async function clearPrimary(tx: Writer, userId: string): Promise<void> {
  await tx
    .updateTable("video_gallery")
    .set({ is_primary: false, updated_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("is_primary", "=", true)
    .execute();
}

async function change(
  tx: Writer,
  userId: string,
  id: string,
  fields: Partial<Omit<VideoForm, "id">>,
): Promise<void> {
  const changed = await tx
    .updateTable("video_gallery")
    .set({ ...fields, updated_at: sql`now()` })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw missing();
}

function missing(): AppError {
  return new AppError("not-found", "This video does not exist any more.");
}
