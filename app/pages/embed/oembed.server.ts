import type { Services } from "#server/services.ts";
import { formatDay } from "~/features/events/calendar";
import { placeOf } from "~/features/events/public-event";
import { artistPath, releasePath, trackPath } from "~/shared/artist-address";
import {
  type Embedded,
  type EmbedSize,
  embedAddress,
  embedCode,
  embedHeight,
  embedSizes,
  isEmbedSize,
} from "~/shared/embeds";
import { t } from "~/shared/t";
import { findEventCalendar, findEventsPage } from "../artist/events.server";
import { findReleasePage, findTrackPage } from "../artist/music-pages.server";
import { rootPath } from "../artist/root.server";
import { findEmbeddable } from "./embeddable.server";

// oEmbed 1.0 (https://oembed.com): what another site needs to show something of an artist's, by its page's address.

/** The largest frame that the asking site has room for, in pixels. */
export interface Room {
  maxWidth: number;
  maxHeight: number;
}

/** How wide a frame is where there is room for it. */
const width = 640;
/** Every page's own picture. */
const card = { width: 1200, height: 630 };

type Answer = Record<string, string | number>;

/** What there is at an address of ours: an artist, and what of them. */
interface Target {
  slug: string;
  /** Each where it is one. */
  track?: string;
  release?: string;
  dates?: boolean;
  event?: string;
}

const pathOf = /^\/artist\/([^/]+)(?:\/tracks\/([a-z0-9-]+)|\/music\/([a-z0-9-]+)|\/(events))?\/?$/;
const eventFragment = /^#event-([0-9a-f-]{36})$/;

/** @param address as the asking site has it. @returns undefined for one of another site, or of no page to embed */
async function targetOf(services: Services, address: string): Promise<Target | undefined> {
  if (!URL.canParse(address)) return undefined;
  const { host, pathname, hash } = new URL(address);
  if (host !== new URL(services.config.origin).host) return undefined;
  const path = pathname === "/" ? await rootPath(services) : pathname;
  const [found, slug = "", track, release, dates] = pathOf.exec(path ?? "") ?? [];
  if (!found) return undefined;
  const event = dates && eventFragment.exec(hash)?.[1];
  try {
    return {
      slug: decodeURIComponent(slug),
      ...(track && { track }),
      ...(release && { release }),
      ...(dates && { dates: true }),
      ...(event && { event }),
    };
  } catch {
    // It is percent-encoded text of no kind.
    return undefined;
  }
}

/**
 * The answer about a page of an artist, a track, a release, the dates or one of them; as a link alone where there is
 * nothing that plays or stays current. "not-found" where a visitor finds no such page, "off" where the artist lets no site
 * show anything.
 */
export async function oembedOf(
  services: Services,
  address: string,
  room: Room,
): Promise<Answer | "not-found" | "off"> {
  const { db, config, site } = services;
  const target = await targetOf(services, address);
  const visitor = db.asVisitor();
  const artist = target && (await findEmbeddable(visitor, target.slug));
  if (!artist) return "not-found";
  if (!artist.embedsOn) return "off";
  const { origin } = config;
  const author = `${origin}${artistPath(artist)}`;
  const { artistName } = artist;
  const answer = (title: string, picture: string): Answer => ({
    version: "1.0",
    type: "link",
    title,
    author_name: artistName,
    author_url: author,
    ...(card.width <= room.maxWidth &&
      card.height <= room.maxHeight && {
        thumbnail_url: picture,
        thumbnail_width: card.width,
        thumbnail_height: card.height,
      }),
  });
  const rich = (title: string, page: string, picture: string, embedded: Embedded): Answer => ({
    ...answer(title, picture),
    type: "rich",
    ...frameOf(`${title}: ${artistName}`, page, embedded, room),
  });
  const artistCard = `${author}/card.jpg`;
  const provider = { provider_name: (await site.shown()).name, provider_url: origin };

  if (target.track) {
    const page = await findTrackPage(visitor, target.slug, target.track);
    if (!page) return "not-found";
    const own = trackPath(author, page.track.slug);
    return { ...rich(page.track.title, own, `${own}/card.jpg`, { kind: "track", rows: 1 }), ...provider };
  }
  if (target.release) {
    const page = await findReleasePage(visitor, target.slug, target.release);
    if (!page) return "not-found";
    const { title, slug, entries } = page.release;
    const own = releasePath(author, slug);
    return { ...rich(title, own, `${own}/card.jpg`, { kind: "release", rows: entries.length }), ...provider };
  }
  if (target.event) {
    const calendar = await findEventCalendar(visitor, target.slug, target.event);
    const event = calendar?.events[0];
    if (!event) return "not-found";
    const day = formatDay(event.date, { dateStyle: "full" });
    return {
      ...answer([event.title, day, placeOf(event)].filter(Boolean).join(", "), artistCard),
      ...provider,
    };
  }
  if (target.dates) {
    const page = await findEventsPage(visitor, target.slug);
    if (!page) return "not-found";
    const embedded: Embedded = { kind: "dates", rows: page.upcoming.length };
    return { ...rich(t("Next dates|of concerts"), `${author}/events`, artistCard, embedded), ...provider };
  }
  return { ...answer(artistName, artistCard), ...provider };
}

/** The largest frame that there is room for; in too little room the smallest, which is scrolled then. */
function frameOf(title: string, page: string, embedded: Embedded, { maxWidth, maxHeight }: Room) {
  const sizes = Object.keys(embedSizes).filter(isEmbedSize);
  const size: EmbedSize = sizes.find((each) => embedHeight(embedded, each) <= maxHeight) ?? "text";
  const frame = {
    width: Math.min(width, maxWidth),
    height: Math.min(embedHeight(embedded, size), maxHeight),
  };
  return { ...frame, html: embedCode({ src: embedAddress(page, size, "auto"), title, ...frame }) };
}
