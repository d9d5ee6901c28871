import { sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Picture } from "~/shared/picture";

/** More than any library needs on one screen; a longer one pages. */
const tracksPerPage = 1000;
/** So many come with the screen, whose time would else grow with the library; the others of its page follow. */
const tracksAtFirst = 50;

export type OwnTrack = Awaited<ReturnType<typeof ownTracks>>[number];

/** The data of the library's screen, with the page's first tracks. @param page from 1 */
export async function ownLibrary(tx: Reader, userId: string, page: number) {
  const before = (page - 1) * tracksPerPage;
  const [tracks, count, profile] = await Promise.all([
    ownTracks(tx, userId, before, tracksAtFirst),
    countOwnTracks(tx, userId),
    tx
      .selectFrom("musician_profiles")
      .select(["artist_name", "plays_on"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
  ]);
  return {
    tracks,
    count,
    /** How many tracks of the page `otherTracks` has. */
    others: Math.max(0, Math.min(tracksPerPage, count - before) - tracksAtFirst),
    pages: Math.ceil(count / tracksPerPage),
    artistName: profile?.artist_name ?? "",
    /** Does the next track on the artist's pages begin by itself? Null without a profile. */
    playsOn: profile?.plays_on ?? null,
  };
}

/** The tracks of a page after those that come with the screen. @param page from 1 */
export function otherTracks(tx: Reader, userId: string, page: number) {
  const before = (page - 1) * tracksPerPage + tracksAtFirst;
  return ownTracks(tx, userId, before, tracksPerPage - tracksAtFirst);
}

/** The musician's tracks in their own order, from one place on. [2 §7] */
export async function ownTracks(tx: Reader, userId: string, before = 0, limit = tracksPerPage) {
  const rows = await tx
    .selectFrom("music_tracks")
    .leftJoin("stored_images as cover", "cover.url", "music_tracks.cover_image")
    .select([
      "music_tracks.id",
      "title",
      "file_url",
      "playback_url",
      "playback_state",
      "playback_percent",
      "duration",
      "cover_image",
      "is_visible",
      "downloads_enabled",
      "waveform",
      "is_shorter",
      "tag_title",
      "has_embedded_cover",
      "analysed_at",
      "cover.width",
      "cover.height",
      "cover.widths",
      "cover.colour",
    ])
    .select(sql<boolean>`out_at is null or out_at <= now()`.as("isOut"))
    .where("music_tracks.user_id", "=", userId)
    .orderBy("display_order")
    .orderBy("music_tracks.created_at", "desc")
    .limit(limit)
    .offset(before)
    .execute();
  return rows.map(
    ({
      cover_image,
      width,
      height,
      widths,
      colour,
      analysed_at,
      playback_state,
      playback_percent,
      ...track
    }) => ({
      ...track,
      /** The server has yet to listen to it. */
      isUnheard: analysed_at === null && track.file_url !== null,
      copying: copyingOf(playback_state, playback_percent),
      cover: cover_image === null ? null : coverOf(cover_image, { width, height, widths, colour }),
    }),
  );
}

/** How far the lighter copy of a lossless track is while it is made, or that it couldn't be. */
function copyingOf(state: string | null, percent: number | null): { percent: number } | "failed" | null {
  if (state === "making") return { percent: percent ?? 0 };
  return state === "failed" ? "failed" : null;
}

async function countOwnTracks(tx: Reader, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("music_tracks")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** @throws AppError `not-found` when there is no such track of theirs */
export async function requireOwnTrack(tx: Reader, userId: string, id: string) {
  const track = await tx
    .selectFrom("music_tracks")
    .select(["file_url", "tag_title"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!track) throw new AppError("not-found", "This track does not exist any more.");
  return track;
}

/** Of a picture without facts, the frame that a cover is shown in. */
export function coverOf(
  src: string,
  facts: { [Fact in keyof Omit<Picture, "src">]: Picture[Fact] | null },
): Picture {
  return {
    src,
    width: facts.width ?? 800,
    height: facts.height ?? 800,
    widths: facts.widths ?? [],
    colour: facts.colour ?? "#808080",
  };
}
