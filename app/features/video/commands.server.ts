import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { lockOrder, reorder } from "#server/db/reorder.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";
import { tooManyText, type VideoAction, type VideoForm, videoLimit } from "./schema";

/**
 * Executes an action of the videos' screen. [2 §7]
 * @throws AppError `not-found` when there is no such video of theirs, `conflict` when the page is full
 */
export async function executeVideoAction(services: Services, userId: string, form: VideoAction) {
  switch (form.intent) {
    case "save-video":
      await saveVideo(services, userId, form);
      return { savedVideo: true };
    case "set-primary-video":
      await setPrimaryVideo(services, userId, form.id);
      return { primaryVideo: form.id };
    case "show-video":
      await write(services, userId, (tx) => change(tx, userId, form.id, { is_visible: form.visible }));
      return { shownVideo: form.visible };
    case "delete-video":
      await deleteVideo(services, userId, form.id);
      return { deletedVideo: true };
    case "reorder-videos":
      await reorderVideos(services, userId, form.order);
      return { reorderedVideos: true };
  }
}

/**
 * Adds a video at the end, or changes the one with this id. A primary one takes the place of the one before.
 * @returns its id @throws as `executeVideoAction`
 */
export async function saveVideo(
  services: Services,
  userId: string,
  { intent: _, id, ...video }: VideoForm,
): Promise<string> {
  return write(services, userId, async (tx) => {
    if (id !== undefined) {
      if (video.is_primary) await clearPrimary(tx, userId);
      await change(tx, userId, id, video);
      return id;
    }
    return addVideo(tx, userId, video);
  });
}

/** Adds a video at the end; the caller holds the order's lock. @throws AppError `conflict` when the page is full */
export async function addVideo(
  tx: Writer,
  userId: string,
  video: Omit<VideoForm, "intent" | "id">,
): Promise<string> {
  const { count, last } = await tx
    .selectFrom("video_gallery")
    .select((row) => [
      row.fn.countAll<number>().as("count"),
      row.fn.coalesce(row.fn.max("display_order"), row.lit(0)).as("last"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (count >= videoLimit) throw new AppError("conflict", t(tooManyText));
  if (video.is_primary) await clearPrimary(tx, userId);
  const { id } = await tx
    .insertInto("video_gallery")
    .values({ user_id: userId, ...video, display_order: last + 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes it the one that stands first; whichever did before no longer does. Of two at once, the later one. [2 §4] */
async function setPrimaryVideo(services: Services, userId: string, id: string): Promise<void> {
  await write(services, userId, async (tx) => {
    await clearPrimary(tx, userId);
    await change(tx, userId, id, { is_primary: true });
  });
}

async function deleteVideo(services: Services, userId: string, id: string): Promise<void> {
  await write(services, userId, async (tx) => {
    if ((await deleteRestorably(tx, "video", [id])).length === 0) throw missing();
  });
}

/**
 * Videos that the order doesn't name keep their side of those it does; the primary one stands first whatever its place.
 * Where one isn't theirs, nothing moves.
 */
async function reorderVideos({ db }: Services, userId: string, order: string[]): Promise<void> {
  if (
    !(await reorder(db, "video_gallery", userId, order, {
      order: sql`is_primary desc, display_order, created_at desc`,
      move: sql`display_order = placed.place, updated_at = now()`,
    }))
  )
    throw missing();
}

/** One after the other for each musician: of two primary videos at once, or of two last places, each sees the other. */
async function write<T>({ db }: Services, userId: string, work: (tx: Writer) => Promise<T>): Promise<T> {
  return db.asMusician(userId).write(async (tx) => {
    await lockOrder(tx, "video_gallery", userId);
    return work(tx);
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
  fields: Partial<Omit<VideoForm, "intent" | "id">>,
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
  return new AppError("not-found", t("This video does not exist any more."));
}
