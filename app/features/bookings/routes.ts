import { route } from "@react-router/dev/routes";
import type { FeatureRoutes } from "../../feature-routes.ts";

export default {
  dashboard: [route("booking-requests", "features/bookings/dashboard.tsx")],
} satisfies FeatureRoutes;
