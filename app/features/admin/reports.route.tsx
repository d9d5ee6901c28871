import { Flag } from "lucide-react";
import { useRef, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { AppError } from "#server/errors.ts";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Age } from "~/ui/age";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { FormDialog } from "~/ui/form-dialog";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import { Quoted } from "~/ui/quoted";
import { Rich } from "~/ui/rich";
import { Segments } from "~/ui/segments";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import type { Route } from "./+types/reports.route";
import { adminAction, requireAdmin } from "./actor.server";
import { AdminTabs } from "./admin-tabs.tsx";
import * as texts from "./report-schema.ts";
import { executeReportAction, openReports, reportsPage, type ShownReport } from "./reports.server";
import { sendAdminAction } from "./send-admin-action.ts";
import { suspensionSchema, warningSchema } from "./users.ts";
import { SuspensionFields, WarningField } from "./words-fields.tsx";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireAdmin(context);
  const { searchParams } = new URL(request.url);
  const page = pageParam(searchParams);
  const show = searchParams.get("show") ?? "open";
  if (show !== "open" && show !== "all") {
    throw new AppError("not-found", t("This page does not exist."));
  }
  const [shown, open] = await Promise.all([
    loadOrNull(
      "the reports",
      { log, userId },
      db.asAdmin(userId).read((tx) => reportsPage(tx, show === "all", page)),
    ),
    openReports({ db }, userId).catch(() => 0),
  ]);
  const view: "open" | "all" = show;
  return { shown, open, view };
}

export const action = adminAction(texts.reportActionSchema, executeReportAction);

export function clientAction(args: Route.ClientActionArgs) {
  return sendAdminAction(args);
}

/** The reports of musicians and visitors, and the decisions an admin can take. */
export default function Reports({ loaderData: { shown, open, view } }: Route.ComponentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const [asking, setAsking] = useState<{ about: ShownReport; kind: "warn" | "suspend" } | null>(null);
  const close = () => setAsking(null);
  const who = asking ? nameOf(asking.about) : "";
  return (
    <AdminTabs open="reports" reports={open}>
      <div className="grid max-w-4xl grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 ref={heading} tabIndex={-1} className="font-semibold text-lg">
            {view === "open" ? t("Reports that wait") : t("All reports")}
            {shown && ` (${shown.matches})`}
          </h2>
          <Segments
            legend={t("Which reports")}
            labels={{ open: t("Waiting|reports"), all: t("All|reports") }}
            value={view}
            onValue={(next) => navigate(next === "all" ? "/admin/reports?show=all" : "/admin/reports")}
          />
        </div>
        {!shown && <LoadFailure text={t(texts.loadFailure)} />}
        {shown?.reports.length === 0 && (
          <EmptyState
            icon={Flag}
            title={view === "open" ? t("Nothing waits") : t("No reports yet")}
            text={t(
              "Visitors can report a comment on an artist's page, musicians comments and messages they have received.",
            )}
          />
        )}
        {shown && shown.reports.length > 0 && (
          <ul aria-label={t("Reports")} className="grid gap-4">
            {shown.reports.map((report) => (
              <ReportCard
                key={report.id}
                report={report}
                onAsk={(kind) => setAsking({ about: report, kind })}
                onAnswered={() => heading.current?.focus()}
              />
            ))}
          </ul>
        )}
        {shown && (
          <PageLinks
            page={shown.page}
            pages={shown.pages}
            labels={{ before: t("Newer reports"), after: t("Older reports") }}
            to={(page) => {
              const query = new URLSearchParams();
              if (view === "all") query.set("show", "all");
              if (page > 1) query.set("page", String(page));
              return query.size > 0 ? `/admin/reports?${query}` : "/admin/reports";
            }}
          />
        )}
      </div>
      <FormDialog
        open={asking?.kind === "warn"}
        onClose={close}
        title={t("Warn user")}
        schema={warningSchema}
        hidden={{ intent: "warn-user", id: asking?.about.id ?? "" }}
        submitText={t("Send warning")}
        texts={{ done: t(texts.doneTexts["warn-user"]), failed: t(texts.failure) }}
      >
        {({ errors }) => <WarningField whom={who} error={errors.content} />}
      </FormDialog>
      <FormDialog
        open={asking?.kind === "suspend"}
        onClose={close}
        title={t("Suspend user")}
        schema={suspensionSchema}
        hidden={{ intent: "suspend-user", id: asking?.about.id ?? "" }}
        submitText={t("Suspend")}
        texts={{ done: t(texts.doneTexts["suspend-user"]), failed: t(texts.failure) }}
      >
        {({ errors }) => (
          <SuspensionFields
            whom={who}
            label={t("Why {name} is suspended", { name: who })}
            error={errors.reason}
          />
        )}
      </FormDialog>
    </AdminTabs>
  );
}

