import { ScanSearch, Wrench } from "lucide-react";
import { useRef } from "react";
import { z } from "zod";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { answerOrFailed } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ToolPage } from "~/ui/tool-page";
import type { Route } from "./+types/database-refresh.route";
import { diagnosticAction } from "./answers.server";
import { scanDatabase } from "./checks.server";
import { applyFixes } from "./fixes.server";
import { fixed, fixes, fixesOffered, fixFailed, signInToFix } from "./results";
import { ResultCounts, TestList } from "./test-list";
import { type ScanAnswer, useScan } from "./use-scan";
import { SessionPanel, SignInNote } from "./who";
import { whoLooks } from "./who.server";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs) {
  return { who: await whoLooks(context) };
}

const refreshSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("run-scan") }),
  z.object({
    intent: z.literal("apply-fixes"),
    /** Names with spaces between. */
    wanted: z.string().transform((names) => fixes.filter((fix) => names.split(" ").includes(fix))),
  }),
]);

export const action = diagnosticAction(refreshSchema, async (services, viewer, form): Promise<ScanAnswer> => {
  if (form.intent === "run-scan") return { report: await scanDatabase(services, viewer) };
  if (!viewer) return { notice: { type: "error", text: t(signInToFix) } };
  let done: string[];
  try {
    done = await applyFixes(services, viewer, form.wanted);
  } catch (error) {
    const report = await scanDatabase(services, viewer);
    return { report, notice: { type: "error", text: failureOf(error, services.log) } };
  }
  const report = await scanDatabase(services, viewer);
  const left = fixesOffered(report.results);
  if (left.length > 0)
    return { report, done, notice: { type: "error", text: fixFailed(t("they are still there|issues")) } };
  return { report, done, notice: { type: "success", text: t(fixed) } };
});

function failureOf(error: unknown, log: Services["log"]): string {
  if (error instanceof AppError) return error.publicText;
  log.error({ err: error }, "the diagnostics' fixes failed");
  return fixFailed(t("Unknown error"));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** [2 §9] */
const autoScanMs = 1_000;

export default function DatabaseRefresh({ loaderData: { who }, actionData }: Route.ComponentProps) {
  const { fetcher, report, notice, isScanning } = useScan(autoScanMs, actionData);
  const results = report?.results ?? [];
  const offered = fixesOffered(results);
  const heading = useRef<HTMLDivElement>(null);
  return (
    <ToolPage
      title={t("Database Refresh & Diagnostics")}
      intro={t("Tests the database, your own records and the file storage, and mends what it can.")}
    >
      <div className="grid grid-cols-1 gap-6">
        <SignInNote {...who} />
        <div ref={heading} tabIndex={-1} className="flex flex-wrap gap-3 outline-none">
          <fetcher.Form method="post">
            <Button
              type="submit"
              name="intent"
              value="run-scan"
              pending={isScanning}
              pendingText={t("Scanning...")}
            >
              <ScanSearch aria-hidden="true" className="size-4" />
              {t("Run Full Scan")}
            </Button>
          </fetcher.Form>
          {offered.length > 0 && !isScanning && (
            <fetcher.Form method="post" onSubmit={() => heading.current?.focus()}>
              <input type="hidden" name="wanted" value={offered.join(" ")} />
              <Button type="submit" name="intent" value="apply-fixes" variant="secondary">
                <Wrench aria-hidden="true" className="size-4" />
                {t("Auto-Fix Issues")}
              </Button>
            </fetcher.Form>
          )}
        </div>
        <noscript>{notice && <Alert type={notice.type}>{notice.text}</Alert>}</noscript>
        <SessionPanel account={who.account} />
        {report ? (
          <>
            <ResultCounts results={results} />
            <Card title={t("Tests")}>
              <TestList results={results} isRunning={isScanning} />
            </Card>
          </>
        ) : (
          <EmptyState
            icon={ScanSearch}
            title={isScanning ? t("Scanning...") : t("No results yet")}
            text={t("A scan starts by itself in a moment.")}
          />
        )}
        <nav aria-label={t("Quick links")} className="flex flex-wrap gap-3">
          <LinkButton variant="secondary" to="/db-check">
            {t("Storage diagnostics")}
          </LinkButton>
          <LinkButton variant="secondary" to="/bio-diagnostics">
            {t("Bio diagnostics")}
          </LinkButton>
          <LinkButton variant="secondary" to="/dashboard">
            {t("Dashboard")}
          </LinkButton>
        </nav>
      </div>
    </ToolPage>
  );
}
