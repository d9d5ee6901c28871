import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import type { Route } from "./+types/sitemap";

/** As many as one sitemap may hold. */
const limit = 50_000;

/** Every artist's page, the newest change first, for search engines. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext);
  const artists = await db.asVisitor().read((tx) =>
    tx
      .selectFrom("musician_profiles")
      .select(["artist_name as artistName", "custom_url as customUrl", "updated_at as updatedAt"])
      .orderBy("updated_at", "desc")
      .limit(limit - 1)
      .execute(),
  );
  const pages = artists.map(
    (artist) =>
      `<url><loc>${config.origin}${artistPath(artist)?.replace(/['&]/g, (mark) => `&#${mark.charCodeAt(0)};`)}</loc><lastmod>${artist.updatedAt.toISOString()}</lastmod></url>\n`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc>${config.origin}/</loc></url>\n${pages.join("")}</urlset>\n`,
    {
      headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
    },
  );
}
