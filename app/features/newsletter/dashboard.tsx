import { Download, MailPlus, Trash2, Users } from "lucide-react";
import { useRef, useState } from "react";
import { Link, useFetcher, useSearchParams } from "react-router";
import { AppError } from "#server/errors.ts";
import { ownerAction } from "~/forms.server";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, failureText, isNothingDone, type NothingDone } from "~/shared/action-answer";
import { said } from "~/shared/said";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { useFormats } from "~/ui/formats";
import { ListFinder } from "~/ui/list-finder";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import { Rich } from "~/ui/rich";
import { BulkButton, SelectBox, type Selection, SelectionBar, useSelection } from "~/ui/selection";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { useAnswer } from "~/ui/use-answer";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { executeSubscriberAction } from "./commands.server";
import { ImportDialog } from "./import-dialog";
import { NewsletterTabs } from "./newsletter-tabs";
import { type OwnSubscriber, type OwnSubscribers, ownSubscribers } from "./queries.server";
import {
  bounceText,
  deleteFailure,
  isState,
  loadFailure,
  orders,
  type StateFilter,
  type SubscriberOrder,
  searchLimit,
  sourceText,
  states,
  subscriberActionSchema,
  subscribersAsked,
  triedAgain,
  tryAgainFailure,
} from "./schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log, config } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const { searchParams } = new URL(request.url);
  const asked = subscribersAsked(searchParams);
  const order = searchParams.get("sort") ?? "newest";
  const page = pageParam(searchParams);
  if (!asked || !isOrder(order)) {
    throw new AppError("not-found", t("This page does not exist."));
  }
  const list = await loadOrNull(
    "the subscribers",
    { log, userId },
    db.asMusician(userId).read((tx) => ownSubscribers(tx, userId, { ...asked, order, page })),
  );
  return { list, ...asked, order, sendsMail: config.smtpUrl !== undefined };
}

function isOrder(name: string): name is SubscriberOrder {
  return Object.hasOwn(orders, name);
}

