import { Outlet } from "react-router";
import { KeptNotice } from "~/features/account/kept-notice";
import type { Route } from "./+types/suspended";
import { suspendedOnly } from "./gates.server";
import { useAccount } from "./use-account.ts";

export const middleware: Route.MiddlewareFunction[] = [suspendedOnly];

/** Nothing to load; that it exists makes a navigation in the browser ask the gate. */
export function loader() {
  return null;
}

export default function SuspendedLayout() {
  const keptFrom = useAccount()?.keptFrom;
  return (
    <>
      {keptFrom && <KeptNotice from={keptFrom} />}
      <Outlet />
    </>
  );
}
