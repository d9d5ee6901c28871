import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../layouts/layouts.ts";

export default {
  admin: [
    route("admin/users/:userId/contents", "features/admin/contents.ts"),
    route("admin/backgrounds", "features/admin/backgrounds.tsx"),
    route("admin/database", "features/admin/database.tsx"),
    route("admin/reports", "features/admin/reports.tsx"),
    route("admin/settings", "features/admin/settings.tsx"),
    route("admin/audit", "features/admin/audit.tsx"),
  ],
} satisfies FeatureRoutes;
