import { type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone, type NothingDone } from "~/shared/action-answer";
import type { Formats } from "~/shared/formats";
import { archivePath } from "~/shared/server-paths";
import { sizeText } from "~/shared/size-text";
import { msg, t, translationOf } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button, type ButtonVariant, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { useFormats } from "~/ui/formats";
import { Rich } from "~/ui/rich";
import { useReloading } from "~/ui/use-reloading";
import type { ShownArchive } from "./archive.server.ts";

const failures = {
  "make-archive": msg("Your archive could not be asked for. Please try again."),
  "cancel-archive": msg("Your archive could not be cancelled. Please try again."),
};

/** Everything of the account's in one file: asked for, made beside the other work, and downloaded for a day. */
export function ArchiveCard({
  archive,
  anHour,
  keptForHours,
  sendsMail,
  isCancelled,
  answer,
}: {
  archive: ShownArchive | null;
  /** How many may be made. */
  anHour: number;
  keptForHours: number;
  sendsMail: boolean;
  /** Whether the last thing done here was to cancel one. */
  isCancelled: boolean;
  /** Of the screen's action, without script. */
  answer: unknown;
}) {
  useReloading(isUnderWay(archive));
  return (
    <Card title={t("Take your data along")}>
      <p>
        {t(
          "One archive with everything of yours: what you have written, as text that other programs read, and your files as they are stored. While your page is public, it is in there too: open index.html in any browser, no internet needed. Your password isn't in it.",
        )}
      </p>
      <p className="mt-2 mb-5 text-muted text-sm">
        {t("It is made in the background, at most {times} times an hour, and kept for {hours} hours.", {
          times: anHour,
          hours: keptForHours,
        })}
        {sendsMail && ` ${t("A mail tells you when it is ready.")}`}
      </p>
      <div className="grid grid-cols-1 justify-items-start gap-4">
        <Archive archive={archive} isCancelled={isCancelled} answer={answer} />
      </div>
    </Card>
  );
}

function Archive({
  archive,
  isCancelled,
  answer,
}: {
  archive: ShownArchive | null;
  isCancelled: boolean;
  answer: unknown;
}) {
  const formats = useFormats();
  const isMade = isUnderWay(archive);
  const status = useFocusAtChange(isMade);
  return (
    <>
      {/* Always there, so that a screen reader tells what becomes of it. */}
      <p ref={status} role="status" tabIndex={-1} className="empty:sr-only">
        {archive
          ? statusText(archive, formats)
          : isCancelled && t("Cancelled: nothing of the archive is kept.")}
      </p>
      {archive && isMade && (
        <>
          <Progress archive={archive} />
          <OneButton intent="cancel-archive" answer={answer}>
            {t("Cancel")}
          </OneButton>
        </>
      )}
      {archive?.state === "failed" && (
        <Alert type="error">
          {t("Your archive could not be made.")} {archive.failure && translationOf(archive.failure)}
        </Alert>
      )}
      {!isMade && (
        <div className="flex flex-wrap gap-3">
          {archive?.state === "ready" && <ArchiveLink variant="primary" />}
          <OneButton intent="make-archive" answer={answer}>
            {makeText(archive)}
          </OneButton>
        </div>
      )}
    </>
  );
}

function statusText({ state, done_bytes, ended_at }: ShownArchive, formats: Formats): ReactNode {
  if (state === "asked") return t("Your archive waits for its turn…");
  if (state === "making") return t("Your archive is being made…");
  if (state === "failed" || !ended_at) return null;
  return (
    <Rich
      text="Your archive of {time} is ready: {size}. A download that breaks off can go on where it was."
      values={{ size: sizeText(done_bytes, formats) }}
      parts={{ time: <time dateTime={ended_at.toISOString()}>{formats.dateTime(ended_at)}</time> }}
    />
  );
}

function makeText(archive: ShownArchive | null): string {
  if (!archive) return t("Make an archive");
  return archive.state === "failed" ? t("Try again") : t("Make a new one");
}

/** An element that gets the focus when the button that had it goes, as the work begins or ends. */
function useFocusAtChange(isOn: boolean): RefObject<HTMLParagraphElement | null> {
  const element = useRef<HTMLParagraphElement>(null);
  const wasOn = useRef(isOn);
  useLayoutEffect(() => {
    if (isOn !== wasOn.current && document.activeElement === document.body) {
      element.current?.focus({ preventScroll: true });
    }
    wasOn.current = isOn;
  }, [isOn]);
  return element;
}

function Progress({ archive: { done_bytes, expected_bytes } }: { archive: ShownArchive }) {
  const formats = useFormats();
  // What is expected is an estimate.
  const share = expected_bytes ? Math.min(0.99, done_bytes / expected_bytes) : 0;
  return (
    <div className="grid w-full gap-1.5">
      <progress
        aria-label={t("Making the archive")}
        max={1}
        value={share}
        className="h-2 w-full accent-accent forced-colors:border"
      />
      {expected_bytes !== null && (
        <p className="text-muted text-sm tabular-nums">
          {t("{done} of about {expected}", {
            done: sizeText(done_bytes, formats),
            expected: sizeText(Math.max(done_bytes, expected_bytes), formats),
          })}
        </p>
      )}
      <p className="text-muted text-sm">{t("You may leave this page: it goes on without you.")}</p>
      <p className="hidden text-sm noscript:block">
        <a href="/account/data" className="inline-flex min-h-11 items-center underline">
          {t("See how far it is now")}
        </a>
      </p>
    </div>
  );
}

export function ArchiveLink({ variant = "secondary" }: { variant?: ButtonVariant }) {
  return (
    <LinkButton to={archivePath} reloadDocument download variant={variant}>
      {t("Download your archive")}
    </LinkButton>
  );
}

function OneButton({
  intent,
  answer,
  children,
}: {
  intent: keyof typeof failures;
  answer: unknown;
  children: string;
}) {
  const fetcher = useFetcher();
  const failed = nothingDone(fetcher.data ?? answer, intent);
  return (
    <fetcher.Form method="post" action="/account/data" className="grid justify-items-start gap-3">
      {failed && <Alert type="error">{failureText(failed, t(failures[intent]))}</Alert>}
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant="secondary"
        pending={fetcher.state !== "idle"}
      >
        {children}
      </Button>
    </fetcher.Form>
  );
}

function isUnderWay(archive: ShownArchive | null): boolean {
  return archive?.state === "asked" || archive?.state === "making";
}

/** What the screen's action has refused or failed to do, if it was this form's. */
export function nothingDone(answer: unknown, intent: string): NothingDone | undefined {
  if (!isNothingDone(answer)) return undefined;
  return "failed" in answer || answer.refused.values.intent === intent ? answer : undefined;
}
