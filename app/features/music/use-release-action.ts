import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { msg } from "~/shared/t";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { type ReleaseAction, releaseActionFailure } from "./releases-schema";

type Intent = ReleaseAction["intent"];

/** Where the screen itself doesn't show it well enough. */
const doneTexts: Partial<Record<Intent, string>> = {
  "publish-release": msg("Release published"),
  "schedule-release": msg("Release scheduled"),
  "unpublish-release": msg("The release is a draft again"),
  "remove-track": msg("Track taken off the release"),
  "show-track": msg("Track shown"),
};

/** Sends forms of a release's screen, and shows how it went. */
export function useReleaseAction(id: string, onDone: () => void = () => {}) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const isBusy = fetcher.state !== "idle";
  useAnswer(isBusy ? undefined : fetcher.data, (answer) => {
    if (isNothingDone(answer)) {
      const text = failureText(answer, releaseActionFailure);
      if (text) toast.error(text);
      return;
    }
    const text = isDone(answer) && doneTexts[answer.done];
    if (text) toast.success(answer.hidden > 0 ? `${text}, and hidden: it isn't out yet` : text);
    onDone();
  });
  const refused = isNothingDone(fetcher.data) && "refused" in fetcher.data ? fetcher.data.refused : undefined;
  const submit = (intent: Intent, fields: Record<string, string> = {}) =>
    fetcher.submit({ ...fields, intent, id }, { method: "post" });
  return { submit, isBusy, wanted: fetcher.formData, errors: refused?.errors ?? {} };
}

function isDone(answer: object): answer is { done: Intent; hidden: number } {
  return "done" in answer && "hidden" in answer;
}
