import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { storeImage } from "#server/media/images.ts";
import { recordPicture } from "#server/media/stored-pictures.ts";
import type { Services } from "#server/services.ts";
import { requireVersion } from "#server/versions.ts";
import { reordered } from "~/shared/reordered";
import { t } from "~/shared/t";
import { releaseLinks } from "./releases-queries.server";
import {
  keptDays,
  type ReleaseAction,
  type ReleaseForm,
  type ReleasesAction,
  releaseGone,
  releaseLimits,
  releaseValues,
  type TrackDetailsForm,
  tooManyReleases,
  tooManyTracks,
  trackDetailsValues,
} from "./releases-schema";
import { tellWhenOut } from "./tell-release.server";

type Db = Pick<Services, "db">;

/**
 * Begins a release, as a draft in the account's time zone.
 * @returns its id
 * @throws AppError `conflict` when there are as many as there may be
 */
export async function addRelease(
  { db }: Db,
  userId: string,
  release: Pick<ReleaseForm, "title" | "kind">,
): Promise<string> {
  return db.asMusician(userId).write((tx) => insertRelease(tx, userId, release));
}

/** The same in a transaction. @throws AppError `conflict` when there are as many as there may be */
export async function insertRelease(
  tx: Writer,
  userId: string,
  { title, kind }: Pick<ReleaseForm, "title" | "kind">,
): Promise<string> {
  await lockReleases(tx, userId);
  const { count } = await tx
    .selectFrom("releases")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (count >= releaseLimits.releases) throw new AppError("conflict", t(tooManyReleases));
  const preferences = await tx
    .selectFrom("account_preferences")
    .select("time_zone")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const { id } = await tx
    .insertInto("releases")
    .values({ user_id: userId, title, kind, time_zone: preferences?.time_zone ?? "UTC" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Brings a deleted release back, or deletes it for good.
 * @throws AppError `not-found` when there is no such deleted release of theirs
 */
export async function executeReleasesAction(
  { db }: Db,
  userId: string,
  { intent, id }: Exclude<ReleasesAction, { intent: "new-release" }>,
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    await lockReleases(tx, userId);
    if (intent === "restore-release") return restore(tx, userId, id);
    const gone = await tx
      .deleteFrom("releases")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .where("deleted_at", "is not", null)
      .executeTakeFirst();
    requireOne(gone.numDeletedRows);
  });
}

async function restore(tx: Writer, userId: string, id: string): Promise<void> {
  const back = await tx
    .updateTable("releases")
    .set({ deleted_at: null, updated_at: new Date() })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("deleted_at", "is not", null)
    .executeTakeFirst();
  requireOne(back.numUpdatedRows);
  await tx
    .updateTable("music_tracks")
    .set({ is_visible: true })
    .where("user_id", "=", userId)
    .where("id", "in", (is) =>
      is
        .selectFrom("release_tracks")
        .select("track_id")
        .where("release_id", "=", id)
        .where("is_hidden_with", "=", true),
    )
    .execute();
  await tx
    .updateTable("release_tracks")
    .set({ is_hidden_with: false })
    .where("release_id", "=", id)
    .where("is_hidden_with", "=", true)
    .execute();
  await tellWhenOut(tx, id);
}

/**
 * Saves what is said of a release.
 * @throws AppError `not-found` when there is no such release of theirs
 * @throws ChangedMeanwhile when the form was opened with other values
 */
export async function saveRelease({ db }: Db, userId: string, form: ReleaseForm): Promise<void> {
  const { id, version, links } = form;
  const { title, kind, description, credits, translations, licence, upc, release_date, time_zone } = form;
  await db.asMusician(userId).write(async (tx) => {
    const stored = await holdRelease(tx, userId, id);
    requireVersion(
      version,
      releaseValues({ ...stored, links: await releaseLinks(tx, id) }),
      releaseValues(form),
    );
    await tx
      .updateTable("releases")
      .set({
        ...{ title, kind, description, credits, translations, licence, upc, release_date, time_zone },
        updated_at: new Date(),
      })
      .where("id", "=", id)
      .execute();
    const isMoved = release_date !== stored.release_date || time_zone !== stored.time_zone;
    if (isMoved) await tellWhenOut(tx, id);
    await tx.deleteFrom("release_links").where("release_id", "=", id).execute();
    await insertLinks(tx, userId, id, links);
  });
}

/** Gives a release that has none its links. */
export async function insertLinks(
  tx: Writer,
  userId: string,
  id: string,
  links: ReleaseForm["links"],
): Promise<void> {
  if (links.length === 0) return;
  await tx
    .insertInto("release_links")
    .values(links.map((link, at) => ({ ...link, user_id: userId, release_id: id, position: at + 1 })))
    .execute();
}

/** What an action on a release has done beside what it was asked for. */
export interface ReleaseOutcome {
  /** So many tracks are hidden now: else they would have become public. */
  hidden: number;
}

/**
 * Executes an action of a release's screen. What is taken off a release that isn't out, or goes with it, is hidden where
 * it would become public by that.
 * @throws AppError `not-found` when there is no such release or track of theirs; `conflict` when it has as many tracks
 *   as it may
 */
export async function executeReleaseAction(
  { db }: Db,
  userId: string,
  form: Exclude<ReleaseAction, { intent: "save-release" }>,
): Promise<ReleaseOutcome> {
  const { id } = form;
  return db.asMusician(userId).write(async (tx) => {
    const { published_at } = await holdRelease(tx, userId, id);
    const change = (columns: { published_at?: Date | null; cover_image?: null }) =>
      tx
        .updateTable("releases")
        .set({ ...columns, updated_at: new Date() })
        .where("id", "=", id)
        .execute();
    switch (form.intent) {
      case "publish-release": {
        const now = new Date();
        // The moment stays at which it became public first.
        if (published_at === null || published_at > now) {
          await change({ published_at: now });
          await tellWhenOut(tx, id);
        }
        break;
      }
      case "schedule-release":
        await change({ published_at: form.published_at });
        await tellWhenOut(tx, id);
        break;
      case "unpublish-release":
        await change({ published_at: null });
        break;
      case "remove-release-cover":
        await change({ cover_image: null });
        break;
      case "delete-release":
        return { hidden: await deleteRelease(tx, id) };
      case "tell-again":
        await tx
          .updateTable("release_reminders")
          .set({ status: "waiting" })
          .where("release_id", "=", id)
          .where("status", "=", "unknown")
          .execute();
        await tx.enqueue("reminders.send", { releaseId: id });
        break;
      case "add-tracks":
        await addTracks(tx, userId, id, form.tracks);
        break;
      case "remove-track":
        return { hidden: await removeTrack(tx, id, form.track) };
      case "set-early":
        await changeEntry(tx, id, form.track, form.isEarly);
        break;
      case "show-track":
        await showTrack(tx, userId, form.track);
        break;
      case "reorder-release":
        await reorderRelease(tx, id, form.order);
    }
    return { hidden: 0 };
  });
}

/** Two writes to a musician's releases that depend on all of them come one after the other. */
async function lockReleases(tx: Writer, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`releases ${userId}`}, 0))`.execute(tx);
}

/** Its row, which nobody else changes until this transaction ends. @throws AppError `not-found` */
async function holdRelease(tx: Writer, userId: string, id: string) {
  const release = await tx
    .selectFrom("releases")
    .select([
      "title",
      "kind",
      "description",
      "credits",
      "translations",
      "licence",
      "upc",
      "release_date",
      "time_zone",
      "published_at",
    ])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!release) throw noSuchRelease();
  return release;
}

/** @returns how many tracks were hidden with it */
export async function deleteRelease(tx: Writer, id: string): Promise<number> {
  const hidden = await hideWhatComesOut(tx, id, undefined, () =>
    tx.updateTable("releases").set({ deleted_at: new Date() }).where("id", "=", id).execute(),
  );
  if (hidden.length > 0) {
    await tx
      .updateTable("release_tracks")
      .set({ is_hidden_with: true })
      .where("release_id", "=", id)
      .where("track_id", "in", hidden)
      .execute();
  }
  return hidden.length;
}

/** @returns whether the track was hidden, as 1 or 0. @throws AppError `not-found` when it isn't on the release */
async function removeTrack(tx: Writer, id: string, track: string): Promise<number> {
  const hidden = await hideWhatComesOut(tx, id, track, async () => {
    const gone = await tx
      .deleteFrom("release_tracks")
      .where("release_id", "=", id)
      .where("track_id", "=", track)
      .executeTakeFirst();
    requireTrack(gone.numDeletedRows);
  });
  return hidden.length;
}

/**
 * Does what may let tracks of a release go, and hides those that would become public by it.
 * @param track the one that it is about; undefined for all of the release
 * @returns the ids of those that were hidden
 */
async function hideWhatComesOut(
  tx: Writer,
  id: string,
  track: string | undefined,
  work: () => Promise<unknown>,
): Promise<string[]> {
  let withheld = tx
    .selectFrom("release_tracks")
    .innerJoin("music_tracks", "music_tracks.id", "release_tracks.track_id")
    .select("track_id")
    .where("release_id", "=", id)
    .where("is_visible", "=", true)
    .where(sql<boolean>`not app.is_track_out(track_id)`);
  if (track !== undefined) withheld = withheld.where("track_id", "=", track);
  const ids = (await withheld.execute()).map(({ track_id }) => track_id);
  await work();
  if (ids.length === 0) return [];
  const hidden = await tx
    .updateTable("music_tracks")
    .set({ is_visible: false })
    .where("id", "in", ids)
    .where(sql<boolean>`app.is_track_out(id)`)
    .returning("id")
    .execute();
  return hidden.map(({ id }) => id);
}

/** Puts tracks at a release's end, in the given order. Those that are on it already stay where they are. */
export async function addTracks(
  tx: Writer,
  userId: string,
  id: string,
  tracks: readonly string[],
): Promise<void> {
  const wanted = await tx
    .selectFrom("music_tracks")
    .select("id")
    .where("user_id", "=", userId)
    .where("id", "in", [...tracks])
    .execute();
  if (wanted.length < new Set(tracks).size) throw noSuchTrack();
  const entries = await entriesOf(tx, id);
  const present = new Set(entries.map(({ track_id }) => track_id));
  const added = tracks.filter((track) => !present.has(track));
  if (present.size + added.length > releaseLimits.tracks) throw new AppError("conflict", t(tooManyTracks));
  if (added.length === 0) return;
  const last = entries.at(-1)?.position ?? 0;
  await tx
    .insertInto("release_tracks")
    .values(
      added.map((track_id, at) => ({ user_id: userId, release_id: id, track_id, position: last + at + 1 })),
    )
    .execute();
}

async function changeEntry(tx: Writer, id: string, track: string, is_early: boolean): Promise<void> {
  const changed = await tx
    .updateTable("release_tracks")
    .set({ is_early })
    .where("release_id", "=", id)
    .where("track_id", "=", track)
    .executeTakeFirst();
  requireTrack(changed.numUpdatedRows);
}

async function showTrack(tx: Writer, userId: string, track: string): Promise<void> {
  const changed = await tx
    .updateTable("music_tracks")
    .set({ is_visible: true })
    .where("id", "=", track)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  requireTrack(changed.numUpdatedRows);
}

/** Tracks that were added meanwhile keep their side of those that the order names. */
async function reorderRelease(tx: Writer, id: string, seen: readonly string[]): Promise<void> {
  const entries = await entriesOf(tx, id);
  const order = reordered(
    entries.map(({ track_id }) => track_id),
    seen,
  );
  if (!order) throw noSuchTrack();
  // No two may have the same place, not even on the way: so beyond all places first.
  const beyond = entries.at(-1)?.position ?? 0;
  for (const offset of [beyond + order.length, 0]) {
    await sql`
      update release_tracks entry set position = placed.place + ${offset}::integer
      from unnest(${order}::uuid[]) with ordinality placed (id, place)
      where release_id = ${id} and track_id = placed.id`.execute(tx);
  }
}

function entriesOf(tx: Writer, id: string) {
  return tx
    .selectFrom("release_tracks")
    .select(["track_id", "position"])
    .where("release_id", "=", id)
    .orderBy("position")
    .limit(releaseLimits.tracks)
    .execute();
}

/**
 * Saves what is said of a track beside its title.
 * @throws AppError `not-found` when there is no such track of theirs
 * @throws ChangedMeanwhile when the form was opened with other values
 */
export async function saveTrackDetails({ db }: Db, userId: string, form: TrackDetailsForm): Promise<void> {
  const { id, version, lyrics, credits, translations, licence, isrc } = form;
  const fields = { lyrics, credits, translations, licence, isrc };
  await db.asMusician(userId).write(async (tx) => {
    const stored = await tx
      .selectFrom("music_tracks")
      .select(["lyrics", "credits", "translations", "licence", "isrc"])
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (!stored) throw noSuchTrack();
    requireVersion(version, trackDetailsValues(stored), trackDetailsValues(fields));
    await tx.updateTable("music_tracks").set(fields).where("id", "=", id).execute();
  });
}

/**
 * Stores a picture in its sizes and makes it a release's cover; the one before goes.
 * @param source a local file; square, as the caller has seen to
 * @throws AppError `not-found` when there is no such release of theirs; as `storeImage` and `recordPicture`
 */
export async function setReleaseCover(
  { db, config, storage }: Pick<Services, "db" | "config" | "storage">,
  userId: string,
  id: string,
  { name, source }: { name: string; source: string },
): Promise<void> {
  const picture = await storeImage(storage, { folder: "avatars", userId, name, source });
  await db.asMusician(userId).write(async (tx) => {
    await recordPicture(tx, config, userId, picture);
    const changed = await tx
      .updateTable("releases")
      .set({ cover_image: picture.src, updated_at: new Date() })
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    requireOne(changed.numUpdatedRows);
  });
}

/** Deletes for good what was deleted so long ago that it can't be brought back. @returns how many */
export async function sweepDeletedReleases({ db }: Db): Promise<number> {
  const swept = await db
    .asSystem()
    .write((tx) =>
      tx
        .deleteFrom("releases")
        .where("deleted_at", "<", sql<Date>`now() - make_interval(days => ${keptDays}::integer)`)
        .executeTakeFirst(),
    );
  return Number(swept.numDeletedRows);
}

function requireOne(rows: bigint): void {
  if (rows === 0n) throw noSuchRelease();
}

function requireTrack(rows: bigint): void {
  if (rows === 0n) throw noSuchTrack();
}

function noSuchRelease(): AppError {
  return new AppError("not-found", t(releaseGone));
}

function noSuchTrack(): AppError {
  return new AppError("not-found", t("This track does not exist any more."));
}
