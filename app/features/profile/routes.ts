import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [
    route("profile", "features/profile/dashboard.tsx"),
    route("profile/custom-url", "features/profile/custom-url.route.ts"),
  ],
} satisfies FeatureRoutes;
