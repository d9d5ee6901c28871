import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../layouts/layouts.ts";

export default {
  dashboard: [route("comments", "features/comments/dashboard.tsx")],
} satisfies FeatureRoutes;
