import { fragment, row, rows, whereShown } from "#server/db/fragments.ts";
import type { SocialPlatform } from "~/shared/platforms";
import type { ReleaseEntry } from "./public-release.ts";
import type { Licence, ReleaseKind } from "./releases.ts";

const track = {
  id: "id",
  slug: "slug",
  title: "title",
  fileUrl: "file_url",
  playbackUrl: "playback_url",
  durationSeconds: "duration",
  waveform: "waveform",
  downloadsEnabled: "downloads_enabled",
  cover: { picture: "cover_image" },
} as const;

const releaseCard = {
  id: "id",
  slug: "slug",
  title: "title",
  kind: fragment<ReleaseKind>("kind"),
  cover: { picture: "cover_image" },
  day: fragment<string | null>(
    "to_char(coalesce(release_date, (published_at at time zone 'UTC')::date), 'YYYY-MM-DD')",
  ),
  isOut: fragment<boolean>("coalesce(released_at <= now(), true)"),
} as const;

/**
 * The tracks on the page: those that are on no release.
 * @param rest their order and limit, as SQL
 */
export const tracksPart = (rest: string) =>
  whereShown(
    "show_music_section",
    rows(
      "music_tracks",
      track,
      `where user_id = profile.user_id and is_visible
         and not exists (select from release_tracks where track_id = music_tracks.id)
       ${rest}`,
    ),
  );

/**
 * The track that came out last, as the first of its release, or was added last; null where a visitor can hear nothing of
 * the artist.
 */
export const newestTrackPart = whereShown(
  "show_music_section",
  row(
    "music_tracks",
    track,
    `where id = (
       select heard.id
       from music_tracks heard
       left join release_tracks on track_id = heard.id
       left join releases on releases.id = release_id and released_at <= now()
       where heard.user_id = profile.user_id and heard.is_visible
       order by coalesce(released_at, heard.created_at) desc, position, heard.id
       limit 1)`,
  ),
);

/** More releases than an artist page lists. */
const releasesShown = 200;
/** As many tracks as the page itself has of the latest release. */
const latestTracksShown = 100;

/** The artist's releases: what is announced, the next one first, then what is out, the latest one first. */
export const releasesPart = whereShown(
  "show_music_section",
  rows(
    "releases",
    releaseCard,
    `where user_id = profile.user_id
     order by released_at > now() desc, abs(extract(epoch from released_at - now())), created_at desc, id
     limit ${releasesShown}`,
  ),
);

const latest = `(
  select id from releases
  where user_id = profile.user_id and released_at <= now()
  order by abs(extract(epoch from released_at - now())), created_at desc, id
  limit 1)`;

/**
 * The newest of those tracks, where it is newer than the latest release; null where it isn't. Asked only where the artist
 * offers it first.
 */
export const newestTrackIdPart = whereShown(
  "show_music_section",
  fragment<string | null>(`case when profile.first_action = 'play' then (
    select id from music_tracks
    where user_id = profile.user_id and is_visible
      and not exists (select from release_tracks where track_id = music_tracks.id)
      and created_at > coalesce(
        (select max(released_at) from releases where user_id = profile.user_id and released_at <= now()), '-infinity')
    order by created_at desc, id
    limit 1) end`),
);

/** The tracks of the latest release that is out. */
export const latestTracksPart = whereShown("show_music_section", tracksOn(latest, latestTracksShown));

/** @param release its id, as SQL */
function tracksOn(release: string, limit: number) {
  return rows(
    "music_tracks",
    track,
    `where user_id = profile.user_id and is_visible
       and id in (select track_id from release_tracks where release_id = ${release})
     order by (
       select position from release_tracks where release_id = ${release} and track_id = music_tracks.id)
     limit ${limit}`,
  );
}

/** The one with the slug in $2, or that had it before. */
const bySlug = (kind: "track" | "release") => `(
    slug = $2 or id = (
      select ${kind}_id from former_music_slugs
      where user_id = profile.user_id and kind = '${kind}' and slug = $2))
  order by slug = $2 desc
  limit 1`;

const trackBySlug = `is_visible and ${bySlug("track")}`;

/** The id of the track with the slug in $2, as SQL in brackets. */
export const trackIdBySlug = `(select id from music_tracks where user_id = profile.user_id and ${trackBySlug})`;

