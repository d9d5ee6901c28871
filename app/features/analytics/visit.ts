import { msg, t } from "~/shared/t";
// The data of a visit, made coarse at once: nothing finer is ever stored.

export type Device = "phone" | "tablet" | "desktop";

/** A browser's name for itself that no browser of a person has. */
const robots =
  /bot\b|bot[/;_-]|crawl|spider|slurp|scrap|fetch|archiv|preview|monitor|lighthouse|pagespeed|headless|phantom|selenium|puppeteer|playwright|cypress|facebookexternalhit|meta-external|whatsapp|telegram|embed|validator|checker|uptime|pingdom|curl|wget|python|java\/|okhttp|go-http|node-fetch|undici|axios|guzzle|libwww|perl|ruby|httpclient|postman|insomnia|gptbot|chatgpt|claude|perplexity|bytespider|feed|rss/i;

/** Whether a program fetches the page by itself. A client without a name counts as one. */
export function isRobot(userAgent: string | undefined): boolean {
  return !userAgent || !/^mozilla\/|^opera\//i.test(userAgent) || robots.test(userAgent);
}

/** @param touch whether several fingers can touch the screen: the iPad calls itself a Mac */
export function deviceOf(userAgent: string, touch: boolean): Device {
  if (/ipad|tablet|kindle|silk|playbook/i.test(userAgent)) return "tablet";
  if (/macintosh/i.test(userAgent) && touch) return "tablet";
  if (/android/i.test(userAgent)) return /mobile/i.test(userAgent) ? "phone" : "tablet";
  return /iphone|ipod|mobile|windows phone/i.test(userAgent) ? "phone" : "desktop";
}

const direct = "direct";
const within = "handbill";
export const otherSource = "other";
export const privateLinkSource = "private-link";
/** The tag of the addresses on paper: a handbill's QR code. */
const paper = "print";
/** The tag of what stands within other sites, and of the links that lead out of it. */
const embed = "embed";

/** Hosts by the names people know them by; a host counts with all below it. */
const services: [name: string, hosts: RegExp][] = [
  ["instagram", /(^|\.)instagram\.com$/],
  ["facebook", /(^|\.)(facebook\.com|fb\.com|fb\.me|messenger\.com)$/],
  ["threads", /(^|\.)threads\.(net|com)$/],
  ["tiktok", /(^|\.)tiktok\.com$/],
  ["youtube", /(^|\.)(youtube\.com|youtu\.be)$/],
  ["x", /(^|\.)(t\.co|twitter\.com|x\.com)$/],
  ["bluesky", /(^|\.)bsky\.(app|social)$/],
  ["reddit", /(^|\.)(reddit\.com|redd\.it)$/],
  ["discord", /(^|\.)(discord\.com|discordapp\.com)$/],
  ["whatsapp", /(^|\.)(whatsapp\.com|wa\.me)$/],
  ["telegram", /(^|\.)(telegram\.org|t\.me)$|^org\.telegram\./],
  ["linkedin", /(^|\.)(linkedin\.com|lnkd\.in)$|^com\.linkedin\./],
  ["pinterest", /(^|\.)(pinterest\.[a-z.]+|pin\.it)$/],
  ["spotify", /(^|\.)(spotify\.com|spotify\.link)$/],
  ["soundcloud", /(^|\.)soundcloud\.com$/],
  ["bandcamp", /(^|\.)bandcamp\.com$/],
  [
    "mail",
    /^(mail|webmail|outlook)\.|(^|\.)(outlook\.live\.com|gmail\.com|protonmail\.com)$|^com\.google\.android\.gm$/,
  ],
  ["google", /(^|\.)google\.[a-z.]{2,7}$|^com\.google\.android\.googlequicksearchbox$/],
  ["bing", /(^|\.)bing\.com$/],
  ["duckduckgo", /(^|\.)duckduckgo\.com$/],
  ["ecosia", /(^|\.)ecosia\.org$/],
  ["yahoo", /(^|\.)search\.yahoo\.com$/],
];

const names: Record<string, string> = {
  [direct]: msg("Direct, or not said"),
  [within]: msg("Within this site"),
  [otherSource]: msg("Other sites"),
  [privateLinkSource]: msg("Private link"),
  [paper]: msg("Printed handbill"),
  [embed]: msg("Embedded on other sites"),
  instagram: "Instagram",
  facebook: "Facebook",
  threads: "Threads",
  tiktok: "TikTok",
  youtube: "YouTube",
  x: "X",
  bluesky: "Bluesky",
  reddit: "Reddit",
  discord: "Discord",
  whatsapp: "WhatsApp",
  telegram: "Telegram",
  linkedin: "LinkedIn",
  pinterest: "Pinterest",
  spotify: "Spotify",
  soundcloud: "SoundCloud",
  bandcamp: "Bandcamp",
  google: "Google",
  mail: msg("Mail|where visitors come from"),
  bing: "Bing",
  duckduckgo: "DuckDuckGo",
  ecosia: "Ecosia",
  yahoo: "Yahoo",
};

/**
 * Where a visitor comes from: a service by its name, another site by its host, never a page of it.
 * @param from the referrer as the browser says it; may be anything
 * @param tag the link's own `utm_source`, which comes first: apps send no referrer
 * @param ownHost with its port
 */
export function sourceOf(from: string, tag: string, ownHost: string): string {
  const tagged = tag.trim().toLowerCase();
  if (/^[a-z0-9][a-z0-9._-]{0,39}$/.test(tagged)) return serviceAt(tagged) ?? tagged;
  if (!URL.canParse(from)) return direct;
  const { protocol, host, hostname } = new URL(from);
  if (!["http:", "https:", "android-app:"].includes(protocol)) return direct;
  if (host === ownHost) return within;
  const known = hostname
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/^www\./, "");
  if (!/^[a-z0-9.:[\]_-]{1,100}$/.test(known)) return otherSource;
  return serviceAt(known) ?? known;
}

function serviceAt(host: string): string | undefined {
  return services.find(([, hosts]) => hosts.test(host))?.[0];
}

/** A source's name on the screen. */
export function sourceName(source: string): string {
  const name = isNamedSource(source) && names[source];
  return name ? t(name) : source;
}

/** Does a source need no room of its own in memory, however often it is invented? */
export function isNamedSource(source: string): boolean {
  return Object.hasOwn(names, source);
}
