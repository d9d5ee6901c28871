import { CalendarPlus, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Link, useFetcher, useNavigate, useSearchParams } from "react-router";
import { AppError } from "#server/errors.ts";
import { ownerAction } from "~/forms.server";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, failureText, isNothingDone } from "~/shared/action-answer";
import { listAsked, listPage } from "~/shared/list-asked";
import { said } from "~/shared/said";
import { msg, t } from "~/shared/t";
import { today } from "~/shared/today";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmbedButton } from "~/ui/embed-button";
import { EmptyState } from "~/ui/empty-state";
import { ListFinder, NothingFound } from "~/ui/list-finder";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import { Rich } from "~/ui/rich";
import { BulkButton, type Selection, SelectionBar, useSelection } from "~/ui/selection";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { restoring } from "~/ui/undo";
import { useAnswer } from "~/ui/use-answer";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { formatDay, isMonth } from "./calendar";
import { executeEventAction } from "./commands.server";
import { EventDialog, type FormStart } from "./event-form";
import { EventRows } from "./event-rows";
import { MonthTable } from "./month-table";
import { lastTimeZone, type OwnEvent, ownEvents, ownMonth } from "./queries.server";
import {
  deletedText,
  deleteFailure,
  eventActionSchema,
  filters,
  isEventType,
  limits,
  loadFailure,
  orders,
  publishedText,
  updateFailure,
} from "./schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

const views = [
  { name: "upcoming", to: "/events", text: msg("Upcoming|events") },
  { name: "past", to: "/events?show=past", text: msg("Past|events") },
  { name: "calendar", to: "/events?show=calendar", text: msg("Calendar") },
] as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const { searchParams } = new URL(request.url);
  const show = views.find(({ name }) => name === (searchParams.get("show") ?? "upcoming"))?.name;
  const page = pageParam(searchParams);
  const asked = listAsked(searchParams, filters, orders);
  const month = searchParams.get("month") ?? today().slice(0, 7);
  if (!show || !isMonth(month)) {
    throw new AppError("not-found", t("This page does not exist."));
  }
  const shown = await loadOrNull(
    "the events",
    { log, userId },
    db.asMusician(userId).read(async (tx) => ({
      timeZone: await lastTimeZone(tx, userId),
      list: show === "calendar" ? null : await ownEvents(tx, userId, show, page, asked),
      calendar: show === "calendar" ? { month, ...(await ownMonth(tx, userId, month)) } : null,
    })),
  );
  return { shown, show, asked, today: today(), draft: draftOf(searchParams) };
}

/**
 * A new event that another tool has something to say of, as `?draft=Title&type=concert&date=2030-05-04&location=Leeds`.
 */
function draftOf(parameters: URLSearchParams): FormStart | null {
  const title = parameters.get("draft");
  if (!title) return null;
  const [type, date] = [parameters.get("type") ?? "", parameters.get("date") ?? ""];
  return {
    ...(/^\d{4}-\d{2}-\d{2}$/.test(date) && { date }),
    draft: {
      title: title.slice(0, limits.title),
      type: isEventType(type) ? type : "other",
      location: (parameters.get("location") ?? "").slice(0, limits.place),
    },
  };
}

