import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { reorder } from "#server/db/reorder.ts";
import { AppError } from "#server/errors.ts";
import { requireRoom } from "#server/files/quota.ts";
import { embeddedCover } from "#server/media/embedded-cover.ts";
import { storeImage } from "#server/media/images.ts";
import { recordPicture } from "#server/media/stored-pictures.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";
import { unreadableImageText } from "~/shared/upload-limits";
import { trackFile } from "./analyse.server";
import { requireOwnTrack } from "./queries.server";
import type { TrackAction } from "./schema";

export interface NewTrack {
  title: string;
  /** The stored file's address; at most one track has it. */
  file_url: string;
  /** Whole seconds, null when unknown. */
  duration: number | null;
  /** The title in the file's tags, where it is another: offered, never forced. */
  tag_title: string | null;
  /** Bytes. */
  file_size: number;
  /** The SHA-256 of the file as it was given, in hexadecimal. */
  source_digest?: string;
  /** From the file's tags, where they are taken as they are, or from another account. */
  lyrics?: string | null;
  isrc?: string | null;
  cover_image?: string;
  is_visible?: boolean;
  downloads_enabled?: boolean;
}

/**
 * Adds a track at the end of the library, visible and downloadable unless it is said otherwise, and has it listened to. [2 §7] Adding the same file
 * again, as a retry after a crash does, adds nothing.
 * @returns the track's id
 * @throws AppError `too-large` when the library is full
 */
export async function addTrack(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  track: NewTrack,
): Promise<string> {
  return db.asMusician(userId).write((tx) => insertTrack(tx, config, userId, track));
}

/** The same in a transaction. @returns its id, or that of the track that has its file */
export async function insertTrack(
  tx: Writer,
  config: Services["config"],
  userId: string,
  track: NewTrack,
): Promise<string> {
  const { count, last } = await tx
    .selectFrom("music_tracks")
    .select((is) => [
      is.fn.countAll<number>().as("count"),
      is.fn.max<number | null>("display_order").as("last"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const added = await tx
    .insertInto("music_tracks")
    .values({
      user_id: userId,
      downloads_enabled: true,
      is_visible: true,
      ...track,
      // After a deletion the count alone would be another track's place.
      display_order: Math.max(count, last ?? 0) + 1,
    })
    .onConflict((conflict) => conflict.column("file_url").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) return (await ownTrackOf(tx, userId, track.file_url)).id;
  await requireRoom(tx, config, userId, track.file_size);
  await tx.enqueue("track.analyse", { trackId: added.id });
  return added.id;
}

function ownTrackOf(tx: Writer, userId: string, file: string) {
  return tx
    .selectFrom("music_tracks")
    .select("id")
    .where("user_id", "=", userId)
    .where("file_url", "=", file)
    .executeTakeFirstOrThrow();
}

/**
 * Executes an action of the library's screen.
 * @throws AppError `not-found` when there is no such track of theirs; else as the one that does it
 */
export async function executeTrackAction(services: Services, userId: string, form: TrackAction) {
  await changeLibrary(services, userId, form);
  return { done: true };
}

function changeLibrary(services: Services, userId: string, form: TrackAction): Promise<void> {
  switch (form.intent) {
    case "rename-track":
      return changeTrack(services, userId, form.id, { title: form.title });
    case "set-visibility":
      return showTracks(services, userId, form.id, form.isVisible);
    case "set-downloads":
      return changeTrack(services, userId, form.id, { downloads_enabled: form.isEnabled });
    case "remove-cover":
      return changeTrack(services, userId, form.id, { cover_image: null });
    case "dismiss-title":
      return changeTrack(services, userId, form.id, { tag_title: null });
    case "dismiss-cover":
      return changeTrack(services, userId, form.id, { has_embedded_cover: false });
    case "take-title":
      return takeTagTitle(services, userId, form.id);
    case "take-cover":
      return takeEmbeddedCover(services, userId, form.id);
    case "delete-track":
      return deleteTracks(services, userId, form.id);
    case "reorder-tracks":
      return reorderTracks(services, userId, form.order);
    case "set-playing-on":
      return setSwitch(services, userId, { plays_on: form.isOn });
    case "set-podcast":
      return setSwitch(services, userId, { has_podcast: form.isOn });
  }
}

/** The fields of a track that a musician may change by themselves. */
interface TrackChange {
  title?: string;
  is_visible?: boolean;
  downloads_enabled?: boolean;
  /** Null takes it away; its files go after it. */
  cover_image?: null;
  /** Null: the offer was taken or dismissed. */
  tag_title?: null;
  /** False: the offer was taken or dismissed. */
  has_embedded_cover?: false;
}

/** @throws AppError `not-found` when there is no such track of theirs */
export async function changeTrack(
  { db }: Pick<Services, "db">,
  userId: string,
  id: string,
  change: TrackChange,
): Promise<void> {
  await db.asMusician(userId).write((tx) => updateOne(tx, userId, id, change));
}

async function showTracks(
  { db }: Pick<Services, "db">,
  userId: string,
  ids: readonly string[],
  is_visible: boolean,
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("music_tracks")
      .set({ is_visible })
      .where("id", "in", ids)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    requireOne(numUpdatedRows);
  });
}

/** Deletes tracks; they can be brought back. @throws AppError `not-found` when none of them is theirs */
export async function deleteTracks(
  { db }: Pick<Services, "db">,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    if ((await deleteRestorably(tx, "track", ids)).length === 0) throw noSuchTrack();
  });
}

