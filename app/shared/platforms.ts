import { msg } from "./t.ts";

/** The name of each platform of `social_links` and `release_links`, the ten documented ones first. [2 §9, decisions: Gaps] */
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
  website: msg("Website"),
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

/** Their domains; a subdomain, as in `mara.bandcamp.com`, belongs to it. */
const domains: Record<string, SocialPlatform> = {
  "spotify.com": "spotify",
  "spotify.link": "spotify",
  "music.apple.com": "apple_music",
  "itunes.apple.com": "apple_music",
  "soundcloud.com": "soundcloud",
  "snd.sc": "soundcloud",
  "bandcamp.com": "bandcamp",
  "tiktok.com": "tiktok",
  "instagram.com": "instagram",
  "instagr.am": "instagram",
  "twitter.com": "twitter",
  "x.com": "twitter",
  "youtube.com": "youtube",
  "youtu.be": "youtube",
  "music.youtube.com": "youtube_music",
  "facebook.com": "facebook",
  "fb.com": "facebook",
  "fb.me": "facebook",
  "tidal.com": "tidal",
  "deezer.com": "deezer",
  "deezer.page.link": "deezer",
  "audiomack.com": "audiomack",
  "mixcloud.com": "mixcloud",
  "beatport.com": "beatport",
  "twitch.tv": "twitch",
  "discord.gg": "discord",
  "discord.com": "discord",
  "threads.net": "threads",
  "threads.com": "threads",
  "bsky.app": "bluesky",
  "bsky.social": "bluesky",
  "mastodon.social": "mastodon",
  "mastodon.online": "mastodon",
  "bandsintown.com": "bandsintown",
  "bnds.us": "bandsintown",
  "songkick.com": "songkick",
};

/** Amazon sells music in many countries, each with a domain of its own. */
const amazonMusic = /^music\.amazon\.[a-z.]+$/;

/** The platform that an address belongs to, by its host alone; undefined when it is none of them. */
export function platformOf(address: string): SocialPlatform | undefined {
  const host = URL.parse(address)?.hostname ?? "";
  if (amazonMusic.test(host)) return "amazon_music";
  const labels = host.split(".");
  // The longest domain counts: YouTube Music is more than YouTube.
  for (let from = 0; from < labels.length; from++) {
    const domain = labels.slice(from).join(".");
    if (Object.hasOwn(domains, domain)) return domains[domain];
  }
  return undefined;
}

/** The form of a fediverse handle: `@mara@example.social`. */
const handle = /^\s*@([\w.-]+)@([\w-]+(?:\.[\w-]+)+)\s*$/;

export function isHandle(text: string): boolean {
  return handle.test(text);
}

/** The profile's address for a Mastodon handle; any other text stays as it is. */
export function profileOfHandle(text: string): string {
  const [, name, host] = handle.exec(text) ?? [];
  return name && host ? `https://${host}/@${name}` : text;
}
