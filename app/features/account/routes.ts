import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../shells/shells.ts";

export default {
  dashboard: [route("account/export", "features/account/export.ts")],
} satisfies FeatureRoutes;
