import { Download, MailPlus, Trash2, Users } from "lucide-react";
import { useRef, useState } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { AppError } from "#server/errors.ts";
import { ownerAction } from "~/forms.server";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import type { Formats } from "~/shared/formats";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { FieldFrame } from "~/ui/field";
import { useFormats } from "~/ui/formats";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import { SearchButton, SearchInput } from "~/ui/search-input";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { executeSubscriberAction } from "./commands.server";
import { ImportDialog } from "./import-dialog";
import { NewsletterTabs } from "./newsletter-tabs";
import { type OwnSubscriber, type OwnSubscribers, ownSubscribers } from "./queries.server";
import {
  deleted,
  deleteFailure,
  loadFailure,
  type StateFilter,
  sourceText,
  states,
  subscriberActionSchema,
} from "./schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

const searchLimit = 254;
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log, config } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const { searchParams } = new URL(request.url);
  const search = (searchParams.get("search") ?? "").replaceAll("\0", "").trim().slice(0, searchLimit);
  const show = searchParams.get("show") ?? "all";
  const page = pageParam(searchParams);
  if (!isState(show)) {
    throw new AppError("not-found", "This page does not exist.");
  }
  const list = await loadOrNull(
    "the subscribers",
    { log, userId },
    db.asMusician(userId).read((tx) => ownSubscribers(tx, userId, { search, show, page })),
  );
  return { list, search, show, sendsMail: config.smtpUrl !== undefined };
}

function isState(name: string): name is StateFilter {
  return Object.hasOwn(states, name);
}

