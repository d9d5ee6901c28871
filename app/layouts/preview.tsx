import { Outlet } from "react-router";
import { useSite } from "~/ui/site-name";
import type { Route } from "./+types/preview";
import { signedInOnly } from "./gates.server";
import { PublicFrame } from "./public-frame.tsx";

export const middleware: Route.MiddlewareFunction[] = [signedInOnly];

/** Nothing to load; that it exists makes a navigation in the browser ask the gate. */
export function loader() {
  return null;
}

/** The public page for its musician alone, as visitors will see it. Only this site's screens may frame it. */
export default function PreviewLayout() {
  return (
    <PublicFrame account={null} site={useSite()}>
      <Outlet />
    </PublicFrame>
  );
}
