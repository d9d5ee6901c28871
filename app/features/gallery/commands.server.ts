import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { reorder } from "#server/db/reorder.ts";
import { AppError } from "#server/errors.ts";
import type { StoredPicture } from "#server/media/images.ts";
import { recordPicture } from "#server/media/stored-pictures.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";
import type { PhotoAction } from "./schema";

/** What is known of a photo beside its picture. */
export interface NewPhoto {
  caption?: string;
  alt_text?: string;
  /** The SHA-256 of the file as it was given, in hexadecimal. */
  source_digest?: string;
}

/**
 * Hangs a stored picture first in the gallery, without a caption unless it brings one. [2 §7] The same picture again, as
 * a retry after a crash brings it, adds nothing.
 * @throws AppError `too-large` when the library is full
 */
export async function addPhoto(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  picture: StoredPicture,
  photo: NewPhoto = {},
): Promise<string> {
  return db.asMusician(userId).write((tx) => insertPhoto(tx, config, userId, picture, photo));
}

/** The same in a transaction. @returns its id */
export async function insertPhoto(
  tx: Writer,
  config: Services["config"],
  userId: string,
  picture: StoredPicture,
  photo: NewPhoto,
): Promise<string> {
  // Two processes may take over one upload at the same time.
  await sql`select pg_advisory_xact_lock(hashtextextended(${picture.src}, 0))`.execute(tx);
  const known = await tx
    .selectFrom("photo_gallery")
    .select("id")
    .where("user_id", "=", userId)
    .where("image_url", "=", picture.src)
    .executeTakeFirst();
  if (known) return known.id;
  await recordPicture(tx, config, userId, picture);
  const { id } = await tx
    .insertInto("photo_gallery")
    .values({ user_id: userId, image_url: picture.src, caption: "", ...photo })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Executes an action of the gallery's screen.
 * @throws AppError `not-found` when there is no such photo of theirs
 */
export async function executePhotoAction(services: Services, userId: string, form: PhotoAction) {
  switch (form.intent) {
    case "describe-photo":
      await describePhoto(services, userId, form);
      return { described: true };
    case "delete-photo":
      await deletePhotos(services, userId, form.id);
      return { deleted: true };
    case "reorder-photos":
      await reorderPhotos(services, userId, form.order);
      return { reordered: true };
  }
}

async function describePhoto(
  { db }: Services,
  userId: string,
  { id, caption, alt_text, translations }: Extract<PhotoAction, { intent: "describe-photo" }>,
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const changed = await tx
      .updateTable("photo_gallery")
      .set({ caption, alt_text, translations })
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw missing();
  });
}

/** They can be brought back. */
async function deletePhotos({ db }: Services, userId: string, ids: readonly string[]): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    if ((await deleteRestorably(tx, "photo", ids)).length === 0) throw missing();
  });
}

/** Photos that the order doesn't name keep their side of those it does; where one isn't theirs, nothing moves. */
async function reorderPhotos({ db }: Services, userId: string, order: string[]): Promise<void> {
  if (!(await reorder(db, "photo_gallery", userId, order, { order: sql`display_order, created_at desc` })))
    throw missing();
}

function missing(): AppError {
  return new AppError("not-found", t("This photo does not exist any more."));
}
