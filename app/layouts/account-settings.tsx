import { Outlet, useLocation } from "react-router";
import { msg, t } from "~/shared/t";
import { LeaveGuard } from "~/ui/leave-guard";
import { PasswordGate } from "~/ui/password-gate";
import { SiteTitle } from "~/ui/site-name";
import { TabLinks } from "~/ui/tab-links";
import type { Route } from "./+types/account-settings";
import { Content } from "./content.tsx";
import { DashboardFrame } from "./dashboard-frame.tsx";
import { anyAccountOnly } from "./gates.server";
import { SiteHeader } from "./site-header.tsx";
import { SiteTheme } from "./site-theme.tsx";
import { useAccount } from "./use-account.ts";

export const middleware: Route.MiddlewareFunction[] = [anyAccountOnly];

/** Nothing to load; that it exists makes a navigation in the browser ask the gate. */
export function loader() {
  return null;
}

const tabs = [
  { name: "account", label: msg("Account"), to: "/account" },
  { name: "security", label: msg("Security"), to: "/account/security" },
  { name: "devices", label: msg("Devices"), to: "/account/devices" },
  { name: "keys", label: msg("API keys"), to: "/account/keys" },
  { name: "preferences", label: msg("Preferences"), to: "/account/preferences" },
  { name: "webhooks", label: msg("Webhooks"), to: "/account/webhooks" },
  { name: "data", label: msg("Your data"), to: "/account/data" },
  { name: "import", label: msg("Import"), to: "/account/import" },
] as const;

/** The account's own pages as tabs, each at an address of its own. A suspended account sees them without its tools. */
export default function AccountSettingsLayout() {
  const account = useAccount();
  const { pathname } = useLocation();
  const open = tabs.find(({ to }) => to === pathname)?.name ?? "account";
  const screen = (
    <main aria-label={t("Account")} className="mx-auto w-full max-w-4xl px-4 pt-6 pb-24 sm:px-6">
      <SiteTitle>{t("Account")}</SiteTitle>
      <h1 className="mb-4 font-bold text-2xl tracking-tight">{t("Account")}</h1>
      <TabLinks label={t("Account")} open={open} tabs={tabs.map((tab) => ({ ...tab, label: t(tab.label) }))}>
        <div className="max-w-3xl">
          <Outlet />
        </div>
      </TabLinks>
      <PasswordGate />
    </main>
  );
  if (!account?.isSuspended) return <DashboardFrame>{screen}</DashboardFrame>;
  return (
    <SiteTheme name="dashboard">
      <SiteHeader account={account} />
      <Content>{screen}</Content>
      <LeaveGuard />
    </SiteTheme>
  );
}
