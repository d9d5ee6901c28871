import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [
    route("messages/feed", "features/messages/feed.route.ts"),
    route("messages/archive", "features/messages/archive.route.tsx"),
    route("messages/:conversationId?", "features/messages/dashboard.tsx"),
  ],
} satisfies FeatureRoutes;
