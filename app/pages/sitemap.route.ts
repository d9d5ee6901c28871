import { sql } from "kysely";
import { servicesContext } from "~/services.server";
import { artistPath, letterPath, lettersPath, releasePath, trackPath } from "~/shared/artist-address";
import type { Route } from "./+types/sitemap.route";
import { rootPath } from "./artist/root.server";

/** As many as one sitemap may hold. */
const limit = 50_000;

/** Every artist's page with the pages beside it, the newest change first, for search engines. */
export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, config } = services;
  const artists = await db.asVisitor().read((tx) =>
    tx
      .selectFrom("musician_profiles as profile")
      .select(["artist_name as artistName", "custom_url as customUrl", "updated_at as updatedAt"])
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
      .orderBy("updated_at", "desc")
      .limit(limit - 1)
      .execute(),
  );
  const pages = artists.flatMap(
    ({ updatedAt, hasEvents, hasComments, letters, releases, tracks, ...artist }) => {
      const path = `${config.origin}${artistPath(artist)}`;
      return [
        entry(path, updatedAt),
        ...(hasEvents ? [entry(`${path}/events`)] : []),
        ...(hasComments ? [entry(`${path}/comments`)] : []),
        ...(letters.length > 0 ? [entry(lettersPath(path))] : []),
        ...letters.map((id) => entry(letterPath(path, id))),
        ...releases.map((slug) => entry(releasePath(path, slug))),
        ...tracks.map((slug) => entry(trackPath(path, slug))),
      ];
    },
  );
  // An artist's page at the root is listed under its own address.
  const root = await rootPath(services);
  const entries = [...(root === undefined ? [entry(`${config.origin}/`)] : []), ...pages].slice(0, limit);
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("")}</urlset>\n`,
    {
      // Kept by no one: an artist who leaves is off it at once.
      headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "no-store" },
    },
  );
}

function entry(address: string, changed?: Date): string {
  const loc = address.replace(/['&]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  return `<url><loc>${loc}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ""}</url>\n`;
}
