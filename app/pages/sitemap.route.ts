import { sql } from "kysely";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { servicesContext } from "~/services.server";
import {
  addressIn,
  artistPath,
  letterPath,
  lettersPath,
  releasePath,
  trackPath,
} from "~/shared/artist-address";
import { isLanguage } from "~/shared/languages";
import { t } from "~/shared/t";
import type { Route } from "./+types/sitemap.route";
import { rootPath } from "./artist/root.server";

/** As many as one sitemap may hold. */
const limit = 50_000;
/** With more artists than so many, a sitemap of their pages would be full, or long to make. */
const artistsPerPart = 2_500;

/**
 * Every artist's page with the pages beside it, for search engines: the newest change first; on a large site an index of
 * parts, which are `?part=` with the first digits of the artists' ids.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const part = url.searchParams.get("part");
  if (part !== null) {
    if (!/^[0-9a-f]{1,3}$/.test(part))
      throw new AppError("not-found", t("There is no such part of the sitemap."));
    return pagesOf(services, part);
  }
  const digits = partDigits(await estimatedArtists(services));
  return digits === 0 ? pagesOf(services, "") : indexOf(services, digits);
}

/** How many digits of an id make parts of the usual size: each of them makes sixteen parts of one. */
export function partDigits(artists: number): 0 | 1 | 2 | 3 {
  const parts = artists / artistsPerPart;
  if (parts <= 1) return 0;
  if (parts <= 16) return 1;
  return parts <= 256 ? 2 : 3;
}

/** As the database last counted them for its plans: counting a million for each search engine takes longer than a part. */
async function estimatedArtists({ db }: Services): Promise<number> {
  const { rows } = await db.asVisitor().read((tx) =>
    sql<{ artists: number }>`
      select reltuples as artists from pg_class where oid = 'musician_profiles'::regclass`.execute(tx),
  );
  return rows[0]?.artists ?? 0;
}

async function indexOf(services: Services, digits: number): Promise<Response> {
  const address = `${services.config.origin}/sitemap.xml?part=`;
  const parts = Array.from({ length: 16 ** digits }, (_, number) =>
    number.toString(16).padStart(digits, "0"),
  );
  const entries = parts.map((part) => `<sitemap><loc>${address}${part}</loc></sitemap>\n`);
  return answer(`<sitemapindex ${namespace}>\n${entries.join("")}</sitemapindex>\n`);
}

/** @param part the first digits of the artists' ids; empty for all artists */
async function pagesOf(services: Services, part: string): Promise<Response> {
  const { db, config } = services;
  const artists = await db.asVisitor().read((tx) =>
    tx
      .selectFrom("musician_profiles as profile")
      .select(["artist_name as artistName", "custom_url as customUrl", "updated_at as updatedAt"])
      .select(["page_language as pageLanguage", "other_languages as otherLanguages"])
      .select([
        sql<boolean>`show_events_section and exists (
          select from events where user_id = profile.user_id and is_published)`.as("hasEvents"),
        sql<boolean>`show_comments_section and exists (
          select from fan_comments where musician_id = profile.user_id and is_approved)`.as("hasComments"),
        sql<string[]>`array(
          select id from letters where musician_id = profile.user_id and in_archive and started_at is not null
          order by started_at desc limit 100)`.as("letters"),
        sql<string[]>`array(
          select slug from releases
          where user_id = profile.user_id and profile.show_music_section and published_at <= now()
          order by released_at desc limit 200)`.as("releases"),
        sql<string[]>`array(
          select slug from music_tracks
          where user_id = profile.user_id and profile.show_music_section and is_visible
          order by display_order, created_at desc limit 500)`.as("tracks"),
      ])
      .$if(part !== "", (query) =>
        query
          .where("user_id", ">=", part.padEnd(idDigits, "0"))
          .where("user_id", "<=", part.padEnd(idDigits, "f")),
      )
      .orderBy("updated_at", "desc")
      .limit(limit - 1)
      .execute(),
  );
  const pages = artists.flatMap(
    ({ updatedAt, hasEvents, hasComments, letters, releases, tracks, ...artist }) => {
      const path = `${config.origin}${artistPath(artist)}`;
      const addresses = [
        ...(hasEvents ? [`${path}/events`] : []),
        ...(hasComments ? [`${path}/comments`] : []),
        ...(letters.length > 0 ? [lettersPath(path)] : []),
        ...letters.map((id) => letterPath(path, id)),
        ...releases.map((slug) => releasePath(path, slug)),
        ...tracks.map((slug) => trackPath(path, slug)),
      ];
      return [
        ...inLanguages(artist, path, updatedAt),
        ...addresses.flatMap((one) => inLanguages(artist, one)),
      ];
    },
  );
  // An artist's page at the root is listed under its own address.
  const root = /^0*$/.test(part) && (await rootPath(services)) === undefined;
  const entries = [...(root ? [entry(`${config.origin}/`)] : []), ...pages].slice(0, limit);
  return answer(`<urlset ${namespace}>\n${entries.join("")}</urlset>\n`);
}

/** A page's entries: one for each language that its artist writes in, each with the addresses of all of them. */
function inLanguages(
  { pageLanguage, otherLanguages }: { pageLanguage: string | null; otherLanguages: string[] },
  address: string,
  changed?: Date,
): string[] {
  const others = otherLanguages.filter(isLanguage).map((tag) => ({ tag, address: addressIn(address, tag) }));
  if (pageLanguage === null || others.length === 0) return [entry(address, changed)];
  const own = { tag: pageLanguage, address };
  const links = [{ tag: "x-default", address }, own, ...others].map(
    (one) => `<xhtml:link rel="alternate" hreflang="${one.tag}" href="${escapedXml(one.address)}"/>`,
  );
  return [own, ...others].map((one) => entry(one.address, changed, links.join("")));
}

const namespace =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
const idDigits = 32;

function answer(xml: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`, {
    // Kept by no one: an artist who leaves is off it at once.
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "no-store" },
  });
}

function entry(address: string, changed?: Date, links = ""): string {
  const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : "";
  return `<url><loc>${escapedXml(address)}</loc>${lastmod}${links}</url>\n`;
}

function escapedXml(address: string): string {
  return address.replace(/['&]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
