import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { type ReleaseAction, releaseActionFailure } from "./releases-schema";

type Intent = ReleaseAction["intent"];

/** What was done, and how many tracks it has hidden. */
interface Done {
  done: Intent;
  hidden: number;
}

/** Nothing where the screen itself shows it well enough. */
function doneText({ done, hidden }: Done): string | undefined {
  switch (done) {
    case "publish-release":
      return t("Release published");
    case "schedule-release":
      return t("Release scheduled");
    case "unpublish-release":
      return t("The release is a draft again");
    case "remove-track":
      return t(
        hidden > 0
          ? "Track taken off the release, and hidden: it isn't out yet"
          : "Track taken off the release",
      );
    case "show-track":
      return t("Track shown");
  }
  return undefined;
}

/** Sends forms of a release's screen, and shows how it went. */
export function useReleaseAction(id: string, onDone: () => void = () => {}) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const isBusy = fetcher.state !== "idle";
  useAnswer(isBusy ? undefined : fetcher.data, (answer) => {
    if (isNothingDone(answer)) {
      const text = failureText(answer, t(releaseActionFailure));
      if (text) toast.error(text);
      return;
    }
    const text = isDone(answer) && doneText(answer);
    if (text) toast.success(text);
    onDone();
  });
  const refused = isNothingDone(fetcher.data) && "refused" in fetcher.data ? fetcher.data.refused : undefined;
  const submit = (intent: Intent, fields: Record<string, string> = {}) =>
    // What was pressed shows at once, so that a second press doesn't ask for the same.
    fetcher.submit({ ...fields, intent, id }, { method: "post", flushSync: true });
  return { submit, isBusy, wanted: fetcher.formData, errors: refused?.errors ?? {} };
}

function isDone(answer: object): answer is Done {
  return "done" in answer && "hidden" in answer;
}