export const action = ownerAction(subscriberActionSchema, executeSubscriberAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** The musician's subscribers. */
export default function Newsletter({
  loaderData: { list, search, show, order, sendsMail },
}: Route.ComponentProps) {
  const { number } = useFormats();
  const top = useRef<HTMLDivElement>(null);
  const [isImporting, setIsImporting] = useState(false);
  const selection = useSelection(list?.subscribers ?? [], {
    total: list?.total ?? 0,
    asked: { search, show },
  });
  const [deleting, setDeleting] = useState<Deletion | null>(null);
  const chosen = { count: deleting?.count ?? 1, shown: number(deleting?.count ?? 1) };
  return (
    <ToolPage title={t("Newsletter")} intro={t("Who wants to hear from you, and has said so.")}>
      <div ref={top} tabIndex={-1} className="grid max-w-4xl grid-cols-1 gap-6 outline-none">
        {!sendsMail && (
          <Alert type="info">
            {t(
              "Mail isn't set up on this server, so nobody can be asked to confirm their address. People who subscribe are kept on your list, and are asked by mail as soon as it is set up.",
            )}
          </Alert>
        )}
        {sendsMail && list && list.unasked > 0 && (
          <Alert type="info">
            {t(
              "{count, plural, one {{shown} confirmation waits. Only so many are mailed a day; the rest follow by themselves.} other {{shown} confirmations wait. Only so many are mailed a day; the rest follow by themselves.}}",
              { count: list.unasked, shown: number(list.unasked) },
            )}
          </Alert>
        )}
        <div className="flex flex-wrap gap-3">
          <NewsletterTabs />
          <Button variant="secondary" onClick={() => setIsImporting(true)}>
            <MailPlus aria-hidden="true" className="size-4" />
            {t("Add from a file")}
          </Button>
          {list && list.counts.all > 0 && (
            <a
              href="/newsletter/subscribers.csv"
              download
              className="inline-flex min-h-11 items-center justify-center gap-2 rounded-box border border-edge bg-surface px-3 font-semibold text-foreground text-sm hover:bg-sunken sm:px-4"
            >
              <Download aria-hidden="true" className="size-4" />
              {t("Download as CSV")}
            </a>
          )}
        </div>
        {!list && <LoadFailure text={t(loadFailure)} />}
        {list &&
          (list.counts.all === 0 ? (
            <EmptyState
              icon={Users}
              title={t("No subscribers yet")}
              text={t(
                "The form on your page puts fans on this list. If you have a list elsewhere, add it from a file.",
              )}
            />
          ) : (
            <Subscribers
              list={list}
              search={search}
              show={show}
              order={order}
              selection={selection}
              onDelete={setDeleting}
            />
          ))}
      </div>
      <ImportDialog open={isImporting} sendsMail={sendsMail} onClose={() => setIsImporting(false)} />
      <DeleteDialog
        id={deleting?.id ?? null}
        intent="delete-subscriber"
        title={t("{count, plural, one {Delete subscriber} other {Delete {shown} subscribers}}", chosen)}
        texts={{
          done: t("{count, plural, one {Subscriber deleted} other {{shown} subscribers deleted}}", chosen),
          failed: t(deleteFailure),
        }}
        focusAfter={top}
        onDone={() => selection.isAll && selection.end()}
        onClose={() => setDeleting(null)}
      >
        {deleting?.address ? (
          <p>
            <Rich
              text="{address} goes from your list. This cannot be undone."
              parts={{ address: <bdi className="wrap-anywhere">{deleting.address}</bdi> }}
            />
          </p>
        ) : (
          <p>
            {t(
              "{count, plural, one {The selected subscriber goes from your list. This cannot be undone.} other {All {shown} selected subscribers go from your list. This cannot be undone.}}",
              chosen,
            )}
          </p>
        )}
      </DeleteDialog>
    </ToolPage>
  );
}

interface Deletion {
  /** The form's field. */
  id: string;
  count: number;
  /** Of the only one. */
  address?: string;
}

const deletionOf = ({ id, subscriber_email }: OwnSubscriber): Deletion => ({
  ...{ id, count: 1, address: subscriber_email },
});

function deletionOfAll({ count, selected: [first], field }: Selection<OwnSubscriber>): Deletion {
  return count === 1 && first ? deletionOf(first) : { id: field, count };
}

function Subscribers({
  list: { subscribers, counts, total, page, pages },
  search,
  show,
  order,
  selection,
  onDelete,
}: {
  list: OwnSubscribers;
  search: string;
  show: StateFilter;
  order: SubscriberOrder;
  selection: Selection<OwnSubscriber>;
  onDelete(deletion: Deletion): void;
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
    <Card title={t("Subscribers ({count})", { count: number(counts.all) })}>
      <div className="grid grid-cols-1 gap-4">
        <ListFinder
          name={t("Subscribers")}
          label={t("Search by address or name")}
          path="/newsletter"
          search={search}
          searchLimit={searchLimit}
          hidden={show === "all" ? {} : { show }}
          choices={[{ name: "sort", label: t("Sort by"), value: order, options: said(orders) }]}
        />
        <nav aria-label={t("States")} className="flex flex-wrap gap-2">
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
                {t("{state} ({count})", { state: t(text), count: number(counts[name]) })}
              </Link>
            );
          })}
        </nav>
        {search && (
          <p role="status" className="text-sm">
            {t(
              "{count, plural, one {{shown} subscriber for “{search}”.} other {{shown} subscribers for “{search}”.}}",
              {
                ...{ count: total, shown: number(total), search },
              },
            )}{" "}
            <Link to={to({ search: "" })} className="text-link">
              {t("Show all")}
            </Link>
          </p>
        )}
        {subscribers.length > 0 ? (
          <div>
            <SelectionBar selection={selection}>
              <a
                href={`/newsletter/subscribers.csv?of=${encodeURIComponent(selection.field)}`}
                download
                className="inline-flex min-h-11 items-center rounded-box px-3 font-semibold text-sm hover:bg-sunken"
              >
                <span aria-hidden="true" className="sm:hidden">
                  {t("Download")}
                </span>
                <span className="max-sm:sr-only">{t("Download selected")}</span>
              </a>
              <BulkButton
                text={t("Delete")}
                fullText={t("Delete selected")}
                onClick={() => onDelete(deletionOfAll(selection))}
              />
            </SelectionBar>
            <ul className="divide-y divide-line border-line border-y">
              {subscribers.map((subscriber) => (
                <SubscriberRow
                  key={subscriber.id}
                  subscriber={subscriber}
                  selection={selection}
                  onDelete={() => onDelete(deletionOf(subscriber))}
                />
              ))}
            </ul>
          </div>
        ) : (
          <p className="text-muted">{search ? t("Nobody is found.") : t("Nobody is here.")}</p>
        )}
      </div>
      <PageLinks
        page={page}
        pages={pages}
        labels={order === "newest" ? { before: t("Newer"), after: t("Older") } : undefined}
        to={(other) => `?${to({ page: other > 1 ? String(other) : "" }).search}`}
      />
    </Card>
  );
}

