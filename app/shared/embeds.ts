import { escaped } from "./escaped.ts";

// A frame of an artist's that stands within other sites: its address, its looks, and the code for it.

/** How large a frame is; as `text` it is without a cover. */
export const embedSizes = ["large", "small", "text"] as const;
export type EmbedSize = (typeof embedSizes)[number];

/** `auto` is as its visitor's device is set. */
const embedThemes = ["auto", "light", "dark"] as const;
export type EmbedTheme = (typeof embedThemes)[number];

export type EmbedKind = "track" | "release" | "dates";

/** What a frame holds, as far as its height depends on it. */
export interface Embedded {
  kind: EmbedKind;
  /** Its tracks, or its dates. */
  rows: number;
}

/** A musician's own embeds. */
export interface OwnEmbeds {
  /** May other sites show anything? */
  isOn: boolean;
  /** The address of their page; null while there is none. */
  artist: string | null;
}

export function isEmbedSize(text: string): text is EmbedSize {
  return embedSizes.some((size) => size === text);
}

export function isEmbedTheme(text: string): text is EmbedTheme {
  return embedThemes.some((theme) => theme === text);
}

/** The path or the address of a frame. @param of the page of the track, the release or the dates */
export function embedAddress(of: string, size: EmbedSize, theme: EmbedTheme): string {
  return `${of}/embed/${size}/${theme}`;
}

/** Whether a frame would look for itself there: then what it gets may be framed too, be it there or not. */
export function isEmbedPath(path: string): boolean {
  return /^\/artist\/[^/]+\/((tracks|music)\/[^/]+|events)\/embed(\/|$)/.test(path);
}

/** As many dates as a frame lists. */
export const datesShown: Record<EmbedSize, number> = { large: 6, small: 3, text: 3 };

/** As many tracks of a release as are in sight at once in a large frame: the others are scrolled to. */
const tracksInSight = 6;

/** How high a frame is without its rows, and a row, in pixels: `pages/embed/embed.css` draws them so. */
const heights = {
  track: { large: 232, small: 164, text: 138 },
  release: { large: 246, small: 164, text: 162 },
  dates: { large: 118, small: 118, text: 114 },
};
const rowHeights = { track: 48, date: 80 };

/** The height in pixels in which a frame has room, for hosts that it can't tell its own. */
export function embedHeight({ kind, rows }: Embedded, size: EmbedSize): number {
  const head = heights[kind][size];
  if (kind === "dates") return head + rowHeights.date * Math.max(1, Math.min(rows, datesShown[size]));
  const listed = kind === "release" && size === "large" ? Math.min(rows, tracksInSight) : 0;
  return head + rowHeights.track * listed;
}

/** The frame as HTML. @param width in pixels; as wide as there is room without one */
export function embedCode(frame: { src: string; title: string; width?: number; height: number }): string {
  const { src, title, width = "100%", height } = frame;
  return `<iframe src="${escaped(src)}" title="${escaped(title)}" width="${width}" height="${height}" style="border:0;border-radius:12px;max-width:100%" loading="lazy"></iframe>`;
}

/**
 * What a frame posts to its host when its height has changed. Its name is part of the code that stands on other sites.
 */
export interface HeightMessage {
  /** In pixels. */
  handbillHeight: number;
}
/** The script by which a host gives each frame from here the height that it asks for. @param origin of this server */
export function resizingCode(origin: string): string {
  return `<script>addEventListener("message",({data,origin,source})=>{if(origin==="${origin}"&&data.handbillHeight)for(const frame of document.querySelectorAll("iframe"))if(frame.contentWindow===source)frame.height=data.handbillHeight})</script>`;
}
