/** What each platform of `social_links` is called, the ten documented ones first. [2 §9, decisions: Gaps] */
export const platformNames = {
  spotify: "Spotify",
  apple_music: "Apple Music",
  soundcloud: "SoundCloud",
  bandcamp: "Bandcamp",
  tiktok: "TikTok",
  instagram: "Instagram",
  twitter: "X (Twitter)",
  youtube: "YouTube",
  facebook: "Facebook",
  website: "Website",
  tidal: "Tidal",
  deezer: "Deezer",
  amazon_music: "Amazon Music",
  youtube_music: "YouTube Music",
  audiomack: "Audiomack",
  mixcloud: "Mixcloud",
  beatport: "Beatport",
  twitch: "Twitch",
  discord: "Discord",
  threads: "Threads",
  bluesky: "Bluesky",
  mastodon: "Mastodon",
  bandsintown: "Bandsintown",
  songkick: "Songkick",
} as const;

export type SocialPlatform = keyof typeof platformNames;