export const action = ownerAction(subscriberActionSchema, executeSubscriberAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** The musician's subscribers. */
export default function Newsletter({ loaderData: { list, search, show, sendsMail } }: Route.ComponentProps) {
  const formats = useFormats();
  const top = useRef<HTMLDivElement>(null);
  const [isImporting, setIsImporting] = useState(false);
  const [deleting, setDeleting] = useState<OwnSubscriber | null>(null);
  return (
    <ToolPage title="Newsletter" intro="Who wants to hear from you, and has said so.">
      <div ref={top} tabIndex={-1} className="grid max-w-4xl grid-cols-1 gap-6 outline-none">
        {!sendsMail && (
          <Alert type="info">
            Mail isn't set up on this server, so nobody can be asked to confirm their address. People who
            subscribe are kept on your list, and are asked by mail as soon as it is set up.
          </Alert>
        )}
        {sendsMail && list && list.unasked > 0 && (
          <Alert type="info">
            {waitingText(list.unasked, formats)} Only so many are mailed a day; the rest follow by themselves.
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          <NewsletterTabs />
          <Button variant="secondary" onClick={() => setIsImporting(true)}>
            <MailPlus aria-hidden="true" className="size-4" />
            Add from a file
          </Button>
          {list && list.counts.all > 0 && (
            <a
              href="/newsletter/subscribers.csv"
              download
              className="inline-flex min-h-11 items-center justify-center gap-2 rounded-box border border-edge bg-surface px-3 font-semibold text-foreground text-sm hover:bg-sunken sm:px-4"
            >
              <Download aria-hidden="true" className="size-4" />
              Download as CSV
            </a>
          )}
        </div>
        {!list && <LoadFailure text={loadFailure} />}
        {list &&
          (list.counts.all === 0 ? (
            <EmptyState
              icon={Users}
              title="No subscribers yet"
              text="The form on your page puts fans on this list. If you have a list elsewhere, add it from a file."
            />
          ) : (
            <Subscribers list={list} search={search} show={show} onDelete={setDeleting} />
          ))}
      </div>
      <ImportDialog open={isImporting} sendsMail={sendsMail} onClose={() => setIsImporting(false)} />
      <DeleteDialog
        id={deleting?.id ?? null}
        intent="delete-subscriber"
        title="Delete subscriber"
        texts={{ done: deleted, failed: deleteFailure }}
        focusAfter={top}
        onClose={() => setDeleting(null)}
      >
        <p>
          {deleting && <bdi className="wrap-anywhere">{deleting.subscriber_email}</bdi>} goes from your list.
          This cannot be undone.
        </p>
      </DeleteDialog>
    </ToolPage>
  );
}

function waitingText(count: number, { number }: Formats): string {
  return count === 1 ? "1 confirmation waits." : `${number(count)} confirmations wait.`;
}

function Subscribers({
  list: { subscribers, counts, total, page, pages },
  search,
  show,
  onDelete,
}: {
  list: OwnSubscribers;
  search: string;
  show: StateFilter;
  onDelete(subscriber: OwnSubscriber): void;
}) {
  const [searchParams] = useSearchParams();
  const { number } = useFormats();
  const to = (change: Record<string, string>) => {
    const next = new URLSearchParams(searchParams);
    next.delete("page");
    for (const [name, value] of Object.entries(change)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return { search: next.toString() };
  };
  return (
    <Card title={`Subscribers (${number(counts.all)})`}>
      <div className="grid grid-cols-1 gap-4">
        <Form role="search" className="flex items-end gap-3">
          {show !== "all" && <input type="hidden" name="show" value={show} />}
          <div className="grow">
            <FieldFrame label="Search by address or name">
              {(props) => (
                <SearchInput
                  {...props}
                  searchedText={search}
                  name="search"
                  maxLength={searchLimit}
                  className={`min-h-12 ${props.className}`}
                />
              )}
            </FieldFrame>
          </div>
          <SearchButton path="/newsletter" className="min-h-12" />
        </Form>
        <nav aria-label="States" className="flex flex-wrap gap-2">
          {Object.entries(states).map(([name, text]) => {
            const isShown = name === show;
            if (!isState(name)) return null;
            return (
              <Link
                key={name}
                to={to({ show: name === "all" ? "" : name })}
                aria-current={isShown ? "page" : undefined}
                className={`inline-flex min-h-11 items-center rounded-full border px-4 font-semibold text-sm ${
                  isShown ? "border-primary bg-primary text-on-primary" : "border-edge hover:bg-sunken"
                }`}
              >
                {text} ({number(counts[name])})
              </Link>
            );
          })}
        </nav>
        {search && (
          <p role="status" className="text-sm">
            {total === 1 ? "1 subscriber" : `${number(total)} subscribers`} for “{search}”.{" "}
            <Link to={to({ search: "" })} className="text-link">
              Show all
            </Link>
          </p>
        )}
        {subscribers.length > 0 ? (
          <ul className="divide-y divide-line border-line border-y">
            {subscribers.map((subscriber) => (
              <SubscriberRow
                key={subscriber.id}
                subscriber={subscriber}
                onDelete={() => onDelete(subscriber)}
              />
            ))}
          </ul>
        ) : (
          <p className="text-muted">{search ? "Nobody is found." : "Nobody is here."}</p>
        )}
      </div>
      <PageLinks
        page={page}
        pages={pages}
        labels={{ before: "Newer", after: "Older" }}
        to={(other) => `?${to({ page: other > 1 ? String(other) : "" }).search}`}
      />
    </Card>
  );
}

function SubscriberRow({ subscriber, onDelete }: { subscriber: OwnSubscriber; onDelete(): void }) {
  const { date } = useFormats();
  const { subscriber_email, subscriber_name, source, consent_note, created_at, state } = subscriber;
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2 sm:flex-nowrap">
        <div className="min-w-0 grow basis-full sm:basis-auto">
          <p className="wrap-anywhere font-semibold">
            <bdi>{subscriber_email}</bdi>
          </p>
          <p className="wrap-anywhere text-muted text-sm">
            {subscriber_name && (
              <>
                <bdi>{subscriber_name}</bdi> ·{" "}
              </>
            )}
            {sourceText(source)}
            {consent_note && (
              <>
                {" "}
                (<bdi>{consent_note}</bdi>)
              </>
            )}{" "}
            · <time dateTime={created_at.toISOString()}>{date(created_at)}</time>
          </p>
        </div>
        <span
          className={`shrink-0 rounded-full px-3 py-1 font-semibold text-xs ${
            state === "confirmed" ? "bg-success-soft text-success" : "bg-sunken text-foreground"
          }`}
        >
          {states[state]}
        </span>
      </div>
      <button
        type="button"
        aria-label={`Delete ${subscriber_email}`}
        onClick={onDelete}
        className="flex size-11 shrink-0 items-center justify-center rounded-box text-muted hover:bg-sunken hover:text-foreground"
      >
        <Trash2 aria-hidden="true" className="size-5" />
      </button>
    </li>
  );
}
