import type { ReactNode } from "react";
import { Icon } from "~/public-ui/icon";
import { language, t } from "~/shared/t";
import { languageOf } from "~/shared/writing";
import { formatDay, monthAfter, weekdays, weeksOf, whenInWords } from "./calendar.ts";
import {
  admissions,
  eventTypes,
  mapAddress,
  type PublicEvent,
  placeOf,
  ticketTexts,
} from "./public-event.ts";
import { eventsByDay } from "./span.ts";

/** As many as make 'View All Events' appear. [1 §2] */
const eventsInSight = 6;

/**
 * The next events of the artist page, and the way to all of them.
 * @param eventsPath the page with all of them
 */
export function UpcomingEvents({ events, eventsPath }: { events: PublicEvent[]; eventsPath: string }) {
  const look = "flex min-h-11 items-center justify-center gap-2 px-4 font-semibold text-sm";
  if (events.length >= eventsInSight) {
    return (
      <>
        <EventList events={events} eventsPath={eventsPath} />
        <a href={eventsPath} className={`${look} rounded-box border border-edge bg-surface hover:bg-sunken`}>
          {t("View All Events")}
        </a>
      </>
    );
  }
  return (
    <>
      {events.length > 0 && <EventList events={events} eventsPath={eventsPath} />}
      <a href={eventsPath} className={`${look} underline`}>
        <Icon name="calendar" className="size-5" />
        {t(events.length > 0 ? "Calendar and past events" : "Past events")}
      </a>
    </>
  );
}

/**
 * Events one under another, each with its day as on a tear-off calendar.
 * @param isOver tickets are no longer sold
 */
