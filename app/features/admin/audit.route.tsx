import { ScrollText } from "lucide-react";
import type { AuditAction } from "#server/audit.ts";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { msg, t, translationOf } from "~/shared/t";
import { EmptyState } from "~/ui/empty-state";
import { useFormats } from "~/ui/formats";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import { Rich } from "~/ui/rich";
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
                className="grid gap-x-4 gap-y-0.5 border-line border-t py-3 text-sm first:border-t-0 sm:grid-cols-[15rem_1fr]"
              >
                <time dateTime={at.toISOString()} className="text-muted tabular-nums">
                  {dateTime(at)}
                </time>
                <div className="min-w-0">
                  <p className="wrap-anywhere">
                    <Rich
                      text={actionText(action)}
                      parts={{
                        actor: <bdi className="font-medium">{actorText(actor)}</bdi>,
                        target: target && <bdi className="font-medium">{target}</bdi>,
                      }}
                    />
                  </p>
                  {details && (
                    <p dir="auto" className="wrap-anywhere text-muted">
                      {details.split("; ").map(translationOf).join("; ")}
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
  role_changed: msg("{actor} changed the role of {target}"),
  user_deleted: msg("{actor} deleted {target}"),
  deletion_asked: msg("{actor} asked for the deletion of {target}"),
  deletion_withdrawn: msg("{actor} signed in and so kept {target}"),
  user_suspended: msg("{actor} suspended {target}"),
  suspension_lifted: msg("{actor} lifted the suspension of {target}"),
  second_factor_reset: msg("{actor} took the second factor away from {target}"),
  warning_sent: msg("{actor} warned {target}"),
  demo_set: msg("{actor} set as demo page the profile of {target}"),
  demo_removed: msg("{actor} removed the demo profile status of {target}"),
  background_added: msg("{actor} added the background “{target}”"),
  background_changed: msg("{actor} changed the background “{target}”"),
  background_deleted: msg("{actor} deleted the background “{target}”"),
  backup_asked: msg("{actor} asked for a backup"),
  backup_downloaded: msg("{actor} downloaded the backup “{target}”"),
  backup_deleted: msg("{actor} deleted the backup “{target}”"),
  settings_changed: msg("{actor} changed the site's settings"),
  invitation_made: msg("{actor} made an invitation “{target}”"),
  invitation_withdrawn: msg("{actor} withdrew an invitation “{target}”"),
  report_dismissed: msg("{actor} dismissed a report about {target}"),
  comment_hidden: msg("{actor} hid a comment on the page of {target}"),
  message_hidden: msg("{actor} hid a message by {target}"),
};

const actorTexts = new Map<string, string>([
  ["operator", msg("operator|who runs the site")],
  ["account owner", msg("account owner|who did something to their own account")],
]);

/** An account stands by its address. */
function actorText(actor: string): string {
  const text = actorTexts.get(actor);
  return text ? t(text) : actor;
}

const textByAction = new Map<string, string>(Object.entries(actionTexts));

/** One that an older version took, and this one doesn't know, stands as it was stored. */
function actionText(action: string): string {
  return textByAction.get(action) ?? `{actor} ${action.replaceAll("_", " ")} {target}`;
}
