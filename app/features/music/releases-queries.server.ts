import { sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { t } from "~/shared/t";
import { coverOf } from "./queries.server";
import { type ReleaseKind, releaseState } from "./releases";
import { keptDays, type ReleaseLink, releaseGone, releaseLimits } from "./releases-schema";
import { reminderCounts } from "./reminders-queries.server";

const dayMs = 86_400_000;

interface ReleaseRow {
  id: string;
  title: string;
  kind: ReleaseKind;
  published_at: Date | null;
  release_date: string | null;
  time_zone: string;
  released_at: Date | null;
  deleted_at: Date | null;
}

const listed = [
  "releases.id",
  "title",
  "kind",
  "published_at",
  "release_date",
  "time_zone",
  "released_at",
  "deleted_at",
  "releases.cover_image",
] as const;

const facts = ["cover.width", "cover.height", "cover.widths", "cover.colour"] as const;

export type ListedRelease = Awaited<ReturnType<typeof ownReleases>>["releases"][number];

/** The musician's releases: those still to come first, then the newest; and apart from them those they have deleted. */
export async function ownReleases(tx: Reader, userId: string, now = new Date()) {
  const rows = await tx
    .selectFrom("releases")
    .leftJoin("stored_images as cover", "cover.url", "releases.cover_image")
    .leftJoin(
      (is) =>
        is
          .selectFrom("release_tracks")
          .select((of) => ["release_id", of.fn.countAll<number>().as("tracks")])
          .where("user_id", "=", userId)
          .groupBy("release_id")
          .as("counted"),
      (join) => join.onRef("counted.release_id", "=", "releases.id"),
    )
    .select([...listed, ...facts])
    .select("counted.tracks")
    .where("releases.user_id", "=", userId)
    .orderBy("released_at", (order) => order.desc().nullsFirst())
    .orderBy("releases.created_at", "desc")
    .limit(releaseLimits.releases)
    .execute();
  const releases = rows.map(({ cover_image, width, height, widths, colour, tracks, ...release }) => ({
    ...withState(release, now),
    tracks: tracks ?? 0,
    cover: cover_image === null ? null : coverOf(cover_image, { width, height, widths, colour }),
  }));
  return {
    releases: releases.filter(({ deleted_at }) => !deleted_at),
    deleted: releases
      .flatMap(({ deleted_at, ...release }) =>
        deleted_at ? [{ ...release, goesAt: new Date(deleted_at.getTime() + keptDays * dayMs) }] : [],
      )
      .sort((one, other) => other.goesAt.getTime() - one.goesAt.getTime()),
  };
}

function withState<Row extends ReleaseRow>(release: Row, now: Date) {
  return { ...release, state: releaseState(release, now) };
}

export type OwnRelease = NonNullable<Awaited<ReturnType<typeof ownRelease>>>;
export type ReleaseTrack = OwnRelease["tracks"][number];
export type LibraryTrack = OwnRelease["library"][number];

/** A release with all that its screen shows; undefined when there is no such release of theirs, or it is deleted. */
export async function ownRelease(tx: Reader, userId: string, id: string, now = new Date()) {
  const row = await tx
    .selectFrom("releases")
    .innerJoin("musician_profiles as profile", "profile.user_id", "releases.user_id")
    .leftJoin("stored_images as cover", "cover.url", "releases.cover_image")
    .select([...listed, ...facts, "releases.slug", "description", "credits", "licence", "upc"])
    .select("releases.translations")
    .select(["profile.artist_name", "profile.custom_url"])
    .where("releases.id", "=", id)
    .where("releases.user_id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { cover_image, width, height, widths, colour, ...release } = row;
  const [links, tracks, library, reminders] = await Promise.all([
    releaseLinks(tx, id),
    releaseTracks(tx, id),
    tracksToAdd(tx, userId, id),
    reminderCounts(tx, id),
  ]);
  return {
    ...withState(release, now),
    cover: cover_image === null ? null : coverOf(cover_image, { width, height, widths, colour }),
    links,
    tracks,
    library,
    reminders,
  };
}

/** @throws AppError `not-found` when there is no such release of theirs, or it is deleted */
export async function requireOwnRelease(tx: Reader, userId: string, id: string): Promise<void> {
  const release = await tx
    .selectFrom("releases")
    .select("id")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!release) throw new AppError("not-found", t(releaseGone));
}

/** A release's links to services, in their order. */
export async function releaseLinks(tx: Reader, id: string): Promise<ReleaseLink[]> {
  return tx
    .selectFrom("release_links")
    .select(["platform", "url"])
    .where("release_id", "=", id)
    .orderBy("position")
    .limit(releaseLimits.links)
    .execute();
}

function releaseTracks(tx: Reader, id: string) {
  return tx
    .selectFrom("release_tracks")
    .innerJoin("music_tracks", "music_tracks.id", "release_tracks.track_id")
    .select(["music_tracks.id", "title", "duration", "is_visible", "is_early", "isrc"])
    .where("release_id", "=", id)
    .orderBy("position")
    .limit(releaseLimits.tracks)
    .execute();
}

/** The tracks of the library that aren't on this release, and whether each is on another one. */
function tracksToAdd(tx: Reader, userId: string, id: string) {
  // Each list is read once: asked for by track, the database would look through the releases again and again.
  return tx
    .selectFrom("music_tracks")
    .select(["music_tracks.id", "title", "duration"])
    .select(
      sql<boolean>`music_tracks.id in (
        select track_id from release_tracks join releases on releases.id = release_id
        where release_tracks.user_id = ${userId} and deleted_at is null)`.as("isElsewhere"),
    )
    .where("music_tracks.user_id", "=", userId)
    .where(
      sql<boolean>`music_tracks.id not in (select track_id from release_tracks where release_id = ${id})`,
    )
    .orderBy("display_order")
    .orderBy("music_tracks.created_at", "desc")
    .limit(1000)
    .execute();
}

export type OwnTrackDetails = NonNullable<Awaited<ReturnType<typeof ownTrackDetails>>>;

/** What is said of a track, and the releases it is on; undefined when there is no such track of theirs. */
export async function ownTrackDetails(tx: Reader, userId: string, id: string) {
  const track = await tx
    .selectFrom("music_tracks")
    .innerJoin("musician_profiles as profile", "profile.user_id", "music_tracks.user_id")
    .select(["music_tracks.id", "title", "slug", "lyrics", "credits", "licence", "isrc", "is_visible"])
    .select("music_tracks.translations")
    .select(["profile.artist_name", "profile.custom_url"])
    .select(sql<boolean>`out_at is null or out_at <= now()`.as("isOut"))
    .where("music_tracks.id", "=", id)
    .where("music_tracks.user_id", "=", userId)
    .executeTakeFirst();
  if (!track) return undefined;
  const releases = await tx
    .selectFrom("release_tracks")
    .innerJoin("releases", "releases.id", "release_tracks.release_id")
    .select(["releases.id", "title"])
    .where("track_id", "=", id)
    .where("deleted_at", "is", null)
    .orderBy("releases.created_at", "desc")
    .limit(releaseLimits.releases)
    .execute();
  return { ...track, releases };
}
