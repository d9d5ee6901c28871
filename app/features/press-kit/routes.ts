import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [route("press-kit", "features/press-kit/dashboard.tsx")],
} satisfies FeatureRoutes;
