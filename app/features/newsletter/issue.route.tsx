import { useEffect, useRef, useState } from "react";
import { Link, redirect, useFetcher, useRevalidator } from "react-router";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { ownerAction } from "~/forms.server";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, failureText, isNothingDone, type NothingDone } from "~/shared/action-answer";
import { artistPath, letterPath } from "~/shared/artist-address";
import type { FormValues } from "~/shared/forms";
import { listed } from "~/shared/listed";
import { variantAddress } from "~/shared/picture";
import { said } from "~/shared/said";
import { msg, t } from "~/shared/t";
import { zoneText } from "~/shared/zone-names";
import { instantOf } from "~/shared/zoned-time";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ConfirmDialog } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { useOwnFormats } from "~/ui/formats";
import { LoadFailure } from "~/ui/load-failure";
import { Rich } from "~/ui/rich";
import { Segments } from "~/ui/segments";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { useAnswer } from "~/ui/use-answer";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/issue.route";
import { ArchiveSwitch } from "./archive-switch";
import type { Shown } from "./block-editor";
import type { Offer } from "./block-field";
import { issueParts } from "./issue-cards.server";
import { executeIssueAction, saveIssue, sendTest } from "./issue-commands.server";
import { previewedIssue } from "./issue-content.server";
import { blocksOf } from "./issue-document";
import { IssueEditor } from "./issue-editor";
import type { Card as MailCard } from "./issue-mail";
import { type Audience, audiences, offeredIds } from "./issue-offers.server";
import { keptBlocks, type OwnIssue, ownIssue } from "./issue-queries.server";
import * as texts from "./issue-schema";
import { MailPreview } from "./mail-preview";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** While it goes out. */
const lookAgainMs = 2_000;

interface Choices {
  offers: Offer[];
  audiences: Audience[];
  /** What the blocks show that are stored, or kept as a draft. */
  shown: Record<string, Shown>;
}

const noChoices: Choices = { offers: [], audiences: [], shown: {} };

export async function loader({ params: { issueId }, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, config, log } = services;
  const { userId } = requireViewer(context);
  const sendsMail = config.smtpUrl !== undefined;
  const nothing = {
    issue: null,
    stored: texts.issueValues(texts.newIssue),
    isLost: false,
    page: null,
    sendsMail,
    ...noChoices,
  };
  const previewed = async (issue: Parameters<typeof previewedIssue>[1]) => {
    const { html: _, ...preview } = await previewedIssue(services, issue);
    return preview;
  };
  if (issueId === "new") {
    const issue = { ...texts.newIssue, musician_id: userId };
    return {
      ...nothing,
      ...(await choicesFor(services, userId, "new", issue)),
      preview: await previewed(issue),
    };
  }
  const issue = uuid.test(issueId)
    ? await loadOrNull(
        "the newsletter issue",
        { log, userId },
        db.asMusician(userId).read((tx) => ownIssue(tx, userId, issueId)),
      )
    : undefined;
  if (issue === null) return { ...nothing, isLost: true, preview: null };
  if (!issue) throw new AppError("not-found", t("This letter does not exist any more."));
  const own = artistPath({ artistName: issue.artist_name, customUrl: issue.custom_url });
  return {
    ...nothing,
    issue,
    stored: texts.issueValues(issue),
    page: issue.started_at && own ? letterPath(own, issue.id) : null,
    ...(issue.status === "draft" && (await choicesFor(services, userId, issue.id, issue))),
    preview: await previewed(issue),
  };
}

/** What its writer may choose among, and what is chosen. Where that can't be loaded, there is the letter alone. */
async function choicesFor(
  services: Services,
  userId: string,
  id: string,
  issue: WrittenIssue,
): Promise<Choices> {
  const { log } = services;
  const choices = loadChoices(services, userId, id, issue);
  return (await loadOrNull("what a letter may show", { log, userId }, choices)) ?? noChoices;
}

type WrittenIssue = Parameters<typeof blocksOf>[0] & { audience: string };

