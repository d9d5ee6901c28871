/** A video at a provider whose player can stand on a page. */
export type ProvidedVideo = { provider: "youtube" | "vimeo"; id: string };

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
  /^\/(?:video\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/|(?:album|showcase)\/\d+\/video\/)?(\d{1,20})(?:\/|$)/;

/**
 * Which video a pasted address means: YouTube's watch, embed, short (youtu.be), shorts and live links, and Vimeo's.
 * Null for anything else. The id holds nothing but the provider's own characters. [2 §5 Video]
 */
export function parseVideoAddress(address: string): ProvidedVideo | null {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.port) return null;
  if (vimeoHosts.has(url.hostname)) {
    const id = vimeoPath.exec(url.pathname)?.[1];
    return id ? { provider: "vimeo", id } : null;
  }
  const id = youtubeIdOf(url);
  return id && youtubeId.test(id) ? { provider: "youtube", id } : null;
}

/** The address of the provider's player, made anew from the id. */
export function embedAddress({ provider, id }: ProvidedVideo): string {
  return provider === "youtube"
    ? `https://www.youtube-nocookie.com/embed/${id}`
    : `https://player.vimeo.com/video/${id}`;
}

function youtubeIdOf({ hostname, pathname, searchParams }: URL): string | null | undefined {
  const [kind = "", id] = pathname.split("/").filter(Boolean);
  if (hostname === "youtu.be") return kind;
  if (!youtubeHosts.has(hostname)) return null;
  if (kind === "watch") return searchParams.get("v");
  return ["embed", "shorts", "live", "v"].includes(kind) ? id : null;
}
