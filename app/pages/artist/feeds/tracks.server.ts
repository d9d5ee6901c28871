import { fragment, pageStatement, profileBySlug } from "#server/db/fragments.ts";
import { appearanceColumn } from "~/artist-theme/appearance.server";
import { audibleTracksPart } from "~/features/music/public.server";

const artist = {
  userId: "user_id",
  artistName: "artist_name",
  pageLanguage: "page_language",
  bio: "bio",
  customUrl: "custom_url",
  avatar: { picture: "avatar_url" },
  readAt: fragment<Date>("now()"),
} as const;

const hasPodcast = "profile.show_music_section and profile.has_podcast";

/** The tracks of an artist who offers them as a podcast, the newest first. */
export const podcastStatement = pageStatement(
  "podcast",
  profileBySlug,
  { ...artist, tracks: audibleTracksPart(`order by "outAt" desc, id limit 100`) },
  hasPodcast,
);

export const podcastCoverStatement = pageStatement(
  "podcast_cover",
  profileBySlug,
  { ...artist, appearance: appearanceColumn },
  hasPodcast,
);

/** All tracks in the artist's order. */
export const playlistStatement = pageStatement(
  "playlist",
  profileBySlug,
  { ...artist, tracks: audibleTracksPart("order by display_order, created_at desc limit 500") },
  "profile.show_music_section",
);
