import { Outlet } from "react-router";
import type { Route } from "./+types/guest-only";
import { guestsOnly } from "./gates.server";

export const middleware: Route.MiddlewareFunction[] = [guestsOnly];

/** Nothing to load; that it exists makes a navigation in the browser ask the gate. */
export function loader() {
  return null;
}

export default function GuestOnlyLayout() {
  return <Outlet />;
}