export const action = ownerAction(eventActionSchema, executeEventAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** [2 §2] Events list with publish and feature toggles */
export default function EventsManagement({
  loaderData: { shown, show, asked, today, draft },
}: Route.ComponentProps) {
  const add = useRef<HTMLButtonElement>(null);
  const [form, setForm] = useState<FormStart | null>(draft);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [deleting, setDeleting] = useState<Deletion | null>(null);
  const selection = useSelection(shown?.list?.events ?? [], {
    total: shown?.list?.matches ?? 0,
    asked: { show, search: asked.search, filter: asked.filter },
  });
  const publish = usePublishing(selection);
  const rows = {
    onEdit: (event: OwnEvent) => setForm({ event, isCopy: false }),
    onDuplicate: (event: OwnEvent) => setForm({ event, isCopy: true }),
    onDelete: (event: OwnEvent) => setDeleting({ id: event.id, count: 1, only: event }),
  };
  const count = deleting?.count ?? 1;
  const counts = shown?.list?.counts;
  const isEmpty = counts?.upcoming === 0 && counts.past === 0;

  return (
    <ToolPage
      preview={shown?.list && { section: "events" }}
      title={t("Events Management")}
      intro={t("Where and when your fans can meet you.")}
    >
      <div className="grid max-w-4xl grid-cols-1 gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Views show={show} />
          <div className="flex flex-wrap gap-3">
            {counts && !isEmpty && (
              <EmbedButton kind="dates" rows={counts.upcoming} title={t("Next dates")} below="/events" />
            )}
            <Button ref={add} onClick={() => setForm({})}>
              <Plus aria-hidden="true" className="size-5" />
              {t("Add event")}
            </Button>
          </div>
        </div>
        {!shown && <LoadFailure text={t(loadFailure)} />}
        {shown?.list && isEmpty && (
          <EmptyState
            icon={CalendarPlus}
            title={t("No events yet")}
            text={t(
              "Concerts, releases, workshops: what you announce here stands on your page, and in the calendars of fans who subscribe to it.",
            )}
          />
        )}
        {shown?.list && !isEmpty && (
          <Card
            title={t(shown.list.part === "past" ? "Past ({count})|events" : "Upcoming ({count})|events", {
              count: shown.list.counts[shown.list.part],
            })}
          >
            {(shown.list.counts[shown.list.part] > findableFrom || !asked.isWhole) && (
              <div className="mb-4">
                <ListFinder
                  name={t("Events")}
                  label={t("Search events")}
                  path="/events"
                  search={asked.search}
                  placeholder={t("A title or a place")}
                  hidden={show === "past" ? { show } : {}}
                  choices={[
                    { name: "filter", label: t("Show only"), value: asked.filter, options: said(filters) },
                    { name: "sort", label: t("Sort by"), value: asked.order, options: said(orders) },
                  ]}
                />
              </div>
            )}
            <SelectionBar
              selection={selection}
              found={
                asked.isWhole
                  ? undefined
                  : t("{found} of {count, plural, one {# event} other {# events}}", {
                      found: shown.list.matches,
                      count: shown.list.counts[shown.list.part],
                    })
              }
            >
              <BulkButton
                text={t("Publish")}
                fullText={t("Publish selected")}
                onClick={() => publish(true)}
              />
              <BulkButton
                text={t("Unpublish")}
                fullText={t("Unpublish selected")}
                onClick={() => publish(false)}
              />
              <BulkButton
                text={t("Delete")}
                fullText={t("Delete selected")}
                onClick={() => setDeleting(deletionOf(selection))}
              />
            </SelectionBar>
            {shown.list.events.length > 0 ? (
              <EventRows events={shown.list.events} selection={selection} {...rows} />
            ) : !asked.isWhole ? (
              <NothingFound
                text={t("None of these events is like that.")}
                to={show === "past" ? "/events?show=past" : "/events"}
                all={t("Show all events")}
              />
            ) : (
              <p className="text-muted">
                {shown.list.part === "past"
                  ? t("Nothing is over yet.")
                  : t("Nothing is planned at the moment.")}
              </p>
            )}
            <PageLinks
              {...shown.list}
              labels={
                shown.list.part === "past"
                  ? { before: t("Later events"), after: t("Earlier events") }
                  : { before: t("Earlier events"), after: t("Later events") }
              }
              to={(page) => listPage(params, page)}
            />
          </Card>
        )}
        {shown?.calendar && (
          <Card>
            <MonthTable
              month={shown.calendar.month}
              events={shown.calendar.events}
              today={today}
              onAdd={(date) => setForm({ date })}
            />
            <Neighbours {...shown.calendar} />
            {shown.calendar.events.length > 0 && (
              <div className="mt-4 border-line border-t pt-2">
                <EventRows events={shown.calendar.events} {...rows} />
              </div>
            )}
          </Card>
        )}
      </div>
      <EventDialog
        start={form}
        lastTimeZone={shown?.timeZone ?? null}
        onClose={() => {
          setForm(null);
          // Else a reload would begin it once more.
          if (draft) navigate("/events", { replace: true });
        }}
      />
      <DeleteDialog
        id={deleting?.id ?? null}
        intent="delete-event"
        title={t("{count, plural, one {Delete event} other {Delete # events}}", { count })}
        texts={{ done: deletedText(count), failed: t(deleteFailure) }}
        // Of all that a list finds, the browser knows no ids.
        undo={(id, answer) => restoring("deleted" in answer ? String(answer.deleted) : id)}
        focusAfter={add}
        onDone={selection.end}
        onClose={() => setDeleting(null)}
      >
        {count > 1 ? (
          <p>
            {t(
              "{count, plural, one {The selected event goes from your page, and from the calendars of those who have subscribed. You can bring it back for 30 days.} other {All # selected events go from your page, and from the calendars of those who have subscribed. You can bring them back for 30 days.}}",
              { count },
            )}
          </p>
        ) : (
          <p>
            {deleting?.only && (
              <Rich
                text={
                  deleting.only.is_published
                    ? "“{title}” goes from your page, and from the calendars of those who have subscribed. You can bring it back for 30 days. If it only doesn't take place, cancel it instead: then everyone can see that."
                    : "“{title}” goes from your page. You can bring it back for 30 days. If it only doesn't take place, cancel it instead: then everyone can see that."
                }
                parts={{ title: <bdi>{deleting.only.title}</bdi> }}
              />
            )}
          </p>
        )}
      </DeleteDialog>
    </ToolPage>
  );
}

/** A shorter list is seen at a glance. */
const findableFrom = 8;

interface Deletion {
  /** The form's field. */
  id: string;
  count: number;
  only?: OwnEvent;
}

function deletionOf({ count, selected: [first], field }: Selection<OwnEvent>): Deletion {
  return count === 1 && first ? { id: first.id, count, only: first } : { id: field, count };
}

/** @returns what publishes the selected events, or makes drafts of them */
function usePublishing({ count, field }: Selection<OwnEvent>): (isOn: boolean) => void {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const asked = useRef({ count: 0, isOn: true });
  useAnswer(fetcher.state === "idle" ? fetcher.data : undefined, (answer) => {
    if (isNothingDone(answer)) toast.error(failureText(answer, t(updateFailure)) ?? t(updateFailure));
    else toast.success(publishedText(asked.current.count, asked.current.isOn));
  });
  return (isOn) => {
    asked.current = { count, isOn };
    fetcher.submit({ intent: "set-published", id: field, isOn: String(isOn) }, { method: "post" });
  };
}

function Views({ show }: { show: string }) {
  return (
    <nav aria-label={t("Events")} className="flex flex-wrap rounded-box border border-edge bg-surface p-0.5">
      {views.map(({ name, to, text }) => (
        <Link
          key={name}
          to={to}
          aria-current={name === show ? "page" : undefined}
          className={`inline-flex min-h-11 items-center rounded-box px-2.5 font-semibold text-sm sm:px-4 ${
            name === show ? "bg-primary text-on-primary" : "hover:bg-sunken"
          }`}
        >
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}

/** Where there is something on again, however far away. */
function Neighbours({
  events,
  earlier,
  later,
}: {
  events: readonly unknown[];
  earlier: string | null;
  later: string | null;
}) {
  const name = (month: string) => formatDay(month, { month: "long", year: "numeric" });
  const link = (month: string, text: string) => (
    <Link
      to={`/events?show=calendar&month=${month}`}
      className="inline-flex min-h-11 items-center font-semibold text-sm underline"
    >
      {text}
    </Link>
  );
  return (
    <div className="mt-2">
      {events.length === 0 && <p className="text-muted">{t("There is nothing in this month.")}</p>}
      <div className="flex flex-wrap justify-between gap-x-4">
        {earlier && link(earlier, t("Earlier: {month}", { month: name(earlier) }))}
        {later && link(later, t("Later: {month}", { month: name(later) }))}
      </div>
    </div>
  );
}
