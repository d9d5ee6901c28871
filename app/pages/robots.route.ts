import { servicesContext } from "~/services.server";
import type { Route } from "./+types/robots.route";

/** Search engines may read all public pages, and find the artists in the sitemap. */
export function loader({ context }: Route.LoaderArgs) {
  const { config } = context.get(servicesContext);
  return new Response(`User-agent: *\nDisallow:\n\nSitemap: ${config.origin}/sitemap.xml\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
