import { type RawBuilder, sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { hasWords } from "#server/db/search.ts";
import { AppError } from "#server/errors.ts";
import { artistPath, podcastPath } from "~/shared/artist-address";
import type { Picture } from "~/shared/picture";
import { t } from "~/shared/t";
import type { TracksAsked } from "./schema.ts";

/** More than any library needs on one screen; a longer one pages. */
const tracksPerPage = 1000;
/** So many come with the screen, whose time would else grow with the library; the others of its page follow. */
const tracksAtFirst = 50;

export type OwnTrack = Awaited<ReturnType<typeof ownTracks>>[number];

const whole: TracksAsked = { search: "", filter: "all", order: "own", isWhole: true };

/** The data of the library's screen, with the page's first tracks. @param page from 1 */
export async function ownLibrary(tx: Reader, userId: string, page: number, asked = whole) {
  const before = (page - 1) * tracksPerPage;
  const [tracks, { count, matches }, profile] = await Promise.all([
    ownTracks(tx, userId, before, tracksAtFirst, asked),
    countOwnTracks(tx, userId, asked),
    tx
      .selectFrom("musician_profiles")
      .select(["artist_name", "custom_url", "plays_on", "has_podcast"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
  ]);
  return {
    tracks,
    count,
    /** How many of them the search finds. */
    matches,
    /** How many tracks of the page `otherTracks` has. */
    others: Math.max(0, Math.min(tracksPerPage, matches - before) - tracksAtFirst),
    pages: Math.max(1, Math.ceil(matches / tracksPerPage)),
    artistName: profile?.artist_name ?? "",
    /** Does the next track on the artist's pages begin by itself? Null without a profile. */
    playsOn: profile?.plays_on ?? null,
    /** Are the tracks offered as a podcast, and where? Null without a profile. */
    podcast: profile
      ? {
          isOn: profile.has_podcast,
          path: podcastPath(
            artistPath({ artistName: profile.artist_name, customUrl: profile.custom_url }) ?? "",
          ),
        }
      : null,
  };
}

/** The tracks of a page after those that come with the screen. @param page from 1 */
export function otherTracks(tx: Reader, userId: string, page: number, asked = whole) {
  const before = (page - 1) * tracksPerPage + tracksAtFirst;
  return ownTracks(tx, userId, before, tracksPerPage - tracksAtFirst, asked);
}

/** Whether a track is among those that are asked for. */
function isFound({ search, filter }: TracksAsked): RawBuilder<boolean> {
  const isShown = filter === "all" ? sql`true` : filter === "shown" ? sql`is_visible` : sql`not is_visible`;
  return sql`(${isShown} and ${hasWords(search, "title")})`;
}

const byOrder: Record<TracksAsked["order"], RawBuilder<unknown>> = {
  own: sql`display_order, music_tracks.created_at desc`,
  title: sql`lower(title), music_tracks.created_at desc`,
  newest: sql`music_tracks.created_at desc`,
  plays: sql`play_count desc, display_order`,
};

/** The musician's tracks, in their own order unless another is asked for, from one place on. [2 §7] */
export async function ownTracks(
  tx: Reader,
  userId: string,
  before = 0,
  limit = tracksPerPage,
  asked: TracksAsked = whole,
) {
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
    .where(isFound(asked))
    .orderBy(sql`${byOrder[asked.order]}, music_tracks.id`)
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

async function countOwnTracks(
  tx: Reader,
  userId: string,
  asked: TracksAsked,
): Promise<{ count: number; matches: number }> {
  return tx
    .selectFrom("music_tracks")
    .select((is) => [
      is.fn.countAll<number>().as("count"),
      is.fn.countAll<number>().filterWhere(isFound(asked)).as("matches"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** @throws AppError `not-found` when there is no such track of theirs */
export async function requireOwnTrack(tx: Reader, userId: string, id: string) {
  const track = await tx
    .selectFrom("music_tracks")
    .select(["file_url", "tag_title"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!track) throw new AppError("not-found", t("This track does not exist any more."));
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
