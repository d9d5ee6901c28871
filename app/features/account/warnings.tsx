import { TriangleAlert } from "lucide-react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { useFormats } from "~/ui/formats";
import { Rich } from "~/ui/rich";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import type { Warning } from "./warnings.server.ts";

/** The admins' warnings, over every tool. */
export function Warnings({ warnings }: { warnings: Warning[] }) {
  return (
    <section aria-label={t("Warnings")} className="mx-auto grid w-full max-w-5xl gap-3 px-4 pt-4 sm:px-6">
      {warnings.map((warning) => (
        <OneWarning key={warning.id} warning={warning} />
      ))}
    </section>
  );
}

function OneWarning({ warning: { id, content, created_at } }: { warning: Warning }) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const { date } = useFormats();
  useAnswer(fetcher.data, (answer) => {
    const text =
      isNothingDone(answer) && failureText(answer, t("This could not be noted. Please try again."));
    if (text) toast.error(text);
  });
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-box border border-danger bg-danger-soft p-4">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold text-danger text-sm">
          <Rich
            text="A warning from an admin, {day}"
            parts={{ day: <time dateTime={created_at.toISOString()}>{date(created_at, "long")}</time> }}
          />
        </p>
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
          {content}
        </p>
      </div>
      <fetcher.Form method="post" action="/account/dismiss-warning" className="ms-auto">
        <input type="hidden" name="id" value={id} />
        <Button type="submit" variant="secondary" pending={fetcher.state !== "idle"}>
          {t("I have read this")}
        </Button>
      </fetcher.Form>
    </div>
  );
}
