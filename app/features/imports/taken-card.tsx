import { useEffect } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { failureText, isNothingDone, type NothingDone } from "~/shared/action-answer";
import { listed } from "~/shared/listed";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { useFormats } from "~/ui/formats";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import type { OwnImport } from "./queries.server";
import { keptHours, undoFailure } from "./schema";

/** What came in, with its undo; or what an undo has left. */
export function TakenCard({
  open: { id, name, came, undoneAt, kept, waiting, troubles },
  takenAt,
}: {
  open: OwnImport;
  takenAt: Date;
}) {
  const fetcher = useFetcher<NothingDone | { undoneImport: number }>();
  const toast = useToast();
  const { number, dateTime } = useFormats();
  const isBusy = fetcher.state !== "idle";
  useAnswer(isBusy ? undefined : fetcher.data, (answer) => {
    if (isNothingDone(answer)) toast.error(failureText(answer, t(undoFailure)) ?? t(undoFailure));
    else toast.success(t("The import is undone"));
  });
  const until = new Date(takenAt.getTime() + keptHours * 3_600_000);
  const what = listed(came.map(({ text }) => text)) || t("Nothing");
  const done = came.reduce((sum, { count }) => sum + count, 0) + troubles.length;
  useReloading(waiting);
  if (waiting > 0) {
    return (
      <Card title={t("Coming in")}>
        <p dir="auto" className="wrap-anywhere mb-3 font-semibold">
          {name}
        </p>
        <progress
          aria-label={t("Bringing in {name}", { name })}
          value={done}
          max={done + waiting}
          className="h-2 w-full accent-primary"
        />
        <p className="mt-2">
          {t("{done} of {total} rows are in. You can leave this page.", {
            done: number(done),
            total: number(done + waiting),
          })}
        </p>
        <Troubles texts={troubles} />
      </Card>
    );
  }
  return (
    <Card title={undoneAt ? t("Undone") : t("What came in")}>
      <p dir="auto" className="wrap-anywhere font-semibold">
        {name}
      </p>
      {undoneAt ? (
        <div className="mt-3 grid gap-3">
          <p>
            {t(
              kept.length === 0
                ? "{what} came in, and all of it is taken away again."
                : "{what} came in, and what was unchanged is taken away again.",
              { what },
            )}
          </p>
          {kept.length > 0 && (
            <Alert type="info">
              {t("Changed since, and kept:")}
              <ul className="ms-5 list-disc">
                {kept.slice(0, 100).map((label, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same label, and the list stays
                  <li key={at} dir="auto" className="wrap-anywhere">
                    {label}
                  </li>
                ))}
              </ul>
              {kept.length > 100 && t("and {count} more.|of a list", { count: number(kept.length - 100) })}
            </Alert>
          )}
        </div>
      ) : (
        <>
          <p className="mt-3">{t("{what} came in.", { what })}</p>
          <Troubles texts={troubles} />
          <p className="mt-1 text-muted text-sm">
            {t("Until {time} you can undo this. What you have changed since stays.", {
              time: dateTime(until),
            })}
          </p>
          <fetcher.Form method="post" className="mt-5">
            <input type="hidden" name="intent" value="undo-import" />
            <input type="hidden" name="id" value={id} />
            <Button type="submit" variant="secondary" pending={isBusy} pendingText={t("Undoing...")}>
              {t("Undo this import")}
            </Button>
          </fetcher.Form>
        </>
      )}
    </Card>
  );
}

/** What did not come in, and why. */
function Troubles({ texts }: { texts: readonly string[] }) {
  const { number } = useFormats();
  if (texts.length === 0) return null;
  return (
    <div className="mt-3">
      <Alert type="error">
        <ul className={texts.length > 1 ? "ms-5 list-disc" : ""}>
          {texts.slice(0, 100).map((text) => (
            <li key={text} dir="auto" className="wrap-anywhere">
              {text}
            </li>
          ))}
        </ul>
        {texts.length > 100 && t("and {count} more.|of a list", { count: number(texts.length - 100) })}
      </Alert>
    </div>
  );
}

const reloadAfterMs = 1_500;

/** Looks again as long as rows wait. */
function useReloading(waiting: number): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (waiting === 0 || state !== "idle") return;
    const timer = setTimeout(revalidate, reloadAfterMs);
    return () => clearTimeout(timer);
  }, [waiting, state, revalidate]);
}
