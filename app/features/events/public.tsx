import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";
import { formatDay, formatTime, monthAfter, weeksOf } from "./calendar.ts";

const typeNames = {
  concert: "Concert",
  release: "Release",
  interview: "Interview",
  collaboration: "Collaboration",
  workshop: "Workshop",
  festival: "Festival",
  other: "Event",
} as const;

export interface PublicEvent {
  id: string;
  title: string;
  eventType: keyof typeof typeNames;
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM:SS, where the event is. */
  time: string | null;
  location: string | null;
  venueName: string | null;
  description: string | null;
  ticketUrl: string | null;
  isFeatured: boolean;
}

/** As many as make 'View All Events' appear. [1 §2] */
const eventsInSight = 6;

/** The next events of the artist page. */
export function UpcomingEvents({ events, allEventsPath }: { events: PublicEvent[]; allEventsPath: string }) {
  return (
    <>
      <EventList events={events} />
      {events.length >= eventsInSight && (
        <a
          href={allEventsPath}
          className="flex min-h-11 items-center justify-center rounded-box border border-edge bg-surface px-4 font-semibold text-sm hover:bg-sunken"
        >
          View All Events
        </a>
      )}
    </>
  );
}

/** Events one under another, each with its day as on a tear-off calendar. */
export function EventList({ events }: { events: PublicEvent[] }) {
  return (
    <ul className="grid grid-cols-1 gap-4">
      {events.map((event) => (
        <li key={event.id} id={`event-${event.id}`} className="flex scroll-mt-4 gap-4">
          <time
            dateTime={event.time ? `${event.date}T${event.time.slice(0, 5)}` : event.date}
            className="grid h-fit w-16 shrink-0 rounded-box bg-surface py-2 text-center leading-none"
          >
            <span className="font-semibold text-accent text-xs uppercase">
              {formatDay(event.date, { month: "short" })}
            </span>
            <span className="mt-0.5 font-extrabold text-xl tabular-nums">
              {formatDay(event.date, { day: "numeric" })}
            </span>
            <span className="text-muted text-xs">{formatDay(event.date, { year: "numeric" })}</span>
          </time>
          <div className="min-w-0 grow">
            <p className="text-muted text-sm">
              {event.isFeatured && <strong className="text-accent">Featured · </strong>}
              {typeNames[event.eventType]} · {formatDay(event.date, { weekday: "short" })}
              {event.time && `, ${formatTime(event.time)}`}
            </p>
            <h3 dir="auto" className="font-bold text-lg wrap-anywhere">
              {event.title}
            </h3>
            {(event.venueName || event.location) && (
              <p dir="auto" className="text-muted wrap-anywhere">
                {[event.venueName, event.location].filter(Boolean).join(", ")}
              </p>
            )}
            {event.description && (
              <p dir="auto" className="mt-1 text-sm wrap-anywhere whitespace-pre-line">
                {event.description}
              </p>
            )}
            {event.ticketUrl && (
              <a
                href={event.ticketUrl}
                rel="noopener"
                target="_blank"
                className="mt-2 inline-flex min-h-11 items-center gap-2 rounded-box bg-primary px-4 font-semibold text-on-primary text-sm hover:bg-primary-hover"
              >
                <Icon name="ticket" className="size-5" />
                Tickets
                <span className="sr-only"> for {event.title}</span>
              </a>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/**
 * One month; a day with events leads to the first of them in the list.
 * @param month YYYY-MM
 * @param monthPath the page that shows another month
 */
export function MonthCalendar({
  month,
  events,
  today,
  monthPath,
}: {
  month: string;
  events: Pick<PublicEvent, "id" | "date" | "title">[];
  today: string;
  monthPath: (month: string) => string;
}) {
  const byDay = Map.groupBy(events, ({ date }) => date);
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-2">
        <MonthLink href={monthPath(monthAfter(month, -1))} label="Previous month">
          <Icon name="left" className="size-5" />
        </MonthLink>
        <h3 className="font-bold text-lg">{formatDay(month, { month: "long", year: "numeric" })}</h3>
        <MonthLink href={monthPath(monthAfter(month, 1))} label="Next month">
          <Icon name="right" className="size-5" />
        </MonthLink>
      </div>
      <table className="w-full table-fixed text-center tabular-nums">
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" className="pb-1 font-semibold text-muted text-xs">
                <abbr title={weekday} className="no-underline">
                  {weekday.slice(0, 2)}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, index) => (
                <td key={weekdays[index]} className="p-0.5">
                  {day && <Day day={day} isToday={day === today} events={byDay.get(day) ?? []} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MonthLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <a
      href={href}
      rel="nofollow"
      aria-label={label}
      className="grid size-11 place-items-center rounded-full border border-edge bg-surface hover:bg-sunken"
    >
      {children}
    </a>
  );
}

function Day({
  day,
  isToday,
  events,
}: {
  day: string;
  isToday: boolean;
  events: Pick<PublicEvent, "id" | "title">[];
}) {
  const number = Number(day.slice(8));
  const frame = `grid min-h-11 place-items-center rounded-box ${isToday ? "border-2 border-accent" : ""}`;
  const [first] = events;
  if (!first) {
    return (
      <span aria-current={isToday ? "date" : undefined} className={frame}>
        {number}
      </span>
    );
  }
  return (
    <a
      href={`#event-${first.id}`}
      aria-current={isToday ? "date" : undefined}
      aria-label={`${formatDay(day, { dateStyle: "long" })}: ${events.map(({ title }) => title).join(", ")}`}
      className={`${frame} bg-primary font-bold text-on-primary hover:bg-primary-hover`}
    >
      {number}
    </a>
  );
}
