import { sql } from "kysely";
import type { Database } from "#server/db/database.ts";
import { reorder } from "#server/db/reorder.ts";
import { AppError } from "#server/errors.ts";
import type { StoredPicture } from "#server/media/images.ts";
import { recordPicture } from "#server/media/stored-pictures.ts";
import type { Services } from "#server/services.ts";
import type { PhotoForm } from "./schema";

/**
 * Hangs a stored picture first in the gallery, without a caption. [2 §7] The same picture again, as a retry after a
 * crash brings it, adds nothing.
 * @throws AppError `too-large` when the library is full
 */
export async function addPhoto(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  picture: StoredPicture,
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    // Two processes may take over one upload at the same time.
    await sql`select pg_advisory_xact_lock(hashtextextended(${picture.src}, 0))`.execute(tx);
    const known = await tx
      .selectFrom("photo_gallery")
      .select("id")
      .where("user_id", "=", userId)
      .where("image_url", "=", picture.src)
      .executeTakeFirst();
    if (known) return;
    await recordPicture(tx, config, userId, picture);
    await tx
      .insertInto("photo_gallery")
      .values({ user_id: userId, image_url: picture.src, caption: "" })
      .execute();
  });
}

/** @throws AppError `not-found` when there is no such photo of theirs */
export async function describePhoto(
  db: Database,
  userId: string,
  { id, caption, alt_text }: PhotoForm,
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const changed = await tx
      .updateTable("photo_gallery")
      .set({ caption, alt_text })
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw missing();
  });
}

/**
 * Takes a photo from the gallery; its files go after the commit.
 * @throws AppError `not-found` when there is no such photo of theirs
 */
export async function deletePhoto(db: Database, userId: string, id: string): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const gone = await tx
      .deleteFrom("photo_gallery")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw missing();
  });
}

/**
 * Puts the photos in this order; those it doesn't name keep their side of those it does.
 * @throws AppError `not-found` when one isn't theirs; then nothing has moved
 */
export async function reorderPhotos(db: Database, userId: string, order: string[]): Promise<void> {
  if (!(await reorder(db, "photo_gallery", userId, order, { order: sql`display_order, created_at desc` })))
    throw missing();
}

function missing(): AppError {
  return new AppError("not-found", "This photo does not exist any more.");
}
