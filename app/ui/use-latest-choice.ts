import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { useToast } from "./toasts.tsx";
import { useAnswer } from "./use-answer.ts";

/**
 * What was chosen last, at once, while it is sent to the server; null as soon as the page shows what is stored, be it that
 * or, should the server refuse, what was there before. One choice at a time is on its way, and after it the latest that
 * was made meanwhile: of two at once, the server might take the earlier one last.
 * @param formOf what is sent of a choice
 * @param texts the toasts' texts; without `done` a success shows nothing
 */
export function useLatestChoice<Choice>(
  formOf: (choice: Choice) => FormData | Record<string, string>,
  texts: { done?: string; failed: string },
): { chosen: Choice | null; choose(choice: Choice): void; isBusy: boolean } {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const isUnderWay = useRef(false);
  const waiting = useRef<{ choice: Choice }>(null);
  const isBusy = fetcher.state !== "idle";

  const send = (choice: Choice) => {
    isUnderWay.current = true;
    fetcher.submit(formOf(choice), { method: "post" });
  };
  // A form that is sent while the page is still loading anew would break that off.
  useAnswer(isBusy ? undefined : fetcher.data, (answer) => {
    isUnderWay.current = false;
    const next = waiting.current;
    waiting.current = null;
    if (isNothingDone(answer)) {
      // A failure may come so soon that the fetcher never seems to have been busy.
      if (!next) setChosen(null);
      toast.error(failureText(answer, texts.failed) ?? texts.failed);
    } else if (texts.done) toast.success(texts.done);
    if (next) send(next.choice);
  });
  // By then the page shows what is stored.
  useEffect(() => {
    if (!isBusy && !isUnderWay.current) setChosen(null);
  }, [isBusy]);

  const choose = (choice: Choice) => {
    setChosen(() => choice);
    if (isUnderWay.current) waiting.current = { choice };
    else send(choice);
  };
  return { chosen, choose, isBusy };
}
