import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  site: [route("stop-reminder", "features/music/stop-reminder.route.tsx")],
  dashboard: [
    route("music", "features/music/dashboard.tsx"),
    route("music/other-tracks", "features/music/other-tracks.route.ts"),
    route("music/tracks/:trackId", "features/music/track.route.tsx"),
    route("music/releases", "features/music/releases.route.tsx"),
    route("music/releases/:releaseId", "features/music/release.route.tsx"),
    route("music/private-links", "features/music/private-links.route.tsx"),
  ],
} satisfies FeatureRoutes;
