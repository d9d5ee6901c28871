import type { Route } from "./+types/dashboard";
import { Backstage } from "./backstage.tsx";
import { signedInOnly } from "./gates.server";

export const middleware: Route.MiddlewareFunction[] = [signedInOnly];

/** Nothing to load; that it exists makes a navigation in the browser ask the gate. */
export function loader() {
  return null;
}

export default Backstage;
