import type { QueryResultRow } from "pg";
import type { Actor } from "#server/db/database.ts";
import { fragment, pageStatement, profileBySlug } from "#server/db/fragments.ts";
import type { Services } from "#server/services.ts";
import { appearanceColumn, appearanceOf } from "~/artist-theme/appearance.server";
import { commentCountPart, newestCommentsPart, pinsPart } from "~/features/comments/public.server";
import type { PublicTrack } from "~/features/music/public";
import {
  ownReleaseByIdPart,
  ownReleasePart,
  ownTrackPart,
  publicReleasePart,
  trackIdBySlug,
  trackPart,
} from "~/features/music/public.server";
import type { Picture } from "~/shared/picture";
import { privateFilesPath } from "~/shared/server-paths";
import { introduction } from "./page-answer.server";
import { datesPart } from "./side-columns.server";

/** Comments on the page itself; the artist's own page of comments has the others. */
const commentsShown = 20;

const artist = {
  userId: "user_id",
  ...introduction,
  customUrl: "custom_url",
  performsAs: "performs_as",
  avatar: { picture: "avatar_url" },
  appearance: appearanceColumn,
  playsOn: fragment<boolean>("profile.plays_on"),
  embedsOn: "embeds_on",
  dates: datesPart,
  readAt: fragment<Date>("now()"),
} as const;

const trackPage = pageStatement(
  "track-page",
  profileBySlug,
  {
    ...artist,
    track: trackPart,
    // One more than the page has tells whether there are older ones.
    comments: newestCommentsPart(commentsShown + 1),
    pins: pinsPart(trackIdBySlug),
    commentCount: commentCountPart,
  },
  "profile.show_music_section",
);

/** A track's page, also by a slug that it had before; null where the artist shows no such track. */
export async function findTrackPage(visitor: Actor, slug: string, trackSlug: string) {
  const [row] = await visitor.readOnce(trackPage, [slug, trackSlug]);
  if (!row?.track) return null;
  const { appearance, track, comments, ...rest } = row;
  return {
    ...rest,
    track,
    appearance: appearanceOf(appearance),
    comments: comments?.slice(0, commentsShown) ?? null,
    hasOlderComments: (comments?.length ?? 0) > commentsShown,
  };
}

export type TrackPage = NonNullable<Awaited<ReturnType<typeof findTrackPage>>>;

const releasePage = pageStatement(
  "release-page",
  profileBySlug,
  { ...artist, release: publicReleasePart },
  "profile.show_music_section",
);

/** A release's page, also by a slug that it had before; null where the artist shows no such release. */
export async function findReleasePage(visitor: Actor, slug: string, releaseSlug: string) {
  const [row] = await visitor.readOnce(releasePage, [slug, releaseSlug]);
  if (!row?.release) return null;
  const { appearance, release, ...rest } = row;
  return { ...rest, release, appearance: appearanceOf(appearance) };
}

export type ReleasePage = NonNullable<Awaited<ReturnType<typeof findReleasePage>>>;

const ownReleasePage = pageStatement(
  "own-release-page",
  profileBySlug,
  { ...artist, release: ownReleasePart },
  "profile.user_id = $3::uuid",
);

/** The page that a musician's own release will have, also of a draft; null where it isn't theirs. */
export async function findOwnReleasePage(
  musician: Actor,
  userId: string,
  slug: string,
  releaseSlug: string,
): Promise<ReleasePage | null> {
  const [row] = await musician.readOnce(ownReleasePage, [slug, releaseSlug, userId]);
  if (!row?.release) return null;
  const { appearance, release, ...rest } = row;
  return { ...rest, release, appearance: appearanceOf(appearance) };
}

const privatePage = pageStatement("private-page", "(select * from musician_profiles where user_id = $1)", {
  ...artist,
  track: ownTrackPart,
  release: ownReleaseByIdPart,
});

/** A private link that holds, with the one thing that it leads to. */
interface PrivateLink {
  id: string;
  userId: string;
  trackId: string | null;
  releaseId: string | null;
}

const privateLink = {
  name: "private-link",
  text: `
    select id, user_id as "userId", track_id as "trackId", release_id as "releaseId" from app.private_link($1)`,
};

/**
 * The track or the release that a private link leads to: read as its artist reads it, who lends the link's holder their
 * eyes for this one thing. Its files have addresses that end with the link, and none of them is a download.
 * @returns null where the link doesn't hold, or never did
 */
export async function findPrivatePage({ db }: Pick<Services, "db">, token: string) {
  const [link] = await db.asSystem().readOnce<PrivateLink & QueryResultRow>(privateLink, [token]);
  if (!link) return null;
  const { id, userId, trackId, releaseId } = link;
  const [row] = await db.asMusician(userId).readOnce(privatePage, [userId, trackId, releaseId]);
  if (!row) return null;
  const { track, release, appearance, ...rest } = row;
  const page = { ...rest, appearance: appearanceOf(appearance) };
  const to = (address: string) => `${privateFilesPath}/${token}${address}`;
  const withCover = <Shown extends { cover: Picture | null }>(shown: Shown): Shown => ({
    ...shown,
    cover: shown.cover && { ...shown.cover, src: to(shown.cover.src) },
  });
  const heardOnly = <Heard extends PublicTrack>(heard: Heard): Heard => {
    const file = heard.playbackUrl ?? heard.fileUrl;
    return withCover({ ...heard, fileUrl: file && to(file), playbackUrl: null, downloadsEnabled: false });
  };
  if (track) {
    const lent: TrackPage = {
      ...page,
      // Its releases may be drafts, and its comments are on its public page.
      track: { ...heardOnly(track), releases: [] },
      comments: null,
      pins: [],
      commentCount: 0,
      hasOlderComments: false,
    };
    return { id, userId, track: lent, release: null };
  }
  if (!release) return null;
  const lent: ReleasePage = {
    ...page,
    release: { ...withCover(release), playable: release.playable.map(heardOnly) },
  };
  return { id, userId, track: null, release: lent };
}
