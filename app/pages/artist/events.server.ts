import type { Actor } from "#server/db/database.ts";
import { fragment, pageStatement, profileBySlug, rows } from "#server/db/fragments.ts";
import { appearanceOf } from "~/artist-theme/appearance.server";
import type { CalendarEvent, WithdrawnEvent } from "~/features/events/icalendar";
import { fromFirst, notOver, publicEvent, published } from "~/features/events/public.server";
import type { PublicEvent } from "~/features/events/public-event";
import { type Introduction, introduction } from "./page-answer.server";
import { type SideArtist, sideColumns } from "./side-columns.server";

interface Owner extends Introduction {
  userId: string;
  customUrl: string | null;
}

export interface EventsPage extends SideArtist {
  /** From the next one on. */
  upcoming: PublicEvent[];
  hasLater: boolean;
  /** From the last one back. */
  past: PublicEvent[];
  hasEarlier: boolean;
}

export interface EventsMonth extends SideArtist {
  /** Those that are on in the month, the first one first. */
  events: PublicEvent[];
  /** The nearest months before and after it in which an event begins, as YYYY-MM. */
  earlier: string | null;
  later: string | null;
}

/** More than this in each direction are found by their month. */
const listed = 100;
/** In one month. */
const listedInMonth = 500;

const owner = { userId: "user_id", ...introduction, customUrl: "custom_url" } as const;
const fromLast = "order by event_date desc, event_time desc nulls last, id desc";
const isShown = "profile.show_events_section";

const eventsPage = pageStatement(
  "events-page",
  profileBySlug,
  {
    ...sideColumns,
    upcoming: rows(
      "events",
      publicEvent,
      `where ${published} and ${notOver} ${fromFirst} limit ${listed + 1}`,
    ),
    past: rows(
      "events",
      publicEvent,
      `where ${published} and not (${notOver}) ${fromLast} limit ${listed + 1}`,
    ),
  },
  isShown,
);

/** The events of an artist nearest to today; null when no artist answers to the slug or the artist shows none. */
export async function findEventsPage(visitor: Actor, slug: string): Promise<EventsPage | null> {
  const [row] = await visitor.readOnce(eventsPage, [slug]);
  if (!row) return null;
  const { appearance, upcoming, past, ...rest } = row;
  return {
    ...rest,
    appearance: appearanceOf(appearance),
    upcoming: upcoming.slice(0, listed),
    hasLater: upcoming.length > listed,
    past: past.slice(0, listed),
    hasEarlier: past.length > listed,
  };
}

const eventsMonth = pageStatement(
  "events-month",
  profileBySlug,
  {
    ...sideColumns,
    events: rows(
      "events",
      publicEvent,
      `where ${published} and event_date >= $2::date - 366 and coalesce(end_date, event_date) >= $2::date
         and event_date < $2::date + interval '1 month'
       ${fromFirst}
       limit ${listedInMonth}`,
    ),
    earlier: fragment<string | null>(
      `(select to_char(max(event_date), 'YYYY-MM') from events where ${published} and event_date < $2::date)`,
    ),
    later: fragment<string | null>(
      `(select to_char(min(event_date), 'YYYY-MM')
        from events where ${published} and event_date >= $2::date + interval '1 month')`,
    ),
  },
  isShown,
);

/**
 * The events of one month, at most 500; null as `findEventsPage`.
 * @param month YYYY-MM
 */
export async function findEventsMonth(
  visitor: Actor,
  slug: string,
  month: string,
): Promise<EventsMonth | null> {
  const [row] = await visitor.readOnce(eventsMonth, [slug, `${month}-01`]);
  if (!row) return null;
  const { appearance, ...rest } = row;
  return { ...rest, appearance: appearanceOf(appearance) };
}

export interface EventsCalendar extends Owner {
  events: CalendarEvent[];
  withdrawn: WithdrawnEvent[];
}

const calendarEvent = {
  ...publicEvent,
  sequence: "sequence",
  createdAt: "created_at",
  updatedAt: "updated_at",
} as const;

/** An announced event that was withdrawn stays in calendars as cancelled for a month. */
const eventsCalendar = pageStatement(
  "events-calendar",
  profileBySlug,
  {
    ...owner,
    next: rows("events", calendarEvent, `where ${published} and ${notOver} ${fromFirst} limit 1000`),
    last: rows("events", calendarEvent, `where ${published} and not (${notOver}) ${fromLast} limit 500`),
    withdrawn: rows(
      "withdrawn_events",
      {
        id: "id",
        sequence: "sequence",
        date: "event_date",
        time: "event_time",
        endDate: "end_date",
        endTime: "end_time",
        timeZone: "time_zone",
        withdrawnAt: "withdrawn_at",
      },
      `where user_id = profile.user_id and withdrawn_at > now() - interval '30 days'
       order by withdrawn_at desc
       limit 200`,
    ),
  },
  isShown,
);

const oneEvent = pageStatement(
  "event-calendar",
  profileBySlug,
  { ...owner, events: rows("events", calendarEvent, `where ${published} and id = $2`) },
  isShown,
);

/** The calendar of an artist's subscribers: the next 1000 events, the last 500; null as `findEventsPage`. */
export async function findEventsCalendar(visitor: Actor, slug: string): Promise<EventsCalendar | null> {
  const [row] = await visitor.readOnce(eventsCalendar, [slug]);
  if (!row) return null;
  const { next, last, withdrawn, ...rest } = row;
  return {
    ...rest,
    events: [...next, ...last].map(withDates),
    withdrawn: withdrawn.map((event) => ({ ...event, withdrawnAt: new Date(event.withdrawnAt) })),
  };
}

/** The calendar with one event in it; null when the artist shows no such event. */
export async function findEventCalendar(
  visitor: Actor,
  slug: string,
  eventId: string,
): Promise<EventsCalendar | null> {
  const [row] = await visitor.readOnce(oneEvent, [slug, eventId]);
  if (!row || row.events.length === 0) return null;
  return { ...row, events: row.events.map(withDates), withdrawn: [] };
}

/** JSON has times as text. */
function withDates<Event extends { createdAt: string; updatedAt: string }>(event: Event) {
  return { ...event, createdAt: new Date(event.createdAt), updatedAt: new Date(event.updatedAt) };
}