/**
 * A track with all that its own page shows.
 * @param which one of the artist's, as SQL, with an order and a limit of one
 */
const wholeTrack = (which: string) =>
  row(
    "music_tracks",
    {
      ...track,
      lyrics: "lyrics",
      credits: "credits",
      licence: fragment<Licence>("licence"),
      isrc: "isrc",
      releases: rows(
        "releases",
        releaseCard,
        `where id in (select release_id from release_tracks where track_id = music_tracks.id)
       order by released_at desc, id
       limit 20`,
      ),
    },
    `where user_id = profile.user_id and ${which}`,
  );

/** The public track with the slug in $2. */
export const trackPart = wholeTrack(trackBySlug);

/** A musician's own track with the id in $2, public or not. */
export const ownTrackPart = wholeTrack("id = $2::uuid");

/**
 * A release with all that its own page shows.
 * @param which one of the artist's, as SQL, with an order and a limit of one
 * @param entries its tracks, as SQL in brackets that gives JSON
 */
function releasePart(which: string, entries: string) {
  return row(
    "releases",
    {
      ...releaseCard,
      description: "description",
      credits: "credits",
      licence: fragment<Licence>("licence"),
      upc: "upc",
      timeZone: "time_zone",
      releasedAt: fragment<string | null>("released_at"),
      isLastDay: fragment<boolean>(
        "coalesce(released_at > now() and released_at <= now() + interval '1 day', false)",
      ),
      links: rows(
        "release_links",
        { id: "id", platform: fragment<SocialPlatform>("platform"), url: "url" },
        "where release_id = releases.id order by position limit 100",
      ),
      entries: fragment<ReleaseEntry[]>(entries),
      playable: tracksOn("releases.id", entriesShown),
    },
    `where user_id = profile.user_id and ${which}`,
  );
}

const entriesShown = 500;
const entry =
  "json_build_object('id', track_id, 'title', title, 'translations', translations, 'durationSeconds', duration)";

/** Its tracks as they are announced. */
const publicEntries = `(
    select coalesce(json_agg(${entry} order by position), '[]') from app.release_track_list(releases.id))`;

/** The public release with the slug in $2. What may not be heard yet is among its `entries` alone. */
export const publicReleasePart = releasePart(bySlug("release"), publicEntries);

/** Its tracks as they will be, public already or not. */
const ownEntries = `(
    select coalesce(json_agg(${entry} order by position), '[]')
    from release_tracks join music_tracks on music_tracks.id = track_id
    where release_id = releases.id and is_visible)`;

/** A musician's own release with the slug in $2, public or not. */
export const ownReleasePart = releasePart(`deleted_at is null and ${bySlug("release")}`, ownEntries);

/** A musician's own release with the id in $3, public or not. */
export const ownReleaseByIdPart = releasePart("deleted_at is null and id = $3::uuid", ownEntries);

/**
 * The newest releases for those who follow the artist, announced ones too. The day on which one comes out changes it.
 * @param limit how many
 */
export const newestReleasesPart = (limit: number) =>
  rows(
    "releases",
    {
      ...releaseCard,
      description: "description",
      publishedAt: fragment<string>("published_at"),
      updatedAt: fragment<string>(
        "greatest(updated_at, published_at, case when released_at <= now() then released_at end)",
      ),
      entries: fragment<ReleaseEntry[]>(publicEntries),
    },
    `where user_id = profile.user_id order by published_at desc, id limit ${limit}`,
  );

/**
 * Tracks that visitors can hear, those of releases too. Each came out with its first release, or when it was added.
 * @param rest their order and limit, as SQL
 */
export const audibleTracksPart = (rest: string) =>
  rows(
    "music_tracks",
    {
      ...track,
      outAt: fragment<string>(`coalesce(
        (select min(released_at)
         from release_tracks join releases on releases.id = release_id
         where track_id = music_tracks.id and released_at <= now()),
        created_at)`),
    },
    `where user_id = profile.user_id and is_visible and file_url is not null ${rest}`,
  );

/** When the artist's releases next change what visitors see, by a statement of the system: nobody else sees drafts. */
export const nextReleaseChange = {
  name: "next-release-change",
  text: `
    select min(at) as at
    from releases, unnest(array[published_at, released_at]) at
    where user_id = $1 and deleted_at is null and published_at is not null and at > $2`,
};
