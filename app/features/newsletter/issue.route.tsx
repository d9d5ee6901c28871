import { useEffect, useRef, useState } from "react";
import { Link, redirect, useFetcher, useRevalidator } from "react-router";
import { AppError } from "#server/errors.ts";
import { ownerAction } from "~/forms.server";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, failureText, isNothingDone, type NothingDone } from "~/shared/action-answer";
import { artistPath } from "~/shared/artist-address";
import { zoneText } from "~/shared/formats";
import type { FormValues } from "~/shared/forms";
import { instantOf } from "~/shared/zoned-time";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ConfirmDialog } from "~/ui/dialog";
import { Field, TextAreaField } from "~/ui/field";
import { useOwnFormats } from "~/ui/formats";
import { LeaveGuard } from "~/ui/leave-guard";
import { LoadFailure } from "~/ui/load-failure";
import { SavedMeanwhile } from "~/ui/saved-meanwhile";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import { useStoredForm } from "~/ui/use-stored-form";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/issue.route";
import { executeIssueAction, saveIssue, sendTest } from "./issue-commands.server";
import { issueMail } from "./issue-mail";
import { type OwnIssue, ownIssue } from "./issue-queries.server";
import * as texts from "./issue-schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

/** As the form holds it; a new one is empty. */
const storedIssue = ({ title, body }: { title: string; body: string }): FormValues => ({ title, body });

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** While it goes out. */
const lookAgainMs = 2_000;

