import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../layouts/layouts.ts";

export default {
  site: [
    route("confirm-subscription", "features/newsletter/confirm.tsx"),
    route("unsubscribe", "features/newsletter/unsubscribe.tsx"),
  ],
  dashboard: [
    route("newsletter", "features/newsletter/dashboard.tsx"),
    route("newsletter/letters", "features/newsletter/issues.tsx"),
    route("newsletter/letters/:issueId", "features/newsletter/issue.tsx"),
    route("newsletter/letters/:issueId/preview", "features/newsletter/issue-preview.ts"),
    route("newsletter/subscribers.csv", "features/newsletter/subscribers-csv.ts"),
  ],
} satisfies FeatureRoutes;
