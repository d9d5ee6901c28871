import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../shells/shells.ts";

export default {
  dashboard: [route("music", "features/music/dashboard.tsx")],
} satisfies FeatureRoutes;
