import { Outlet } from "react-router";
import type { Route } from "./+types/any-account";
import { anyAccountOnly } from "./gates.server";

export const middleware: Route.MiddlewareFunction[] = [anyAccountOnly];

/** Nothing to load; that it exists makes a navigation in the browser ask the gate. */
export function loader() {
  return null;
}

export default function AnyAccountLayout() {
  return <Outlet />;
}
