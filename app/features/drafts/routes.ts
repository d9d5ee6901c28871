import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [route("drafts", "features/drafts/drafts.route.ts")],
} satisfies FeatureRoutes;
