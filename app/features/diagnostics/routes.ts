import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  diagnostics: [
    route("database-refresh", "features/diagnostics/database-refresh.route.tsx"),
    route("db-check", "features/diagnostics/db-check.route.tsx"),
    route("bio-diagnostics", "features/diagnostics/bio-diagnostics.route.tsx"),
    route("debug", "features/diagnostics/debug.route.tsx"),
  ],
} satisfies FeatureRoutes;