async function loadChoices(
  { db }: Services,
  userId: string,
  id: string,
  issue: WrittenIssue,
): Promise<Choices> {
  const musician = db.asMusician(userId);
  const offered = await offeredIds(db.asVisitor(), userId);
  const { reached, kept } = await musician.read(async (tx) => ({
    reached: await audiences(tx, userId, issue.audience),
    kept: await keptBlocks(tx, userId, id),
  }));
  const chosen = [...blocksOf(issue), ...kept];
  // The address of their pages matters to none of them here.
  const artist = { userId, artistName: "artist", customUrl: null };
  const { cards } = await issueParts(db.asVisitor(), artist, [...offered, ...chosen]);
  const { pictures } = await issueParts(musician, artist, chosen);
  return {
    offers: offered.flatMap(({ kind, id }): Offer[] => {
      const card = cards.get(id);
      return card ? [{ kind, id, ...shownCard(card) }] : [];
    }),
    audiences: reached,
    shown: Object.fromEntries<Shown>([
      ...[...cards].map(([id, card]) => [id, shownCard(card)] as const),
      ...[...pictures].map(([id, { src }]) => [id, { title: "", line: "", src }] as const),
    ]),
  };
}

const shownCard = ({ title, line, picture }: MailCard): Shown => ({
  title,
  line,
  src: picture && (picture.widths[0] ? variantAddress(picture.src, picture.widths[0]) : picture.src),
});