/** What came back of mails to a subscriber, in words; and the way to have an address tried again. */
function Bounces({
  subscriber: { id, subscriber_email, state, bounced_at, bounce_status, soft_bounces },
}: {
  subscriber: OwnSubscriber;
}) {
  const { date, number } = useFormats();
  const fetcher = useFetcher<NothingDone | { triedAgain: true }>();
  const toast = useToast();
  useAnswer(fetcher.state === "idle" ? fetcher.data : undefined, (answer) => {
    if (isNothingDone(answer)) toast.error(failureText(answer, t(tryAgainFailure)) ?? t(tryAgainFailure));
    else toast.success(t(triedAgain));
  });
  const why = bounceText(bounce_status);
  if (state === "bounced" && bounced_at) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 text-sm">
        <p>
          {why} · <time dateTime={bounced_at.toISOString()}>{date(bounced_at)}</time>
        </p>
        <fetcher.Form method="post">
          <input type="hidden" name="intent" value="try-again" />
          <input type="hidden" name="id" value={id} />
          <Button
            type="submit"
            variant="quiet"
            pending={fetcher.state !== "idle"}
            aria-label={t("Try {address} again", { address: subscriber_email })}
          >
            {t("Try again")}
          </Button>
        </fetcher.Form>
      </div>
    );
  }
  if (soft_bounces === 0 || state === "unsubscribed") return null;
  return (
    <p className="text-sm">
      {t(
        "{count, plural, one {{shown} letter came back. The last time: {why}.} other {{shown} letters came back. The last time: {why}.}}",
        { count: soft_bounces, shown: number(soft_bounces), why },
      )}
    </p>
  );
}

function SubscriberRow({
  subscriber,
  selection,
  onDelete,
}: {
  subscriber: OwnSubscriber;
  selection: Selection<OwnSubscriber>;
  onDelete(): void;
}) {
  const { date } = useFormats();
  const { subscriber_email, subscriber_name, source, consent_note, created_at, state } = subscriber;
  return (
    <li className="flex items-center gap-3 py-3">
      {selection.isOn && <SelectBox selection={selection} id={subscriber.id} name={subscriber_email} />}
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
            ·{" "}
            <time dateTime={created_at.toISOString()} className="whitespace-nowrap">
              {date(created_at)}
            </time>
          </p>
          <Bounces subscriber={subscriber} />
        </div>
        <span
          className={`shrink-0 rounded-full px-3 py-1 font-semibold text-xs ${
            state === "confirmed" ? "bg-success-soft text-success" : "bg-sunken text-foreground"
          }`}
        >
          {t(states[state])}
        </span>
      </div>
      <button
        type="button"
        aria-label={t("Delete {name}", { name: subscriber_email })}
        onClick={onDelete}
        className="flex size-11 shrink-0 items-center justify-center rounded-box text-muted hover:bg-sunken hover:text-foreground"
      >
        <Trash2 aria-hidden="true" className="size-5" />
      </button>
    </li>
  );
}
