import type { Actor } from "#server/db/database.ts";
import type { Appearance } from "~/artist-theme/appearance";
import { type AppearanceRow, appearanceColumn, appearanceOf } from "~/artist-theme/appearance.server";
import { commentsCounted, type PublicComment } from "~/features/comments/public";
import type { PublicEvent } from "~/features/events/public-event";
import type { PublicPhoto } from "~/features/gallery/public";
import { shownOnPage } from "~/features/gallery/schema";
import type { PublicTrack } from "~/features/music/public";
import type { PublicSupportLink } from "~/features/payment-links/public";
import type { PublicPressKit } from "~/features/press-kit/public";
import { defaultBio } from "~/features/profile/schema";
import type { PublicSocialLink } from "~/features/social-links/public";
import type { PublicVideo } from "~/features/video/public";
import type { Picture } from "~/shared/picture";
import {
  eventColumns,
  list,
  comments as newestComments,
  notOver,
  picture,
  profileBySlug,
} from "./statement.server";

/** The columns of an artist that a fan may see: named one by one, never a row with something left out. */
export interface ArtistPage {
  /** The page's account: its forms write to it, and its changes drop the cached page. */
  userId: string;
  artistName: string;
  customUrl: string | null;
  bio: string | null;
  location: string | null;
  /** One person or several; null where the artist hasn't said. */
  performsAs: "solo" | "group" | null;
  avatar: Picture | null;
  cover: Picture | null;
  appearance: Appearance;
  socialLinks: PublicSocialLink[];
  pressKit: PublicPressKit | null;
  // A section that the artist doesn't show is null.
  tracks: PublicTrack[] | null;
  videos: PublicVideo[] | null;
  photos: PublicPhoto[] | null;
  /** The next ones. */
  events: PublicEvent[] | null;
  /** Is there anything on the page of all events, be it over? */
  hasEvents: boolean;
  supportLinks: PublicSupportLink[] | null;
  /** The newest. */
  comments: PublicComment[] | null;
  hasOlderComments: boolean;
  /** All of them, as far as they are counted. */
  commentCount: number;
  hasBookingForm: boolean;
}

interface Row extends Omit<ArtistPage, "appearance" | "hasOlderComments" | "bio"> {
  bio: string;
  appearance: AppearanceRow;
}

/** The page's condition, and the artist's rows that are on it. */
interface PageKind {
  /** The statement's, which no other has. */
  name: string;
  /** The one row of musician_profiles, as SQL in brackets. */
  profile: string;
  /** The order of the tracks and their number, as SQL; so the photos. */
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

const bySlug = pageFinder({ name: "artist-page", profile: profileBySlug, ...wholePage });

/** The artist page behind a slug, in one round trip; null when no artist answers to it. */
export function findArtistPage(visitor: Actor, slug: string): Promise<ArtistPage | null> {
  return bySlug(visitor, [slug]);
}

/** Makes what finds pages of a kind, in one round trip each; null where there is no such profile. */
export function pageFinder({ name, profile, tracks, photos, comments: commentsShown }: PageKind) {
  const text = `
    select profile.user_id as "userId", profile.artist_name as "artistName", profile.custom_url as "customUrl",
      profile.bio, profile.location, profile.performs_as as "performsAs",
      ${picture("profile.avatar_url")} as avatar,
      ${picture("profile.cover_image", { width: 1200, height: 600 })} as cover,
      ${appearanceColumn} as appearance,
      ${list(`
        select platform, url from social_links
        where user_id = profile.user_id
        order by created_at desc
        limit 100`)} as "socialLinks",
      (select json_build_object('fileUrl', file_url, 'fileName', file_name, 'bytes', file_size)
       from press_kits where user_id = profile.user_id) as "pressKit",
      case when profile.show_music_section then ${list(`
        select id, title, file_url as "fileUrl", duration as "durationSeconds", waveform,
          downloads_enabled as "downloadsEnabled", ${picture("cover_image")} as cover
        from music_tracks
        where user_id = profile.user_id and is_visible
        ${tracks}`)} end as tracks,
      case when profile.show_video_section then ${list(`
        select id, title, video_type as type, video_url as url, thumbnail_url as "thumbnailUrl"
        from video_gallery
        where user_id = profile.user_id and is_visible
        order by is_primary desc, display_order, created_at desc
        limit 100`)} end as videos,
      case when profile.show_gallery_section then ${list(`
        select id, caption, alt_text as "altText", ${picture("image_url")} as picture
        from photo_gallery
        where user_id = profile.user_id
        ${photos}`)} end as photos,
      case when profile.show_events_section then ${list(`
        select ${eventColumns}
        from events
        where user_id = profile.user_id and is_published and ${notOver}
        order by event_date, event_time nulls last, id
        limit 6`)} end as events,
      profile.show_events_section and exists (
        select from events where user_id = profile.user_id and is_published) as "hasEvents",
      case when profile.show_support_section then ${list(`
        select platform, url from payment_links
        where user_id = profile.user_id and is_enabled
        order by display_order
        limit 4`)} end as "supportLinks",
      case when profile.show_comments_section then ${list(
        newestComments("", "desc", commentsShown + 1),
      )} end as comments,
      (select count(*)
       from (
         select from fan_comments
         where musician_id = profile.user_id and is_approved and profile.show_comments_section
         limit ${commentsCounted + 1}) counted) as "commentCount",
      profile.show_booking_section as "hasBookingForm"
    from ${profile} profile`;
  return async (visitor: Actor, values: unknown[]): Promise<ArtistPage | null> => {
    const [row] = await visitor.readOnce<Row>({ name, text }, values);
    if (!row) return null;
    const { appearance, comments, bio, ...rest } = row;
    return {
      ...rest,
      bio: bio === defaultBio || bio === "" ? null : bio,
      appearance: appearanceOf(appearance),
      comments: comments?.slice(0, commentsShown) ?? null,
      hasOlderComments: (comments?.length ?? 0) > commentsShown,
    };
  };
}