export async function loader({ params: { issueId }, context }: Route.LoaderArgs) {
  const { db, config, site, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const sendsMail = config.smtpUrl !== undefined;
  const stored = storedIssue({ title: "", body: "" });
  const nothing = { issue: null, stored, isLost: false, text: "", page: null, sendsMail };
  if (issueId === "new") return nothing;
  const issue = uuid.test(issueId)
    ? await loadOrNull(
        "the newsletter issue",
        { log, userId },
        db.asMusician(userId).read((tx) => ownIssue(tx, userId, issueId)),
      )
    : undefined;
  if (issue === null) return { ...nothing, isLost: true };
  if (!issue) throw new AppError("not-found", "This letter does not exist any more.");
  const own = artistPath({ artistName: issue.artist_name, customUrl: issue.custom_url });
  const page = issue.started_at && own ? `${own}/letters/${issue.id}` : null;
  const { name: siteName } = await site.shown();
  const { text } = issueMail(
    { artistName: issue.artist_name, title: issue.title, body: issue.body, siteName },
    { page: null, unsubscribe: `${config.origin}/unsubscribe` },
  );
  return { issue, stored: storedIssue(issue), isLost: false, text, page, sendsMail };
}

export const action = ownerAction(texts.issueActionSchema, async (services, userId, form) => {
  switch (form.intent) {
    case "save-issue": {
      const id = await saveIssue(services, userId, form);
      if (form.id === undefined) throw redirect(`/newsletter/letters/${id}`, 303);
      return { done: texts.issueSaved, stored: storedIssue(form) };
    }
    case "send-test":
      await sendTest(services, userId, form.id);
      return { done: "A test is on its way to your own address" };
    default:
      await executeIssueAction(services, userId, form);
      // Its own screen could only say that it does not exist any more.
      if (form.intent === "delete-issue") throw redirect("/newsletter/letters", 303);
      return { done: null };
  }
});

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

type Answer = NothingDone | { done: string | null };

/** One newsletter issue: its editor, preview and delivery. */
export default function NewsletterIssue({ loaderData }: Route.ComponentProps) {
  const { issue, stored, isLost, text, page, sendsMail } = loaderData;
  const [hasChanges, setHasChanges] = useState(false);
  return (
    <ToolPage title={issue?.title ?? (isLost ? "Letter" : "New letter")}>
      <div className="grid max-w-4xl grid-cols-1 gap-6">
        <Link to="/newsletter/letters" className="inline-flex min-h-11 items-center text-link">
          All letters
        </Link>
        {!sendsMail && (
          <Alert type="info">Mail isn't set up on this server: letters can be written, but not sent.</Alert>
        )}
        {isLost && <LoadFailure text={texts.issueLoadFailure} />}
        {/* An issue that was sent from elsewhere meanwhile keeps the text written here. */}
        {!isLost && (!issue || issue.status === "draft" || hasChanges) && (
          <Editor key={issue?.id ?? "new"} issue={issue} stored={stored} onChanges={setHasChanges} />
        )}
        {issue && <Steps issue={issue} page={page} sendsMail={sendsMail} hasChanges={hasChanges} />}
        {issue && (
          <Card title="As your readers get it">
            <iframe
              key={`${issue.title} ${issue.body}`}
              title="Preview of the letter"
              src={`/newsletter/letters/${issue.id}/preview`}
              className="h-[32rem] w-full rounded-box border border-line bg-white"
            />
            <details className="mt-4">
              <summary className="min-h-11 cursor-pointer py-2 font-semibold text-sm">As plain text</summary>
              <pre dir="auto" className="wrap-anywhere whitespace-pre-wrap rounded-box bg-sunken p-4 text-sm">
                {text}
              </pre>
            </details>
          </Card>
        )}
      </div>
    </ToolPage>
  );
}

/** Sends forms of this page, and shows their outcome. */
function useIssueForm(failure: string, onDone: () => void = () => {}, onFieldRefused: () => void = () => {}) {
  const fetcher = useFetcher<Answer>();
  const toast = useToast();
  const isBusy = fetcher.state !== "idle";
  useAnswer(isBusy ? undefined : fetcher.data, (answer) => {
    if (isNothingDone(answer)) {
      if ("refused" in answer && answer.refused.stored) return;
      const text = failureText(answer, failure);
      if (text) toast.error(text);
      else onFieldRefused();
      return;
    }
    if (answer.done) toast.success(answer.done);
    onDone();
  });
  const refused = isNothingDone(fetcher.data) && "refused" in fetcher.data ? fetcher.data.refused : undefined;
  return { fetcher, isBusy, refused };
}

function Editor({
  issue,
  stored,
  onChanges,
}: {
  issue: OwnIssue | null;
  stored: FormValues;
  /** Called when the form begins or ceases to differ from the saved issue. */
  onChanges(hasChanges: boolean): void;
}) {
  const { fetcher, isBusy, refused } = useIssueForm(texts.issueSaveFailure);
  const { errors, formProps: checkedProps } = useFormErrors(texts.issueSchema, refused?.errors);
  const { formProps, version, hasChanges, conflict, take } = useStoredForm(
    stored,
    isBusy ? undefined : fetcher.data,
    checkedProps,
  );
  useEffect(() => {
    onChanges(hasChanges);
    return () => onChanges(false);
  }, [hasChanges, onChanges]);
  return (
    <Card>
      <LeaveGuard hasChanges={hasChanges} text="What you have written since isn't saved yet." />
      <fetcher.Form method="post" {...formProps} className="grid grid-cols-1 gap-5">
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="intent" value="save-issue" />
        {issue && <input type="hidden" name="id" value={issue.id} />}
        {conflict && (
          <SavedMeanwhile
            fields={{ title: { label: "Title" }, body: { label: "Letter" } }}
            stored={conflict}
            own={refused?.values ?? {}}
            isBusy={isBusy}
            onTake={take}
          />
        )}
        {errors.form && <Alert type="error">{errors.form}</Alert>}
        <Field
          label="Title"
          name="title"
          defaultValue={issue?.title}
          maxLength={texts.titleLimit}
          error={errors.title}
          required
          dir="auto"
          autoComplete="off"
        />
        <TextAreaField
          label="Letter"
          hint="An empty line begins a paragraph. Addresses become links; for words that lead somewhere write [words](https://example.org)."
          name="body"
          rows={12}
          defaultValue={issue?.body}
          maxLength={texts.bodyLimit}
          counter={texts.bodyLimit}
          error={errors.body}
          required
          dir="auto"
        />
        <div className="flex justify-end">
          <Button type="submit" pending={isBusy} pendingText="Saving...">
            Save letter
          </Button>
        </div>
      </fetcher.Form>
    </Card>
  );
}

type Asking = "send-issue" | "schedule" | "send-issue-again" | "cancel-issue" | "delete-issue";
const questions: Record<Asking, { title: string; confirm: string }> = {
  "send-issue": { title: "Send this letter?", confirm: "Send" },
  schedule: { title: "Schedule this letter?", confirm: "Schedule" },
  "send-issue-again": { title: "Send it to them again?", confirm: "Send again" },
  "cancel-issue": { title: "Stop for good?", confirm: "Stop sending" },
  "delete-issue": { title: "Delete letter", confirm: "Delete" },
};

function Steps({
  issue,
  page,
  sendsMail,
  hasChanges,
}: {
  issue: OwnIssue;
  page: string | null;
  sendsMail: boolean;
  /** The form holds more than the saved issue, which goes out. */
  hasChanges: boolean;
}) {
  const { id, status, counts, readers, scheduled_for } = issue;
  const top = useRef<HTMLDivElement>(null);
  const { number, timeZone } = useOwnFormats();
  const [asking, setAsking] = useState<Asking | null>(null);
  const [time, setTime] = useState("");
  const [day = "", hour = ""] = time.split("T");
  const at = time ? new Date(instantOf(day, hour, timeZone)) : null;
  const later = useRef<HTMLInputElement>(null);
  const goesTo = useRef<HTMLElement>(null);
  const goTo = (target: HTMLElement | null) => {
    if (asking === null) return target?.focus();
    goesTo.current = target;
    setAsking(null);
  };
  const { fetcher, isBusy, refused } = useIssueForm(
    texts.actionFailure,
    () => goTo(top.current),
    // The problem stands under the field, behind the question.
    () => goTo(later.current),
  );
  // After the question has given the focus back to a button that may be gone.
  useEffect(() => {
    if (asking !== null) return;
    goesTo.current?.focus();
    goesTo.current = null;
  }, [asking]);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (status !== "sending" && status !== "scheduled") return;
    const timer = setInterval(revalidate, lookAgainMs);
    return () => clearInterval(timer);
  }, [status, revalidate]);

  const submit = (intent: string, more: Record<string, string> = {}) =>
    fetcher.submit({ intent, id, ...more }, { method: "post" });
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const done = total - counts.waiting - counts.claimed;
  const readersText = `${number(readers)} confirmed subscriber${readers === 1 ? "" : "s"}`;
  return (
    <Card title={texts.statusTexts[status]}>
      <div ref={top} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
        {status === "draft" && (
          <p>
            It goes to {readersText}, as it was last saved. {hasChanges && <strong>{texts.notInIt}</strong>}
          </p>
        )}
        {status === "scheduled" && scheduled_for && (
          <p>
            It goes out on <LocalTime at={scheduled_for} />.
          </p>
        )}
        {total > 0 && (
          <>
            <progress value={done} max={total} aria-label="Sent" className="h-3 w-full accent-primary" />
            <p role="status">
              {number(counts.sent)} of {number(total)} sent
              {counts.failed > 0 && `, ${number(counts.failed)} undeliverable`}
              {counts.skipped > 0 && `, ${number(counts.skipped)} unsubscribed meanwhile`}
              {counts.unknown > 0 && `, ${number(counts.unknown)} in doubt`}.
            </p>
            {counts.unknown > 0 && (
              <p className="text-muted text-sm">
                In doubt means that sending was interrupted in the very moment in which the letter went out to
                a reader: it may or may not have arrived. It isn't sent again by itself, because nobody is to
                get it twice.
              </p>
            )}
          </>
        )}
        {page && (
          <p>
            <a href={page} className="text-link">
              The letter on the web
            </a>
          </p>
        )}
        {status === "draft" && (
          <Field
            ref={later}
            label="Send later (optional)"
            hint={`In the time zone ${zoneText(timeZone)}.`}
            type="datetime-local"
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
            error={refused?.errors.scheduled_for}
          />
        )}
        <div className="flex flex-wrap gap-3">
          {status === "draft" && (
            <>
              <Button
                disabled={isBusy || !sendsMail || readers === 0}
                onClick={() => setAsking(time ? "schedule" : "send-issue")}
              >
                {time ? "Schedule" : "Send now"}
              </Button>
              <Button variant="secondary" disabled={isBusy || !sendsMail} onClick={() => submit("send-test")}>
                Send a test to myself
              </Button>
            </>
          )}
          {status === "scheduled" && (
            <Button variant="secondary" disabled={isBusy} onClick={() => submit("unschedule-issue")}>
              Don't send it, back to draft
            </Button>
          )}
          {status === "sending" && (
            <Button variant="secondary" disabled={isBusy} onClick={() => submit("pause-issue")}>
              Pause
            </Button>
          )}
          {status === "paused" && (
            <Button disabled={isBusy} onClick={() => submit("resume-issue")}>
              Go on
            </Button>
          )}
          {status === "sent" && counts.unknown > 0 && (
            <Button
              variant="secondary"
              disabled={isBusy || !sendsMail}
              onClick={() => setAsking("send-issue-again")}
            >
              Send again to the {number(counts.unknown)} in doubt
            </Button>
          )}
          {(status === "sending" || status === "paused") && (
            <Button variant="quiet" disabled={isBusy} onClick={() => setAsking("cancel-issue")}>
              Stop for good
            </Button>
          )}
          {(status === "draft" || status === "sent" || status === "cancelled") && (
            <Button variant="quiet" disabled={isBusy} onClick={() => setAsking("delete-issue")}>
              Delete
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asking !== null}
        title={asking ? questions[asking].title : ""}
        confirmText={asking ? questions[asking].confirm : ""}
        pending={isBusy}
        pendingText="One moment..."
        onClose={() => !isBusy && setAsking(null)}
        onConfirm={() => {
          if (!asking) return;
          if (asking === "schedule" && at) submit("send-issue", { scheduled_for: at.toISOString() });
          else submit(asking);
        }}
      >
        {hasChanges && (asking === "send-issue" || asking === "schedule") && (
          <p className="mb-2 font-semibold">{texts.notInIt}</p>
        )}
        {asking === "send-issue" && <p>It goes to {readersText}. What has been sent cannot be taken back.</p>}
        {asking === "schedule" && at && (
          <p>
            It goes out on <LocalTime at={at} />, to everyone who has confirmed by then. Until then you can
            take it back.
          </p>
        )}
        {asking === "send-issue-again" && <p>Those who have got it already get it a second time.</p>}
        {asking === "cancel-issue" && <p>Those who have not got it yet will not get it.</p>}
        {asking === "delete-issue" && (
          <p>{page ? "Its page on the web goes as well." : "It has not been sent."} This cannot be undone.</p>
        )}
      </ConfirmDialog>
    </Card>
  );
}

/** By the clock of the account's time zone, or else of the browser's, which it names. */
function LocalTime({ at }: { at: Date }) {
  const { dateTime, timeZone } = useOwnFormats();
  return <time dateTime={at.toISOString()}>{`${dateTime(at, "long")} (${zoneText(timeZone)})`}</time>;
}
