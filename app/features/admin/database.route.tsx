import { Database, HardDrive } from "lucide-react";
import type { ReactNode } from "react";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import type { Route } from "./+types/database.route";
import { requireAdmin } from "./actor.server";
import { AdminTabs } from "./admin-tabs.tsx";
import { openReports } from "./reports.server";

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { userId } = requireAdmin(context);
  return { reports: await openReports({ db }, userId).catch(() => 0) };
}

/** [1 §2 Admin dashboard] Database Status */
export default function DatabaseStatus({ loaderData: { reports } }: Route.ComponentProps) {
  return (
    <AdminTabs open="database" reports={reports}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Place
          title={t("Database diagnostics")}
          icon={<Database aria-hidden="true" className="size-5" />}
          text={t(
            "Tries the connection, the records, each table and who may see what, and mends what it can.",
          )}
          to="/database-refresh"
          label={t("Open database diagnostics")}
        />
        <Place
          title={t("Storage diagnostics")}
          icon={<HardDrive aria-hidden="true" className="size-5" />}
          text={t(
            "Tries the store of files: whether it is there, and takes a text and a picture and gives them back.",
          )}
          to="/db-check"
          label={t("Open storage diagnostics")}
        />
      </div>
    </AdminTabs>
  );
}

function Place({
  title,
  icon,
  text,
  to,
  label,
}: {
  title: string;
  icon: ReactNode;
  text: string;
  to: string;
  label: string;
}) {
  return (
    <Card title={title}>
      <p className="mb-5 text-muted text-sm">{text}</p>
      <LinkButton to={to} variant="secondary" className="w-full">
        {icon}
        {label}
      </LinkButton>
    </Card>
  );
}
