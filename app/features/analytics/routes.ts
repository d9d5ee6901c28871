import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../layouts/layouts.ts";

export default {
  dashboard: [
    route("analytics", "features/analytics/dashboard.tsx"),
    route("analytics/table.csv", "features/analytics/table.route.ts"),
  ],
} satisfies FeatureRoutes;
