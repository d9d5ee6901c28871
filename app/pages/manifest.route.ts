import { servicesContext } from "~/services.server";
import { standardName } from "~/shared/site-name";
import { t } from "~/shared/t";
import type { Route } from "./+types/manifest.route";

/** What a browser needs that puts the dashboard on a home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { name } = await context.get(servicesContext).site.shown();
  const manifest = {
    name,
    short_name: name,
    ...(name === standardName && { description: t("The one-page sheet a musician hands out, on the web.") }),
    start_url: "/dashboard",
    scope: "/",
    display: "standalone",
    background_color: "#f0eee6",
    theme_color: "#ffd21f",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "no-cache" },
  });
}