export const action = ownerAction(texts.issueActionSchema, async (services, userId, form) => {
  switch (form.intent) {
    case "save-issue": {
      const { id, content } = await saveIssue(services, userId, form);
      if (form.id === undefined) throw redirect(`/newsletter/letters/${id}`, 303);
      return { done: t(texts.issueSaved), intent: form.intent, stored: texts.issueValues(content) };
    }
    case "send-test":
      await sendTest(services, userId, form.id);
      return { done: t("A test is on its way to your own address") };
    case "set-in-archive":
      await executeIssueAction(services, userId, form);
      return { done: t(texts.archived[form.isOn ? "on" : "off"]) };
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

type Side = "write" | "look";
const sides: Record<Side, string> = { write: msg("Write|verb"), look: msg("Preview") };
const sidesOnceSent: Record<Side, string> = { ...sides, write: msg("Delivery") };

/** One newsletter issue: its editor, preview and delivery. */
export default function NewsletterIssue({ loaderData }: Route.ComponentProps) {
  const { issue, stored, isLost, preview, page, sendsMail, ...choices } = loaderData;
  const [hasChanges, setHasChanges] = useState(false);
  const [typed, setTyped] = useState<FormValues | null>(null);
  const [side, setSide] = useState<Side>("write");
  // An issue that was sent from elsewhere meanwhile keeps the text written here.
  const isWritable = !isLost && (!issue || issue.status === "draft" || hasChanges);
  return (
    <ToolPage title={issue?.title ?? (isLost ? t("Letter|of a newsletter") : t("New letter"))} isWide>
      <div className="grid grid-cols-1 gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Link to="/newsletter/letters" className="inline-flex min-h-11 items-center text-link">
            {t("All letters")}
          </Link>
          {preview && (
            <div className="lg:hidden">
              <Segments
                legend={isWritable ? t("Write or look at it") : t("Its delivery or how it looks")}
                labels={said(isWritable ? sides : sidesOnceSent)}
                value={side}
                onValue={setSide}
              />
            </div>
          )}
        </div>
        {!sendsMail && (
          <Alert type="info">
            {t("Mail isn't set up on this server: letters can be written, but not sent.")}
          </Alert>
        )}
        {isLost && <LoadFailure text={t(texts.issueLoadFailure)} />}
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          <div className={`grid min-w-0 grid-cols-1 gap-6 ${side === "write" ? "" : "max-lg:hidden"}`}>
            {isWritable && (
              <IssueEditor
                key={issue?.id ?? "new"}
                id={issue?.id}
                stored={stored}
                translations={issue?.translations}
                {...choices}
                onChanges={setHasChanges}
                onTyped={setTyped}
              />
            )}
            {issue && <Steps issue={issue} page={page} sendsMail={sendsMail} hasChanges={hasChanges} />}
          </div>
          {preview && (
            <div className={`min-w-0 lg:sticky lg:top-20 ${side === "look" ? "" : "max-lg:hidden"}`}>
              <Card title={t("As your readers get it")}>
                <MailPreview issueId={issue?.id ?? "new"} stored={preview} values={typed ?? stored} />
              </Card>
            </div>
          )}
        </div>
      </div>
    </ToolPage>
  );
}

/** Sends forms of this page, and shows their outcome. */
function useIssueForm(failure: string, onDone: () => void, onFieldRefused: () => void) {
  const fetcher = useFetcher<Answer>();
  const toast = useToast();
  const isBusy = fetcher.state !== "idle";
  useAnswer(isBusy ? undefined : fetcher.data, (answer) => {
    if (isNothingDone(answer)) {
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

type Asking = "send-issue" | "schedule" | "send-issue-again" | "cancel-issue" | "delete-issue";
const questions: Record<Asking, { title: string; confirm: string }> = {
  "send-issue": { title: msg("Send this letter?"), confirm: msg("Send|verb") },
  schedule: { title: msg("Schedule this letter?"), confirm: msg("Schedule|verb") },
  "send-issue-again": { title: msg("Send it to them again?"), confirm: msg("Send again") },
  "cancel-issue": { title: msg("Stop for good?"), confirm: msg("Stop sending") },
  "delete-issue": { title: msg("Delete letter"), confirm: msg("Delete") },
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
    t(texts.actionFailure),
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
  const reached = { count: readers, shown: number(readers) };
  return (
    <Card title={t(texts.statusTexts[status])}>
      <div ref={top} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
        {status === "draft" && (
          <p>
            {t(
              "{count, plural, one {It goes to {shown} confirmed subscriber, as it was last saved.} other {It goes to {shown} confirmed subscribers, as it was last saved.}}",
              reached,
            )}{" "}
            {hasChanges && <strong>{t(texts.notInIt)}</strong>}
          </p>
        )}
        {status === "scheduled" && scheduled_for && (
          <p>
            <Rich text="It goes out on {time}." parts={{ time: <LocalTime at={scheduled_for} /> }} />
          </p>
        )}
        {total > 0 && (
          <>
            <progress value={done} max={total} aria-label={t("Sent")} className="h-3 w-full accent-primary" />
            <p role="status">
              {t("{results}.", {
                results: listed(
                  [
                    t("{count, plural, one {{sent} of {shown} sent} other {{sent} of {shown} sent}}|mails", {
                      ...{ count: total, shown: number(total), sent: number(counts.sent) },
                    }),
                    counts.failed > 0 &&
                      t("{count, plural, one {{shown} undeliverable} other {{shown} undeliverable}}|mails", {
                        ...{ count: counts.failed, shown: number(counts.failed) },
                      }),
                    counts.skipped > 0 &&
                      t(
                        "{count, plural, one {{shown} unsubscribed meanwhile} other {{shown} unsubscribed meanwhile}}|readers",
                        { count: counts.skipped, shown: number(counts.skipped) },
                      ),
                    counts.unknown > 0 &&
                      t("{count, plural, one {{shown} in doubt} other {{shown} in doubt}}|mails", {
                        ...{ count: counts.unknown, shown: number(counts.unknown) },
                      }),
                  ].filter((result) => result !== false),
                ),
              })}
            </p>
            {counts.unknown > 0 && (
              <p className="text-muted text-sm">
                {t(
                  "In doubt means that sending was interrupted in the very moment in which the letter went out to a reader: it may or may not have arrived. It isn't sent again by itself, because nobody is to get it twice.",
                )}
              </p>
            )}
          </>
        )}
        {page && (
          <p>
            <a href={page} className="text-link">
              {t("The letter on the web")}
            </a>
          </p>
        )}
        {status !== "draft" && <ArchiveSwitch issue={issue} />}
        {status === "draft" && (
          <Field
            ref={later}
            label={t("Send later (optional)")}
            hint={t("In the time zone {zone}.", { zone: zoneText(timeZone) })}
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
                {time
                  ? t("Schedule|verb")
                  : t(
                      "{count, plural, one {Send to {shown} subscriber} other {Send to {shown} subscribers}}",
                      reached,
                    )}
              </Button>
              <Button variant="secondary" disabled={isBusy || !sendsMail} onClick={() => submit("send-test")}>
                {t("Send a test to myself")}
              </Button>
            </>
          )}
          {status === "scheduled" && (
            <Button variant="secondary" disabled={isBusy} onClick={() => submit("unschedule-issue")}>
              {t("Don't send it, back to draft")}
            </Button>
          )}
          {status === "sending" && (
            <Button variant="secondary" disabled={isBusy} onClick={() => submit("pause-issue")}>
              {t("Pause")}
            </Button>
          )}
          {status === "paused" && (
            <Button disabled={isBusy} onClick={() => submit("resume-issue")}>
              {t("Go on")}
            </Button>
          )}
          {status === "sent" && counts.unknown > 0 && (
            <Button
              variant="secondary"
              disabled={isBusy || !sendsMail}
              onClick={() => setAsking("send-issue-again")}
            >
              {t(
                "{count, plural, one {Send again to the {shown} in doubt} other {Send again to the {shown} in doubt}}",
                {
                  ...{ count: counts.unknown, shown: number(counts.unknown) },
                },
              )}
            </Button>
          )}
          {(status === "sending" || status === "paused") && (
            <Button variant="quiet" disabled={isBusy} onClick={() => setAsking("cancel-issue")}>
              {t("Stop for good")}
            </Button>
          )}
          {(status === "draft" || status === "sent" || status === "cancelled") && (
            <Button
              variant="quiet"
              disabled={isBusy}
              onClick={() => setAsking("delete-issue")}
              // Alone, its text begins where the card's does.
              className="sm:first:-ms-4 first:-ms-3"
            >
              {t("Delete")}
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={asking !== null}
        title={asking ? t(questions[asking].title) : ""}
        confirmText={asking ? t(questions[asking].confirm) : ""}
        pending={isBusy}
        pendingText={t("One moment...")}
        isDangerous={asking !== "send-issue" && asking !== "schedule"}
        onClose={() => !isBusy && setAsking(null)}
        onConfirm={() => {
          if (!asking) return;
          if (asking === "schedule" && at) submit("send-issue", { scheduled_for: at.toISOString() });
          else submit(asking);
        }}
      >
        {hasChanges && (asking === "send-issue" || asking === "schedule") && (
          <p className="mb-2 font-semibold">{t(texts.notInIt)}</p>
        )}
        {asking === "send-issue" && (
          <p>
            {t(
              "{count, plural, one {It goes to {shown} confirmed subscriber. What has been sent cannot be taken back.} other {It goes to {shown} confirmed subscribers. What has been sent cannot be taken back.}}",
              reached,
            )}
          </p>
        )}
        {asking === "schedule" && at && (
          <p>
            <Rich
              text={
                issue.audience === "all"
                  ? "It goes out on {time}, to everyone who has confirmed by then. Until then you can take it back."
                  : "It goes out on {time}, to everyone of your choice who has confirmed by then. Until then you can take it back."
              }
              parts={{ time: <LocalTime at={at} /> }}
            />
          </p>
        )}
        {asking === "send-issue-again" && <p>{t("Those who have got it already get it a second time.")}</p>}
        {asking === "cancel-issue" && <p>{t("Those who have not got it yet will not get it.")}</p>}
        {asking === "delete-issue" && (
          <p>
            {t(
              page
                ? "Its page on the web goes as well. This cannot be undone."
                : "It has not been sent. This cannot be undone.",
            )}
          </p>
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
