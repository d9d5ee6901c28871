import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [route("gallery", "features/gallery/dashboard.tsx")],
} satisfies FeatureRoutes;
