import type { Actor } from "#server/db/database.ts";
import { fragment, pageStatement, profileBySlug } from "#server/db/fragments.ts";
import { appearanceColumn, appearanceOf } from "~/artist-theme/appearance.server";
import { commentCountPart, newestCommentsPart, pinsPart } from "~/features/comments/public.server";
import { ownReleasePart, publicReleasePart, trackIdBySlug, trackPart } from "~/features/music/public.server";
import { introduction } from "./page-answer.server";

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
