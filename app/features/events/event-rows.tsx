import { CalendarX2, Copy, Pencil, Trash2, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Checkbox } from "~/ui/checkbox";
import { useFormats } from "~/ui/formats";
import { IconButton } from "~/ui/icon-button";
import { MenuButton, RowMenu } from "~/ui/row-menu";
import { SelectBox, type Selection } from "~/ui/selection";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { formatDay, whenInWords } from "./calendar";
import type { OwnEvent } from "./queries.server";
import { type EventSwitch, eventTypeName, switched, updateFailure } from "./schema";

interface Actions {
  onEdit(event: OwnEvent): void;
  onDuplicate(event: OwnEvent): void;
  onDelete(event: OwnEvent): void;
}

/** The musician's events one under another, each with all that can be done with it. */
export function EventRows({
  events,
  ...actions
}: { events: OwnEvent[]; selection?: Selection<OwnEvent> } & Actions) {
  return (
    <ul aria-label={t("Your events")} className="grid grid-cols-1 divide-y divide-line">
      {events.map((event) => (
        <li key={event.id} id={`event-${event.id}`} className="scroll-mt-20 py-4 first:pt-0 last:pb-0">
          <EventRow event={event} {...actions} />
        </li>
      ))}
    </ul>
  );
}

function EventRow({
  event,
  selection,
  onEdit,
  onDuplicate,
  onDelete,
}: { event: OwnEvent; selection?: Selection<OwnEvent> } & Actions) {
  const published = useSwitch(event.id, "set-published", event.is_published);
  const featured = useSwitch(event.id, "set-featured", event.is_featured);
  const cancelled = useSwitch(event.id, "set-cancelled", event.cancelled_at !== null);
  const { title, event_date: date } = event;
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-4">
      <div className="flex gap-1">
        {selection?.isOn && <SelectBox selection={selection} id={event.id} name={title} />}
        <time
          dateTime={date}
          className={`grid h-fit w-14 shrink-0 rounded-box border border-line bg-sunken py-2 text-center leading-none ${
            published.isOn && !cancelled.isOn ? "" : "text-muted"
          }`}
        >
          <span className="font-semibold text-xs uppercase">{formatDay(date, { month: "short" })}</span>
          <span className="mt-0.5 font-bold text-xl tabular-nums">{formatDay(date, { day: "numeric" })}</span>
          <span className="text-muted text-xs">{formatDay(date, { year: "numeric" })}</span>
        </time>
      </div>
      <div className="min-w-0">
        <Facts event={event} isPublished={published.isOn} isCancelled={cancelled.isOn} />
      </div>
      {/* On a phone these have the whole width. */}
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 sm:col-span-1 sm:col-start-2">
        <div className="flex flex-wrap gap-x-4">
          <Checkbox
            checked={published.isOn}
            aria-label={t("Published: {title}", { title })}
            onChange={({ currentTarget }) => published.set(currentTarget.checked)}
          >
            {t("Published")}
          </Checkbox>
          <Checkbox
            checked={featured.isOn}
            aria-label={t("Featured: {title}", { title })}
            onChange={({ currentTarget }) => featured.set(currentTarget.checked)}
          >
            {t("Featured")}
          </Checkbox>
        </div>
        <div className="-mx-3 flex sm:mx-0">
          <IconButton icon={Pencil} label={t("Edit {name}", { name: title })} onClick={() => onEdit(event)} />
          <RowMenu label={t("Actions for {name}", { name: title })}>
            <MenuButton
              icon={Copy}
              text={t("Duplicate")}
              label={t("Duplicate {name}", { name: title })}
              onClick={() => onDuplicate(event)}
            />
            <MenuButton
              icon={cancelled.isOn ? Undo2 : CalendarX2}
              text={t(cancelled.isOn ? "Un-cancel|an event" : "Cancel|an event")}
              label={t(cancelled.isOn ? "Un-cancel {title}|an event" : "Cancel {title}|an event", { title })}
              onClick={() => cancelled.set(!cancelled.isOn)}
            />
            <MenuButton
              icon={Trash2}
              text={t("Delete")}
              label={t("Delete {name}", { name: title })}
              onClick={() => onDelete(event)}
              isDangerous
            />
          </RowMenu>
        </div>
      </div>
    </div>
  );
}

function Facts({
  event,
  isPublished,
  isCancelled,
}: {
  event: OwnEvent;
  isPublished: boolean;
  isCancelled: boolean;
}) {
  const formats = useFormats();
  const place = [event.venue_name, event.location].filter(Boolean).join(", ");
  const when = whenInWords(
    {
      date: event.event_date,
      time: event.event_time,
      endDate: event.end_date,
      endTime: event.end_time,
      timeZone: event.time_zone,
    },
    { withZone: true, formats },
  );
  return (
    <>
      <p className="text-muted text-sm">
        {isCancelled && <strong className="text-danger">{t("Cancelled ·")} </strong>}
        {!isPublished && <strong className="text-foreground">{t("Draft ·")} </strong>}
        {eventTypeName(event.event_type)} · {when}
      </p>
      <h3 dir="auto" className="wrap-anywhere font-semibold">
        {isCancelled ? <s>{event.title}</s> : event.title}
      </h3>
      {place && (
        <p dir="auto" className="wrap-anywhere text-muted text-sm">
          {place}
        </p>
      )}
    </>
  );
}

/** On or off, at once, while it is sent to the server; back again should that refuse. */
function useSwitch(id: string, intent: EventSwitch, stored: boolean) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  // The fetcher knows what it sends only after the checkbox has been painted once more.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const requested = useRef(stored);
  // The row says the same by then.
  useAnswer(fetcher.state === "idle" ? fetcher.data : undefined, (answer) => {
    if (isNothingDone(answer)) toast.error(failureText(answer, t(updateFailure)) ?? t(updateFailure));
    else toast.success(t(switched[intent][requested.current ? "on" : "off"]));
  });
  useEffect(() => {
    if (fetcher.state === "idle") setWanted(null);
  }, [fetcher.state]);
  return {
    isOn: wanted ?? stored,
    set(isOn: boolean) {
      requested.current = isOn;
      setWanted(isOn);
      fetcher.submit({ intent, id, isOn: String(isOn) }, { method: "post" });
    },
  };
}
