import { useEffect } from "react";
import { useFetcher } from "react-router";
import { isNothingDone } from "~/shared/action-answer";
import { lostText } from "~/shared/connection";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import type { Notice } from "./answers.server";
import type { Report } from "./results";

export interface ScanAnswer {
  report?: Report;
  /** The fixes that were made, in a toast each. */
  done?: string[];
  notice?: Notice;
}

/**
 * The scan of a page: starts by itself after a while if there are no results yet, shows the outcome of each press, and
 * keeps the last report while the next one is made.
 * @param afterMs how long it waits before it starts by itself [2 §9]
 * @param posted the answer to a form that was sent without a script
 */
export function useScan(afterMs: number, posted: unknown) {
  const fetcher = useFetcher<unknown>();
  const answer = answerOf(fetcher.data) ?? answerOf(posted);
  const toast = useToast();
  useAnswer(fetcher.data, (given) => {
    if (isNothingDone(given)) toast.error(lostText());
    const { done = [], notice } = answerOf(given) ?? {};
    for (const text of done) toast.success(text);
    if (notice) toast[notice.type](notice.text);
  });

  const { submit } = fetcher;
  const hasReport = answer?.report !== undefined;
  useEffect(() => {
    if (hasReport) return;
    const timer = setTimeout(() => submit({ intent: "run-scan" }, { method: "post" }), afterMs);
    return () => clearTimeout(timer);
  }, [hasReport, submit, afterMs]);

  return { fetcher, report: answer?.report, notice: answer?.notice, isScanning: fetcher.state !== "idle" };
}

function answerOf(value: unknown): ScanAnswer | undefined {
  return typeof value === "object" && value !== null && !isNothingDone(value) ? value : undefined;
}
