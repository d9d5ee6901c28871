import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [route("dashboard/embeds", "features/embeds/embeds.route.ts")],
} satisfies FeatureRoutes;
