import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [route("recently-deleted", "features/recently-deleted/dashboard.tsx")],
} satisfies FeatureRoutes;
