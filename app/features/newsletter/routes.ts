import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  site: [
    route("confirm-subscription", "features/newsletter/confirm.route.tsx"),
    route("unsubscribe", "features/newsletter/unsubscribe.route.tsx"),
  ],
  resource: [route("mailed/:folder/:userId/:name", "features/newsletter/mailed-picture.route.ts")],
  dashboard: [
    route("newsletter", "features/newsletter/dashboard.tsx"),
    route("newsletter/letters", "features/newsletter/issues.route.tsx"),
    route("newsletter/letters/:issueId", "features/newsletter/issue.route.tsx"),
    route("newsletter/letters/:issueId/preview", "features/newsletter/issue-preview.route.ts"),
    route("newsletter/subscribers.csv", "features/newsletter/subscribers-csv.route.ts"),
  ],
} satisfies FeatureRoutes;
