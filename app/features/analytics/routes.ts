import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [
    route("analytics", "features/analytics/dashboard.tsx"),
    route("analytics/table.csv", "features/analytics/table.route.ts"),
  ],
} satisfies FeatureRoutes;
