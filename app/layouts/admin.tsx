import type { Route } from "./+types/admin";
import { DashboardFrame } from "./dashboard-frame.tsx";
import { adminOnly } from "./gates.server";

export const middleware: Route.MiddlewareFunction[] = [adminOnly];

/** Nothing to load; that it exists makes a navigation in the browser ask the gate. */
export function loader() {
  return null;
}

export default function AdminLayout() {
  return <DashboardFrame />;
}
