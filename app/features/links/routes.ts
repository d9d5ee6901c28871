import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [route("social-links/buttons", "features/links/dashboard.tsx")],
} satisfies FeatureRoutes;
