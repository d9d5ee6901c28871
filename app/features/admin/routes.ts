import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  diagnostics: [route("restore", "features/admin/restore.route.tsx")],
  admin: [
    route("admin/users/:userId/contents", "features/admin/contents.route.ts"),
    route("admin/overview", "features/admin/overview.route.tsx"),
    route("admin/backups", "features/admin/backups.route.tsx"),
    route("admin/backups/:backupId/archive", "features/admin/backup-archive.route.ts"),
    route("admin/backgrounds", "features/admin/backgrounds.route.tsx"),
    route("admin/database", "features/admin/database.route.tsx"),
    route("admin/reports", "features/admin/reports.route.tsx"),
    route("admin/site", "features/admin/site.route.tsx"),
    route("admin/settings", "features/admin/settings.route.tsx"),
    route("admin/audit", "features/admin/audit.route.tsx"),
  ],
} satisfies FeatureRoutes;
