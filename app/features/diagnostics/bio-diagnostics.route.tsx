import { ExternalLink, ScanSearch } from "lucide-react";
import { z } from "zod";
import { answerOrFailed } from "~/shared/action-answer";
import { artistPath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { ToolPage } from "~/ui/tool-page";
import type { Route } from "./+types/bio-diagnostics.route";
import { diagnosticAction } from "./answers.server";
import { scanBioPage } from "./checks.server";
import { countsOf, type FoundProfile, type TestResult } from "./results";
import { ResultCounts, TestList } from "./test-list";
import { type ScanAnswer, useScan } from "./use-scan";
import { SignInNote } from "./who";
import { whoLooks } from "./who.server";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs) {
  return { who: await whoLooks(context) };
}

const scanSchema = z.object({ intent: z.literal("run-scan") });

export const action = diagnosticAction(
  scanSchema,
  async (services, viewer): Promise<ScanAnswer> => ({
    report: await scanBioPage(services, viewer),
  }),
);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

export default function BioDiagnostics({ loaderData: { who }, actionData }: Route.ComponentProps) {
  const { fetcher, report, notice, isScanning } = useScan(0, actionData);
  return (
    <ToolPage
      title={t("Musician Bio Page Diagnostics")}
      intro={t("Looks for whatever could keep a bio page from opening, the way a fan's browser would.")}
    >
      <div className="grid grid-cols-1 gap-6">
        <SignInNote {...who} />
        <fetcher.Form method="post">
          <Button
            type="submit"
            name="intent"
            value="run-scan"
            pending={isScanning}
            pendingText={t("Running...")}
          >
            <ScanSearch aria-hidden="true" className="size-4" />
            {t("Run Diagnostics")}
          </Button>
        </fetcher.Form>
        <noscript>{notice && <Alert type={notice.type}>{notice.text}</Alert>}</noscript>
        {report ? (
          <>
            <ResultCounts results={report.results} />
            <Card title={t("Results")}>
              <TestList results={report.results} isRunning={isScanning} />
            </Card>
            {report.profiles.length > 0 && <Profiles profiles={report.profiles} />}
            {!isScanning && <Summary results={report.results} />}
          </>
        ) : (
          <EmptyState
            icon={ScanSearch}
            title={t("Running...")}
            text={t("The first results are on their way.")}
          />
        )}
      </div>
    </ToolPage>
  );
}

function Profiles({ profiles }: { profiles: FoundProfile[] }) {
  return (
    <Card title={t("Profiles found")}>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {profiles.map((profile) => {
          const path = artistPath(profile);
          return (
            <li
              key={profile.customUrl ?? profile.artistName}
              className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0">
                <p className="wrap-anywhere font-semibold">
                  <bdi>{profile.artistName}</bdi>
                </p>
                <p className="wrap-anywhere text-muted text-sm">{profile.customUrl ?? t("No custom URL")}</p>
              </div>
              {path && (
                <LinkButton reloadDocument variant="secondary" to={path} target="_blank">
                  {t("Test Bio Page")}
                  <ExternalLink aria-hidden="true" className="size-4" />
                </LinkButton>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Summary({ results }: { results: TestResult[] }) {
  const counts = countsOf(results);
  if (counts.fail > 0) {
    return (
      <Alert type="error">
        {t(
          "Summary: {pass} passed, {warning, plural, one {# warning} other {# warnings}}, {fail} failed. What failed above keeps pages from working.",
          counts,
        )}
      </Alert>
    );
  }
  if (counts.warning > 0) {
    return (
      <Alert type="info">
        {t(
          "Summary: {pass} passed, {warning, plural, one {# warning} other {# warnings}}, {fail} failed. It works; what is marked could be better.",
          counts,
        )}
      </Alert>
    );
  }
  return (
    <Alert type="success">
      {t(
        "Summary: {pass} passed, {warning, plural, one {# warning} other {# warnings}}, {fail} failed. Everything works.",
        counts,
      )}
    </Alert>
  );
}
