import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  account: [route("account/keys", "features/api-keys/keys.route.tsx")],
} satisfies FeatureRoutes;
