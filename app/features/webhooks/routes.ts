import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  account: [route("account/webhooks", "features/webhooks/webhooks.route.tsx")],
} satisfies FeatureRoutes;
