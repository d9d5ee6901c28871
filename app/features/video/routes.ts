import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [route("video", "features/video/dashboard.tsx")],
} satisfies FeatureRoutes;
