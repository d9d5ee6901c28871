import { Outlet } from "react-router";
import type { Route } from "./+types/diagnostics";
import { Content } from "./bar.tsx";
import { Backstage } from "./dashboard-frame.tsx";
import { notSuspended } from "./gates.server";
import { SiteHeader } from "./site-header.tsx";
import { Look } from "./site-theme.tsx";
import { useAccount } from "./use-account.ts";

export const middleware: Route.MiddlewareFunction[] = [notSuspended];

/** Nothing to load; that it exists makes a navigation in the browser ask who is signed in. */
export function loader() {
  return null;
}

/** Pages of the bench that open for everyone, with the dashboard's navigation for whoever is signed in. [2 §2] */
export default function Workshop() {
  const account = useAccount();
  if (account) return <Backstage />;
  return (
    <Look name="backstage">
      <SiteHeader account={null} />
      <Content>
        <Outlet />
      </Content>
    </Look>
  );
}
