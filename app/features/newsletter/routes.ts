import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../layouts/layouts.ts";

export default {
  site: [
    route("confirm-subscription", "features/newsletter/confirm.tsx"),
    route("unsubscribe", "features/newsletter/unsubscribe.tsx"),
  ],
  dashboard: [
    route("newsletter", "features/newsletter/dashboard.tsx"),
    route("newsletter/letters", "features/newsletter/letters.tsx"),
    route("newsletter/letters/:letterId", "features/newsletter/letter.tsx"),
    route("newsletter/letters/:letterId/preview", "features/newsletter/letter-preview.ts"),
    route("newsletter/subscribers.csv", "features/newsletter/subscribers-csv.ts"),
  ],
} satisfies FeatureRoutes;
