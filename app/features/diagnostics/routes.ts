import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../layouts/layouts.ts";

export default {
  diagnostics: [
    route("database-refresh", "features/diagnostics/database-refresh.tsx"),
    route("db-check", "features/diagnostics/db-check.tsx"),
    route("bio-diagnostics", "features/diagnostics/bio-diagnostics.tsx"),
    route("debug", "features/diagnostics/debug.tsx"),
  ],
} satisfies FeatureRoutes;
