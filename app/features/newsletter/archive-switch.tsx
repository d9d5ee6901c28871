import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone, type NothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Checkbox } from "~/ui/checkbox";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { actionFailure, inArchive } from "./issue-schema";

/** Puts a letter that isn't a draft into the public archive, or takes it out, at once. */
export function ArchiveSwitch({
  issue: { id, title, in_archive },
}: {
  issue: { id: string; title: string; in_archive: boolean };
}) {
  const fetcher = useFetcher<NothingDone | { done: string | null }>();
  const toast = useToast();
  // The fetcher knows what it sends only after the checkbox has been painted once more.
  const [wanted, setWanted] = useState<boolean | null>(null);
  useAnswer(fetcher.data, (answer) => {
    if (isNothingDone(answer)) toast.error(failureText(answer, t(actionFailure)) ?? t(actionFailure));
    else if (answer.done) toast.success(answer.done);
  });
  useEffect(() => {
    if (fetcher.state === "idle") setWanted(null);
  }, [fetcher.state]);
  return (
    <Checkbox
      checked={wanted ?? in_archive}
      aria-label={t("Show in the public archive: {title}", { title })}
      onChange={({ currentTarget: { checked } }) => {
        setWanted(checked);
        fetcher.submit(
          { intent: "set-in-archive", id, isOn: String(checked) },
          { method: "post", action: `/newsletter/letters/${id}` },
        );
      }}
    >
      {t(inArchive)}
    </Checkbox>
  );
}
