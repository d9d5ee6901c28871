import type { ReactNode } from "react";
import { t } from "~/shared/t";
import { PasswordGate } from "~/ui/password-gate";
import { SiteTitle } from "~/ui/site-name";
import { TabLinks } from "~/ui/tab-links";

export type AdminTab =
  | "users"
  | "backgrounds"
  | "database"
  | "overview"
  | "backups"
  | "reports"
  | "settings"
  | "site"
  | "audit";

/** The admin's pages as tabs, each at an address of its own, around the open one's content. [1 §2 Admin dashboard] */
export function AdminTabs({
  open,
  reports = 0,
  children,
}: {
  open: AdminTab;
  /** The number of reports that wait for an admin. */
  reports?: number;
  children: ReactNode;
}) {
  return (
    <main aria-label={t("Admin")} className="mx-auto w-full max-w-[82rem] px-4 pt-6 pb-24 sm:px-6">
      <SiteTitle>{t("Admin")}</SiteTitle>
      <h1 className="mb-4 font-bold text-2xl tracking-tight">{t("Admin Dashboard")}</h1>
      <TabLinks
        label={t("Admin dashboard")}
        open={open}
        tabs={[
          { name: "users", label: t("User Management"), to: "/admin" },
          { name: "backgrounds", label: t("Background Manager"), to: "/admin/backgrounds" },
          { name: "database", label: t("Database Status"), to: "/admin/database" },
          { name: "overview", label: t("Overview"), to: "/admin/overview" },
          { name: "backups", label: t("Backups"), to: "/admin/backups" },
          { name: "reports", label: t("Reports"), to: "/admin/reports", waiting: reports },
          { name: "settings", label: t("Site Settings"), to: "/admin/settings" },
          { name: "site", label: t("Name and Texts"), to: "/admin/site" },
          { name: "audit", label: t("Audit Log"), to: "/admin/audit" },
        ]}
      >
        {children}
      </TabLinks>
      <PasswordGate />
    </main>
  );
}
