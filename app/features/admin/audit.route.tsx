import { ScrollText } from "lucide-react";
import type { AuditAction } from "#server/audit.ts";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { EmptyState } from "~/ui/empty-state";
import { useFormats } from "~/ui/formats";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import type { Route } from "./+types/audit.route";
import { requireAdmin } from "./actor.server";
import { AdminTabs } from "./admin-tabs.tsx";
import { auditPage } from "./audit.server";
import { openReports } from "./reports.server";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireAdmin(context);
  const page = pageParam(new URL(request.url).searchParams);
  const [shown, reports] = await Promise.all([
    loadOrNull(
      "the audit list",
      { log, userId },
      db.asAdmin(userId).read((tx) => auditPage(tx, page)),
    ),
    openReports({ db }, userId).catch(() => 0),
  ]);
  return { shown, reports };
}

/** The admins' actions: actor, action, target and time. */
export default function AuditList({ loaderData: { shown, reports } }: Route.ComponentProps) {
  const { dateTime } = useFormats();
  return (
    <AdminTabs open="audit" reports={reports}>
      {!shown && <LoadFailure text={t("Failed to load the audit log")} />}
      {shown?.actions.length === 0 && (
        <EmptyState
          icon={ScrollText}
          title={t("Nothing done yet")}
          text={t(
            "Roles, suspensions, deletions and everything else that admins decide is kept here, and nobody can change it.",
          )}
        />
      )}
      {shown && shown.actions.length > 0 && (
        <div className="rounded-box border border-line bg-surface p-4 sm:p-5">
          <h2 className="mb-3 font-semibold text-lg">{t("Audit log")}</h2>
          <ol aria-label={t("What admins have done")}>
            {shown.actions.map(({ id, at, actor, action, target, details }) => (
              <li
                key={id}
                className="grid gap-x-4 gap-y-0.5 border-line border-t py-3 text-sm first:border-t-0 sm:grid-cols-[11rem_1fr]"
              >
                <time dateTime={at.toISOString()} className="text-muted tabular-nums">
                  {dateTime(at)}
                </time>
                <div className="min-w-0">
                  <p className="wrap-anywhere">
                    <bdi className="font-medium">{actor}</bdi> {actionText(action)}
                    {target && (
                      <>
                        {" "}
                        <bdi className="font-medium">{hasName(action) ? `“${target}”` : target}</bdi>
                      </>
                    )}
                  </p>
                  {details && (
                    <p dir="auto" className="wrap-anywhere text-muted">
                      {details}
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ol>
          <PageLinks
            page={shown.page}
            pages={shown.pages}
            labels={{ before: t("Newer entries"), after: t("Older entries") }}
            to={(page) => (page > 1 ? `/admin/audit?page=${page}` : "/admin/audit")}
          />
        </div>
      )}
    </AdminTabs>
  );
}

const actionTexts: Record<AuditAction, string> = {
  role_changed: "changed the role of",
  user_deleted: "deleted",
  deletion_asked: "asked for the deletion of",
  deletion_withdrawn: "signed in and so kept",
  user_suspended: "suspended",
  suspension_lifted: "lifted the suspension of",
  second_factor_reset: "took the second factor away from",
  warning_sent: "warned",
  demo_set: "set as demo page the profile of",
  demo_removed: "removed the demo profile status of",
  background_added: "added the background",
  background_changed: "changed the background",
  background_deleted: "deleted the background",
  backup_asked: "asked for a backup",
  backup_downloaded: "downloaded the backup",
  backup_deleted: "deleted the backup",
  settings_changed: "changed the site's settings",
  invitation_made: "made an invitation",
  invitation_withdrawn: "withdrew an invitation",
  report_dismissed: "dismissed a report about",
  comment_hidden: "hid a comment on the page of",
  message_hidden: "hid a message by",
};
/** Is it done to something that has a name, and to no account? */
function hasName(action: string): boolean {
  return /^(background|backup|invitation)_/.test(action);
}

const textByAction = new Map<string, string>(Object.entries(actionTexts));

function actionText(action: string): string {
  return textByAction.get(action) ?? action.replaceAll("_", " ");
}
