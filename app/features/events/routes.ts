import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [route("events", "features/events/dashboard.tsx")],
} satisfies FeatureRoutes;
