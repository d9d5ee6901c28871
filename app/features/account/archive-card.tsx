import { useFetcher } from "react-router";
import { failureText, isNothingDone, type NothingDone } from "~/shared/action-answer";
import { archivePath } from "~/shared/server-paths";
import { sizeText } from "~/shared/size-text";
import { Alert } from "~/ui/alert";
import { Button, type ButtonVariant, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { useFormats } from "~/ui/formats";
import { useReloading } from "~/ui/use-reloading";
import type { ShownArchive } from "./archive.server.ts";

const failure = "Your archive could not be asked for. Please try again.";

/** Everything of the account's in one file: asked for, made beside the other work, and downloaded for a day. */
export function ArchiveCard({
  archive,
  anHour,
  keptForHours,
  answer,
}: {
  archive: ShownArchive | null;
  /** How many may be made. */
  anHour: number;
  keptForHours: number;
  /** Of the screen's action, without script. */
  answer: unknown;
}) {
  useReloading(isUnderWay(archive));
  return (
    <Card title="Take your data along">
      <p>
        One archive with everything of yours: what you have written, as text that other programs read, and
        your files as they are stored. While your page is public, it is in there too: open index.html in any
        browser, no internet needed. Your password isn't in it.
      </p>
      <p className="mt-2 mb-5 text-muted text-sm">
        It is made in the background, at most {anHour} times an hour, and kept for {keptForHours} hours. A
        mail tells you when it is ready.
      </p>
      <div className="grid grid-cols-1 justify-items-start gap-4">
        <Archive archive={archive} answer={answer} />
      </div>
    </Card>
  );
}

function Archive({ archive, answer }: { archive: ShownArchive | null; answer: unknown }) {
  const formats = useFormats();
  if (archive?.state === "asked" || archive?.state === "making") return <Progress archive={archive} />;
  if (archive?.state === "ready" && archive.ended_at) {
    return (
      <>
        <p>
          Your archive of{" "}
          <time dateTime={archive.ended_at.toISOString()}>{formats.dateTime(archive.ended_at)}</time> is
          ready: {sizeText(archive.done_bytes, formats)}. A download that breaks off can go on where it was.
        </p>
        <div className="flex flex-wrap gap-3">
          <ArchiveLink variant="primary" />
          <MakeForm answer={answer} variant="secondary">
            Make a new one
          </MakeForm>
        </div>
      </>
    );
  }
  return (
    <>
      {archive?.state === "failed" && (
        <Alert type="error">Your archive could not be made. {archive.failure}</Alert>
      )}
      <MakeForm answer={answer} variant="secondary">
        {archive ? "Try again" : "Make an archive"}
      </MakeForm>
    </>
  );
}

function Progress({ archive: { state, done_bytes, expected_bytes } }: { archive: ShownArchive }) {
  const formats = useFormats();
  const text = state === "asked" ? "Your archive waits for its turn…" : "Your archive is being made…";
  // What is expected is an estimate.
  const share = expected_bytes ? Math.min(0.99, done_bytes / expected_bytes) : 0;
  return (
    <div className="grid w-full gap-1.5">
      <p role="status">{text}</p>
      <progress
        aria-label="Making the archive"
        max={1}
        value={share}
        className="h-2 w-full accent-accent forced-colors:border"
      />
      {expected_bytes !== null && (
        <p className="text-muted text-sm tabular-nums">
          {sizeText(done_bytes, formats)} of about {sizeText(Math.max(done_bytes, expected_bytes), formats)}
        </p>
      )}
      <p className="text-muted text-sm">You may leave this page: it goes on without you.</p>
      <p className="hidden text-sm noscript:block">
        <a href="/account/data" className="inline-flex min-h-11 items-center underline">
          See how far it is now
        </a>
      </p>
    </div>
  );
}

export function ArchiveLink({ variant = "secondary" }: { variant?: ButtonVariant }) {
  return (
    <LinkButton to={archivePath} reloadDocument download variant={variant}>
      Download your archive
    </LinkButton>
  );
}

function MakeForm({
  answer,
  variant,
  children,
}: {
  answer: unknown;
  variant: ButtonVariant;
  children: string;
}) {
  const fetcher = useFetcher();
  const failed = nothingDone(fetcher.data ?? answer, "make-archive");
  return (
    <fetcher.Form method="post" action="/account/data" className="grid justify-items-start gap-3">
      {failed && <Alert type="error">{failureText(failed, failure)}</Alert>}
      <Button
        type="submit"
        name="intent"
        value="make-archive"
        variant={variant}
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
