import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  account: [route("account/import", "features/imports/import.route.tsx")],
} satisfies FeatureRoutes;
