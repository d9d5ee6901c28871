import { Outlet } from "react-router";
import type { Route } from "./+types/suspended";
import { suspendedOnly } from "./gates.server";

export const middleware: Route.MiddlewareFunction[] = [suspendedOnly];

/** Nothing to load; that it exists makes a navigation in the browser ask the gate. */
export function loader() {
  return null;
}

export default function SuspendedLayout() {
  return <Outlet />;
}
