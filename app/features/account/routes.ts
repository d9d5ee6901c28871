import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  anyAccount: [route("account/export", "features/account/export.route.ts")],
  dashboard: [route("account/dismiss-warning", "features/account/dismiss-warning.route.ts")],
} satisfies FeatureRoutes;
