import { Outlet } from "react-router";
import type { Route } from "./+types/diagnostics";
import { Content } from "./content.tsx";
import { DashboardFrame } from "./dashboard-frame.tsx";
import { notSuspended } from "./gates.server";
import { SiteHeader } from "./site-header.tsx";
import { SiteTheme } from "./site-theme.tsx";
import { useAccount } from "./use-account.ts";

export const middleware: Route.MiddlewareFunction[] = [notSuspended];

/** Nothing to load; that it exists makes a navigation in the browser ask who is signed in. */
export function loader() {
  return null;
}

/** Diagnostic pages, which open for everyone; signed-in accounts see the dashboard's navigation. [2 §2] */
export default function DiagnosticsLayout() {
  const account = useAccount();
  if (account) return <DashboardFrame />;
  return (
    <SiteTheme name="dashboard">
      <SiteHeader account={null} />
      <Content>
        <Outlet />
      </Content>
    </SiteTheme>
  );
}
