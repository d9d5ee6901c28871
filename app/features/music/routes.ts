import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [route("music", "features/music/dashboard.tsx")],
} satisfies FeatureRoutes;
