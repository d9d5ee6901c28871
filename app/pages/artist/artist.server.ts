import type { Actor } from "#server/db/database.ts";
import { defaultBio } from "~/features/profile/schema";

/** What a fan may see of an artist: named one by one, never a row with something left out. */
export interface ArtistPage {
  artistName: string;
  bio: string | null;
  location: string | null;
  tracks: ArtistTrack[] | null;
}

export interface ArtistTrack {
  id: string;
  title: string;
  fileUrl: string | null;
  durationSeconds: number | null;
  downloadsEnabled: boolean;
}

interface Row {
  artist_name: string;
  bio: string;
  location: string | null;
  show_music_section: boolean;
  tracks: {
    id: string;
    title: string;
    file_url: string | null;
    duration: number | null;
    downloads_enabled: boolean;
  }[];
}

// Custom URL first, so that no artist name takes over another's address; then the name; then the custom URL in
// another case. [1 §7, decisions: Gaps]
const artistPage = {
  name: "artist-page",
  text: `
    select profile.artist_name, profile.bio, profile.location, profile.show_music_section,
      (select coalesce(json_agg(track), '[]') from (
         select id, title, file_url, duration, downloads_enabled
         from music_tracks
         where user_id = profile.user_id and is_visible
         order by display_order, created_at desc
         limit 500) track) as tracks
    from (
      select *
      from musician_profiles
      where custom_url = lower($1) or lower(artist_name) = lower($1)
      order by custom_url = $1 desc nulls last, lower(artist_name) = lower($1) desc, created_at
      limit 1) profile`,
};

/** The artist page behind a slug, in one round trip; null when nobody answers to it. */
export async function findArtistPage(visitor: Actor, slug: string): Promise<ArtistPage | null> {
  const [row] = await visitor.readOnce<Row>(artistPage, [slug]);
  if (!row) return null;
  return {
    artistName: row.artist_name,
    bio: row.bio === defaultBio ? null : row.bio,
    location: row.location,
    tracks: row.show_music_section
      ? row.tracks.map((track) => ({
          id: track.id,
          title: track.title,
          fileUrl: track.file_url,
          durationSeconds: track.duration,
          downloadsEnabled: track.downloads_enabled,
        }))
      : null,
  };
}
