import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [route("settings", "features/appearance/dashboard.tsx")],
} satisfies FeatureRoutes;