function nameOf({ artist_name, aboutEmail }: ShownReport): string {
  return artist_name ?? aboutEmail;
}

function ReportCard({
  report,
  onAsk,
  onAnswered,
}: {
  report: ShownReport;
  onAsk(kind: "warn" | "suspend"): void;
  onAnswered(): void;
}) {
  const fetcher = useFetcher<{ done: string }>();
  const toast = useToast();
  const isBusy = fetcher.state !== "idle";
  // An answered report leaves the list with its answer: the toast comes at once.
  useAnswer(fetcher.data, (answer) => {
    const failure = t(texts.failure);
    if (isNothingDone(answer)) return toast.error(failureText(answer, failure) ?? failure);
    toast.success(answer.done);
    onAnswered();
  });
  const send = (intent: "dismiss-report" | "hide-content") =>
    fetcher.submit({ intent, id: report.id }, { method: "post" });
  const { kind, content, author, answer, reason, created_at, resolution, custom_url, aboutEmail } = report;
  const who = nameOf(report);
  return (
    <li className="rounded-box border border-line bg-surface p-4 sm:p-5">
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span className="font-semibold">{kind === "comment" ? t("Comment") : t("Message")}</span>
        <span className="wrap-anywhere text-muted">
          <Rich
            text={kind === "comment" ? "by {author} on the page of {artist}" : "by {artist}"}
            parts={{
              author: <bdi>{author}</bdi>,
              artist: custom_url ? (
                <a href={`/artist/${custom_url}`} target="_blank" rel="noreferrer" className="text-link">
                  <bdi>{who}</bdi>
                </a>
              ) : (
                <bdi>{who}</bdi>
              ),
            }}
          />
          {who !== aboutEmail && (
            <>
              {" "}
              (<bdi>{aboutEmail}</bdi>)
            </>
          )}
        </span>
      </p>
      {content ? (
        <Quoted text={content} />
      ) : (
        <p className="my-3 text-muted">{t("Tracks alone, without a word.")}</p>
      )}
      {answer && (
        <>
          <p className="text-muted text-sm">{t("The artist's answer:")}</p>
          <Quoted text={answer} />
        </>
      )}
      <p className="wrap-anywhere text-sm">
        <span className="text-muted">
          <Rich
            text="Reported by {reporter}, {age}:"
            parts={{
              reporter: (
                <bdi>{report.reporterEmail ?? t("a visitor|in place of a name, within a sentence")}</bdi>
              ),
              age: <Age at={created_at} />,
            }}
          />
        </span>{" "}
        <bdi className="font-medium">{reason}</bdi>
      </p>
      {resolution ? (
        <p className="mt-3 text-muted text-sm">
          {report.resolverEmail ? (
            <Rich
              text={texts.resolutionTexts[resolution].by}
              parts={{ admin: <bdi>{report.resolverEmail}</bdi> }}
            />
          ) : (
            t(texts.resolutionTexts[resolution].alone)
          )}
        </p>
      ) : (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button variant="secondary" disabled={isBusy} onClick={() => send("dismiss-report")}>
            {t("Dismiss")}
          </Button>
          <Button
            variant="secondary"
            disabled={isBusy || report.hidden_at !== null}
            onClick={() => send("hide-content")}
          >
            {kind === "comment" ? t("Hide comment") : t("Hide message")}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => onAsk("warn")}>
            {kind === "comment" ? t("Warn artist") : t("Warn sender")}
          </Button>
          <Button
            variant="secondary"
            disabled={isBusy || report.aboutRole === "admin" || report.suspended_at !== null}
            onClick={() => onAsk("suspend")}
          >
            {kind === "comment" ? t("Suspend artist") : t("Suspend sender")}
          </Button>
        </div>
      )}
    </li>
  );
}
