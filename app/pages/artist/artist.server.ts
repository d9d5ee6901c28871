import type { Actor } from "#server/db/database.ts";
import { fragment, pageStatement, profileBySlug, type RowOf } from "#server/db/fragments.ts";
import type { Appearance } from "~/artist-theme/appearance";
import { appearanceColumn, appearanceOf } from "~/artist-theme/appearance.server";
import { commentCountPart, newestCommentsPart } from "~/features/comments/public.server";
import { hasEventsPart, nextEventsPart } from "~/features/events/public.server";
import { photosPart } from "~/features/gallery/public.server";
import { shownOnPage } from "~/features/gallery/schema";
import { linksChangeAtPart, linksPart } from "~/features/links/public.server";
import {
  latestTracksPart,
  newestTrackIdPart,
  releasesPart,
  tracksPart,
} from "~/features/music/public.server";
import { hasArchivePart } from "~/features/newsletter/public.server";
import { supportLinksPart } from "~/features/payment-links/public.server";
import { pressKitPart } from "~/features/press-kit/public.server";
import { defaultBio } from "~/features/profile/schema";
import { socialLinksPart } from "~/features/social-links/public.server";
import { videosPart } from "~/features/video/public.server";
import { introduction } from "./page-answer.server";

/** Which artist's page it is, and which of the artist's rows are on it. */
interface PageKind {
  /** The statement's, which no other has. */
  name: string;
  /** What stands before the statement's `select`. */
  with?: string;
  /** The one row of musician_profiles, as SQL in brackets. */
  profile: string;
  /** How the tracks are ordered, and how many there may be, as SQL; so the photos. */
  tracks: string;
  photos: string;
  /** How many. */
  comments: number;
}

/** As much of everything as the artist page itself has. */
export const wholePage = {
  tracks: "order by display_order, created_at desc limit 500",
  photos: `order by display_order, created_at desc limit ${shownOnPage}`,
  comments: 20,
};

/** As many comments as the layouts besides classic show. */
const newestComments = 5;

/** The one statement of a page: the profile's columns, and each feature's part. A section that isn't shown is null. */
function statementOf({ name, profile, tracks, photos, comments }: PageKind) {
  return pageStatement(name, profile, {
    userId: "user_id",
    readAt: fragment<Date>("now()"),
    ...introduction,
    customUrl: "custom_url",
    performsAs: "performs_as",
    avatar: { picture: "avatar_url" },
    cover: { picture: "cover_image", frame: { width: 1200, height: 600 } },
    coverFocus: fragment<{ x: number; y: number }>(
      "json_build_object('x', profile.cover_focus_x, 'y', profile.cover_focus_y)",
    ),
    appearance: appearanceColumn,
    socialLinks: socialLinksPart,
    links: linksPart,
    linksChangeAt: linksChangeAtPart,
    hasLetters: hasArchivePart,
    hasPodcast: fragment<boolean>("profile.show_music_section and profile.has_podcast"),
    pressKit: pressKitPart,
    tracks: tracksPart(tracks),
    releases: releasesPart,
    latestTracks: latestTracksPart,
    firstAction: "first_action",
    firstActionLabel: "first_action_label",
    firstActionUrl: "first_action_url",
    newestTrackId: newestTrackIdPart,
    playsOn: fragment<boolean>("profile.plays_on"),
    embedsOn: "embeds_on",
    videos: videosPart,
    photos: photosPart(photos),
    events: nextEventsPart,
    hasEvents: hasEventsPart,
    supportLinks: supportLinksPart,
    // One more than the page has tells whether there are older ones.
    comments: newestCommentsPart(comments + 1),
    commentCount: commentCountPart,
    hasBookingForm: fragment<boolean>("profile.show_booking_section"),
  });
}

type Row = RowOf<ReturnType<typeof statementOf>>;

/** The columns of an artist that a fan may see: named one by one, never a row with something left out. */
export interface ArtistPage extends Omit<Row, "appearance" | "bio"> {
  bio: string | null;
  appearance: Appearance;
  hasOlderComments: boolean;
}

const bySlug = pageFinder({ name: "artist-page", profile: profileBySlug, ...wholePage });

/** The artist page behind a slug, in one round trip; null when nobody answers to it. */
export function findArtistPage(visitor: Actor, slug: string): Promise<ArtistPage | null> {
  return bySlug(visitor, [slug]);
}

/** Makes what finds pages of a kind, in one round trip each; null where there is no such profile. */
export function pageFinder(kind: PageKind) {
  const { text, ...rest } = statementOf(kind);
  const statement = { ...rest, text: `${kind.with ?? ""} ${text}` };
  return async (visitor: Actor, values: unknown[]): Promise<ArtistPage | null> => {
    const [row] = await visitor.readOnce(statement, values);
    if (!row) return null;
    const { comments, bio, ...rest } = row;
    const appearance = appearanceOf(row.appearance);
    const shown = appearance.layout === "classic" ? kind.comments : newestComments;
    return {
      ...rest,
      bio: bio === defaultBio || bio === "" ? null : bio,
      appearance,
      comments: comments?.slice(0, shown) ?? null,
      hasOlderComments: (comments?.length ?? 0) > shown,
    };
  };
}