/**
 * Puts the library in a new order. A track that the musician didn't see, such as one that has just arrived, stays where
 * it was. @throws AppError `not-found` when one of the ids is no track of theirs
 */
export async function reorderTracks(
  { db }: Pick<Services, "db">,
  userId: string,
  seen: readonly string[],
): Promise<void> {
  if (!(await reorder(db, "music_tracks", userId, seen, { order: sql`display_order, created_at desc` })))
    throw noSuchTrack();
}

/**
 * Sets whether the next track on the artist's pages begins by itself, or whether the tracks are offered as a podcast.
 * @throws AppError `not-found` when the musician has no profile yet
 */
export async function setSwitch(
  { db }: Pick<Services, "db">,
  userId: string,
  to: { plays_on: boolean } | { has_podcast: boolean },
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("musician_profiles")
      .set(to)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("not-found", t("You have no artist profile yet."));
  });
}

/** Gives a track the title in its file's tags. @throws AppError `not-found` when there is no such track of theirs */
export async function takeTagTitle({ db }: Pick<Services, "db">, userId: string, id: string): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const { tag_title } = await requireOwnTrack(tx, userId, id);
    // Asked twice, it has it already.
    if (tag_title !== null) await updateOne(tx, userId, id, { title: tag_title, tag_title: null });
  });
}

/**
 * Makes the picture in a track's file its cover.
 * @throws AppError `not-found` when there is no such track of theirs, `invalid` when there is no usable picture
 */
export async function takeEmbeddedCover(services: Services, userId: string, id: string): Promise<void> {
  const { db, storage } = services;
  const { file_url } = await db.asMusician(userId).read((tx) => requireOwnTrack(tx, userId, id));
  if (file_url === null) throw noSuchTrack();
  const { path, format } = trackFile(file_url);
  const picture = await storage.borrow(path, (file) => embeddedCover(file, format));
  if (!picture) throw new AppError("invalid", t(unreadableImageText));
  await setCover(services, userId, id, { name: `track-${id}-${Date.now()}`, source: picture });
}

/**
 * Stores a picture in its sizes and makes it a track's cover; the one before goes. Under the same name the same picture
 * is stored once.
 * @param source a local file, or bytes; square, as the caller has seen to
 * @throws AppError `not-found` when there is no such track of theirs; as `storeImage` and `recordPicture`
 */
export async function setCover(
  { db, config, storage }: Services,
  userId: string,
  id: string,
  { name, source }: { name: string; source: string | Uint8Array },
): Promise<void> {
  const picture = await storeImage(storage, { folder: "avatars", userId, name, source });
  await db.asMusician(userId).write(async (tx) => {
    await recordPicture(tx, config, userId, picture);
    await updateOne(tx, userId, id, { cover_image: picture.src, has_embedded_cover: false });
  });
}

async function updateOne(
  tx: Writer,
  userId: string,
  id: string,
  change: Omit<TrackChange, "cover_image"> & { cover_image?: string | null },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("music_tracks")
    .set(change)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  requireOne(numUpdatedRows);
}

function requireOne(rows: bigint): void {
  if (rows === 0n) throw noSuchTrack();
}

function noSuchTrack(): AppError {
  return new AppError("not-found", t("This track does not exist any more."));
}
