import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import { msg, t } from "~/shared/t";
import { CountTiles } from "~/ui/count-tiles";
import { Spinner } from "~/ui/spinner";
import { countsOf, type Status, type TestResult } from "./results";

const looks: Record<Status, { Icon: LucideIcon; word: string; className: string }> = {
  pass: { Icon: CircleCheck, word: msg("Passed|a test"), className: "text-success" },
  warning: { Icon: TriangleAlert, word: msg("Warning|a test"), className: "text-info" },
  fail: { Icon: CircleX, word: msg("Failed|a test"), className: "text-danger" },
};

/** The number of tests with each result. */
export function ResultCounts({ results }: { results: readonly TestResult[] }) {
  const { pass, warning, fail } = countsOf(results);
  return (
    <CountTiles
      label={t("Test results")}
      tiles={[
        { icon: CircleCheck, label: t("Passed"), count: pass },
        { icon: TriangleAlert, label: t("Warnings"), count: warning, isCalling: true },
        { icon: CircleX, label: t("Failed"), count: fail, isCalling: true },
        { icon: CircleCheck, label: t("Total tests"), count: results.length },
      ]}
    />
  );
}

/** Each test with its result; details fold out. While the tests run, earlier results are marked as such. */
export function TestList({ results, isRunning }: { results: readonly TestResult[]; isRunning: boolean }) {
  return (
    <ul aria-busy={isRunning} className="grid grid-cols-1 divide-y divide-line">
      {results.map((result) => (
        <Test key={result.name} result={result} isRunning={isRunning} />
      ))}
    </ul>
  );
}

function Test({ result, isRunning }: { result: TestResult; isRunning: boolean }) {
  const { name, status, message, details = [] } = result;
  const { Icon, word, className } = looks[status];
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <span className={`mt-0.5 shrink-0 ${isRunning ? "text-muted" : className}`}>
        {isRunning ? <Spinner size="sm" /> : <Icon aria-hidden="true" className="size-5" />}
      </span>
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="wrap-anywhere font-semibold">{name}</span>
          <span className={`text-sm ${isRunning ? "text-muted" : className}`}>
            {isRunning ? t("Running") : t(word)}
          </span>
        </p>
        {!isRunning && <p className="wrap-anywhere text-muted text-sm">{message}</p>}
        {!isRunning && details.length > 0 && (
          <details open={status === "fail"} className="text-sm">
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium underline">
              {t("Details")}
            </summary>
            <ul className="grid list-disc gap-1 pb-1 ps-5">
              {details.map((line) => (
                <li key={line} className="wrap-anywhere">
                  {line}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}