export function EventList({
  events,
  eventsPath,
  isOver = false,
}: {
  events: PublicEvent[];
  eventsPath: string;
  isOver?: boolean;
}) {
  return (
    <ul className="grid grid-cols-1 gap-4">
      {events.map((event) => (
        <li key={event.id} id={`event-${event.id}`} className="flex scroll-mt-4 gap-4">
          <time
            dateTime={event.time ? `${event.date}T${event.time.slice(0, 5)}` : event.date}
            className="grid h-fit w-[min(4rem,16.5vw)] shrink-0 rounded-box bg-surface py-2 text-center leading-none"
          >
            <span className="font-semibold text-accent text-xs uppercase">
              {formatDay(event.date, { month: "short" })}
            </span>
            <span className="mt-0.5 whitespace-nowrap font-extrabold text-xl tabular-nums max-[22rem]:text-lg">
              {formatDay(event.date, { day: "numeric" })}
            </span>
            <span className="text-muted text-xs">{formatDay(event.date, { year: "numeric" })}</span>
          </time>
          <div className="min-w-0 grow">
            <EventText event={event} />
            {!event.isCancelled && !isOver && (
              <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
                {event.ticketUrl && event.admission !== "sold-out" && (
                  <a
                    href={event.ticketUrl}
                    rel="noopener"
                    target="_blank"
                    aria-label={
                      event.admission === "free"
                        ? t("Free tickets for {title}", { title: event.title })
                        : t("Tickets for {title}", { title: event.title })
                    }
                    className="inline-flex min-h-11 items-center gap-2 rounded-box bg-primary px-[min(1rem,4.2vw)] font-semibold text-on-primary text-sm hover:bg-primary-hover"
                  >
                    <Icon name="ticket" className="size-5" />
                    {t(ticketTexts[event.admission])}
                  </a>
                )}
                {/* On a phone these two share a line under the tickets. */}
                <div className="flex flex-wrap gap-x-[min(1rem,3vw)] gap-y-1">
                  <a
                    href={`${eventsPath}/${event.id}.ics`}
                    rel="nofollow"
                    aria-label={t("Add to calendar: {title}", { title: event.title })}
                    className="inline-flex min-h-11 items-center gap-2 font-semibold text-sm hover:underline"
                  >
                    <Icon name="calendar" className="size-5" />
                    {t("Add to calendar")}
                  </a>
                  <MapLink event={event} />
                </div>
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function MapLink({ event }: { event: PublicEvent }) {
  const address = mapAddress(event);
  return (
    address && (
      <a
        href={address}
        rel="noopener"
        target="_blank"
        aria-label={t("Map of the place of {title}", { title: event.title })}
        className="inline-flex min-h-11 items-center gap-2 font-semibold text-sm hover:underline"
      >
        <Icon name="pin" className="size-5" />
        {t("Map|of a place")}
      </a>
    )
  );
}

function EventText({ event }: { event: PublicEvent }) {
  const place = placeOf(event);
  return (
    <>
      <p className="text-muted text-sm">
        {event.isCancelled && (
          <strong className="text-foreground uppercase">{t("Cancelled|an event")} · </strong>
        )}
        {event.isFeatured && !event.isCancelled && (
          <strong className="text-accent">{t("Featured|an event")} · </strong>
        )}
        {event.admission !== "tickets" && !event.isCancelled && (
          <strong className="text-foreground">{t(admissions[event.admission])} · </strong>
        )}
        {t(eventTypes[event.eventType])} · {whenInWords(event, { withZone: place === "" })}
      </p>
      <h3 dir="auto" lang={languageOf(event.title)} className="font-bold text-lg wrap-anywhere">
        {event.isCancelled ? <s>{event.title}</s> : event.title}
      </h3>
      {place && (
        <p dir="auto" lang={languageOf(place)} className="text-muted wrap-anywhere">
          {place}
        </p>
      )}
      {event.description && (
        <p
          dir="auto"
          lang={languageOf(event.description)}
          className="mt-1 text-start text-sm wrap-anywhere whitespace-pre-line"
        >
          {event.description}
        </p>
      )}
    </>
  );
}

/**
 * The links that add all of the artist's events to a visitor's own calendar, and keep it up to date.
 * @param url of the calendar, https or http
 */
export function CalendarSubscription({ url }: { url: string }) {
  return (
    <div className="grid gap-2">
      <p className="text-sm">
        {t("Subscribe, and new dates, changes and cancellations reach your own calendar by themselves.")}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <a
          href={url.replace(/^https?:/, "webcal:")}
          rel="nofollow"
          className="inline-flex min-h-11 items-center gap-2 rounded-box bg-primary px-4 font-semibold text-on-primary text-sm hover:bg-primary-hover"
        >
          <Icon name="calendar" className="size-5" />
          {t("Subscribe|to a calendar")}
        </a>
        <a
          href={url}
          rel="nofollow"
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-sm hover:underline"
        >
          <Icon name="download" className="size-5" />
          {t("Calendar file")}
        </a>
      </div>
    </div>
  );
}

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
  events: PublicEvent[];
  today: string;
  monthPath: (month: string) => string;
}) {
  const names = weekdays();
  const byDay = eventsByDay(events);
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-2">
        <MonthLink href={monthPath(monthAfter(month, -1))} label={t("Previous month")}>
          <Icon name="left" className="size-5" />
        </MonthLink>
        <h3 className="font-bold text-lg">{formatDay(month, { month: "long", year: "numeric" })}</h3>
        <MonthLink href={monthPath(monthAfter(month, 1))} label={t("Next month")}>
          <Icon name="right" className="size-5" />
        </MonthLink>
      </div>
      <table className="w-full table-fixed text-center tabular-nums">
        <thead>
          <tr>
            {names.map(({ name, short }) => (
              <th key={name} scope="col" className="pb-1 font-semibold text-muted text-xs">
                <abbr title={name} className="no-underline">
                  {short}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, index) => (
                <td key={names[index]?.name} className="p-0.5">
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

function nameOf({ title, isCancelled }: PublicEvent): string {
  return isCancelled ? t("{title} (cancelled)", { title }) : title;
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

function Day({ day, isToday, events }: { day: string; isToday: boolean; events: PublicEvent[] }) {
  const number = Number(day.slice(8)).toLocaleString(language());
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
      aria-label={t("{day}: {events}", {
        day: formatDay(day, { dateStyle: "long" }),
        events: events.map(nameOf).join(", "),
      })}
      className={`${frame} ${
        events.every(({ isCancelled }) => isCancelled)
          ? "border border-edge line-through hover:bg-sunken"
          : "bg-primary font-bold text-on-primary hover:bg-primary-hover"
      }`}
    >
      {number}
    </a>
  );
}
