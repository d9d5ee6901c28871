import { Outlet } from "react-router";
import type { Route } from "./+types/preview";
import { signedInOnly } from "./gates.server";
import { StageFrame } from "./public-frame.tsx";

export const middleware: Route.MiddlewareFunction[] = [signedInOnly];

/** Nothing to load; that it exists makes a navigation in the browser ask the gate. */
export function loader() {
  return null;
}

/** A stage for its musician alone, who sees there what strangers will. Only our own screens may frame it. */
export default function Rehearsal() {
  return (
    <StageFrame account={null}>
      <Outlet />
    </StageFrame>
  );
}
