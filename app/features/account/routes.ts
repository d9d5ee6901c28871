import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  site: [
    route("stop-mails", "features/account/stop-mails.route.tsx"),
    route("goodbye", "features/account/goodbye.route.tsx"),
  ],
  account: [
    route("account/preferences", "features/account/preferences.route.tsx"),
    route("account/data", "features/account/data.route.tsx"),
  ],
  dashboard: [route("account/dismiss-warning", "features/account/dismiss-warning.route.ts")],
} satisfies FeatureRoutes;
