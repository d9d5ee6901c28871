import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [route("comments", "features/comments/dashboard.tsx")],
} satisfies FeatureRoutes;
