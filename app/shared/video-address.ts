import { webAddressOf } from "./web-address.ts";

/** A video at a provider whose player can stand on a page. */
export interface ProvidedVideo {
  provider: "youtube" | "vimeo";
  id: string;
  /** The key of an unlisted video at Vimeo, without which the player refuses to show it. */
  key?: string;
}

/** Where a video is from. [2 §9] */
export type VideoType = ProvidedVideo["provider"] | "mp4";

const youtubeHosts = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "youtube-nocookie.com",
  "www.youtube-nocookie.com",
]);
const vimeoHosts = new Set(["vimeo.com", "www.vimeo.com", "player.vimeo.com"]);

const youtubeId = /^[A-Za-z0-9_-]{11}$/;
/** By itself, in the player, or within a channel, a group or a showcase. An unlisted video's key may follow. */
const vimeoPath =
  /^\/(?:video\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/|(?:album|showcase)\/\d+\/video\/)?(\d{1,20})(?:\/([^/]*)|$)/;
const vimeoKey = /^[0-9a-f]{6,40}$/;

/** Ends with or contains mp4, behind the host. [2 §5 Video] */
const fileAddress = /^https?:\/\/[^/?#]+[/?#].*mp4/i;

/** Hosts of the two providers, their pictures' included. */
const providerHost =
  /(?:^|\.)(?:youtube\.com|youtube-nocookie\.com|youtu\.be|ytimg\.com|ggpht\.com|googlevideo\.com|vimeo\.com|vimeocdn\.com)$/;

/**
 * Which video a pasted address means: YouTube's watch, embed, short (youtu.be), shorts and live links, and Vimeo's.
 * Null for anything else. The id holds nothing but the provider's own characters. [2 §5 Video]
 */
export function parseVideoAddress(address: string): ProvidedVideo | null {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.port) return null;
  if (vimeoHosts.has(url.hostname)) {
    const [, id, inPath] = vimeoPath.exec(url.pathname) ?? [];
    if (!id) return null;
    const key = url.searchParams.get("h") ?? inPath ?? "";
    return { provider: "vimeo", id, ...(vimeoKey.test(key) && { key }) };
  }
  const id = youtubeIdOf(url);
  return id && youtubeId.test(id) ? { provider: "youtube", id } : null;
}

/** The address of the provider's player, made anew from the id. The one form in which such a video is stored. */
export function embedAddress({ provider, id, key }: ProvidedVideo): string {
  return provider === "youtube"
    ? `https://www.youtube-nocookie.com/embed/${id}`
    : `https://player.vimeo.com/video/${id}${key ? `?h=${key}` : ""}`;
}

/** The same, of a player that begins by itself: for a visitor who has pressed play. */
export function playingAddress(video: ProvidedVideo): string {
  const address = new URL(embedAddress(video));
  address.searchParams.set("autoplay", "1");
  return address.href;
}

/** Where the video is at home, with all that its provider says about it. */
export function watchAddress({ provider, id, key }: ProvidedVideo): string {
  return provider === "youtube"
    ? `https://www.youtube.com/watch?v=${id}`
    : `https://vimeo.com/${id}${key ? `/${key}` : ""}`;
}

/** The picture that YouTube has of each of its videos. [2 §5] */
export function youtubeThumbnail(id: string): string {
  return `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;
}

/**
 * The address as it is stored: of a provided video its player's, of a file its own, over https because the page plays
 * nothing else. Undefined when it names no video of that type. [2 §5, decisions: Links]
 */
export function canonicalVideo(type: VideoType, text: string): string | undefined {
  const address = webAddressOf(text);
  if (!address) return undefined;
  const video = parseVideoAddress(address);
  if (type !== "mp4") return video?.provider === type ? embedAddress(video) : undefined;
  return !video && fileAddress.test(address) ? overHttps(address) : undefined;
}

/** The type of a pasted address, where the address shows it. */
export function videoTypeOf(text: string): VideoType | undefined {
  const types: VideoType[] = ["youtube", "vimeo", "mp4"];
  return types.find((type) => canonicalVideo(type, text));
}

/** An http or https address as the https one, which is all that a page loads. Undefined when it is too long for that. */
export function overHttps(address: string): string | undefined {
  return webAddressOf(address.replace(/^http:/, "https:"));
}

/** Whether loading this sends a request to a video's provider before the visitor has pressed play. */
export function isAtProvider(address: string): boolean {
  return providerHost.test(URL.parse(address)?.hostname ?? "");
}

function youtubeIdOf({ hostname, pathname, searchParams }: URL): string | null | undefined {
  const [kind = "", id] = pathname.split("/").filter(Boolean);
  if (hostname === "youtu.be") return kind;
  if (!youtubeHosts.has(hostname)) return null;
  if (kind === "watch") return searchParams.get("v");
  return ["embed", "shorts", "live", "v"].includes(kind) ? id : null;
}
