import type { Actor } from "#server/db/database.ts";
import type { Appearance } from "~/artist-theme/appearance";
import { type AppearanceRow, appearanceColumn, appearanceOf } from "~/artist-theme/appearance.server";
import type { CalendarEvent, WithdrawnEvent } from "~/features/events/icalendar";
import type { PublicEvent } from "~/features/events/public-event";
import { type Introduction, introduction } from "./direction.server";
import { eventColumns, list, notOver, profileBySlug } from "./statement.server";

interface Owner extends Introduction {
  userId: string;
  customUrl: string | null;
}

interface Shown extends Owner {
  appearance: Appearance;
}

export interface EventsPage extends Shown {
  /** From the next one on. */
  upcoming: PublicEvent[];
  hasLater: boolean;
  /** From the last one back. */
  past: PublicEvent[];
  hasEarlier: boolean;
}

export interface EventsMonth extends Shown {
  /** Those that are on in the month, the first one first. */
  events: PublicEvent[];
  /** The nearest months before and after it in which an event begins, as YYYY-MM. */
  earlier: string | null;
  later: string | null;
}

type Row<Page> = Omit<Page, "appearance"> & { appearance: AppearanceRow };

/** More than this in each direction are found by their month. */
const listed = 100;
/** In one month. */
const listedInMonth = 500;

const owner = `profile.user_id as "userId", ${introduction}, profile.custom_url as "customUrl"`;
const published = "user_id = profile.user_id and is_published";
const fromFirst = "order by event_date, event_time nulls last, id";
const fromLast = "order by event_date desc, event_time desc nulls last, id desc";

const eventsPage = {
  name: "events-page",
  text: `
    select ${owner}, ${appearanceColumn} as appearance,
      ${list(`select ${eventColumns} from events where ${published} and ${notOver} ${fromFirst} limit ${listed + 1}`)}
        as upcoming,
      ${list(
        `select ${eventColumns} from events where ${published} and not (${notOver}) ${fromLast} limit ${listed + 1}`,
      )} as past
    from ${profileBySlug} profile
    where profile.show_events_section`,
};

/** The events of an artist nearest to today; null when no artist answers to the slug or the artist shows none. */
export async function findEventsPage(visitor: Actor, slug: string): Promise<EventsPage | null> {
  const [row] = await visitor.readOnce<Row<EventsPage>>(eventsPage, [slug]);
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

const eventsMonth = {
  name: "events-month",
  text: `
    select ${owner}, ${appearanceColumn} as appearance,
      ${list(`
        select ${eventColumns}
        from events
        where ${published} and event_date >= $2::date - 366 and coalesce(end_date, event_date) >= $2::date
          and event_date < $2::date + interval '1 month'
        ${fromFirst}
        limit ${listedInMonth}`)} as events,
      (select to_char(max(event_date), 'YYYY-MM') from events where ${published} and event_date < $2::date) as earlier,
      (select to_char(min(event_date), 'YYYY-MM')
       from events where ${published} and event_date >= $2::date + interval '1 month') as later
    from ${profileBySlug} profile
    where profile.show_events_section`,
};

/**
 * The events of one month, at most 500; null as `findEventsPage`.
 * @param month YYYY-MM
 */
export async function findEventsMonth(
  visitor: Actor,
  slug: string,
  month: string,
): Promise<EventsMonth | null> {
  const [row] = await visitor.readOnce<Row<EventsMonth>>(eventsMonth, [slug, `${month}-01`]);
  if (!row) return null;
  const { appearance, ...rest } = row;
  return { ...rest, appearance: appearanceOf(appearance) };
}

export interface EventsCalendar extends Owner {
  events: CalendarEvent[];
  withdrawn: WithdrawnEvent[];
}

/** As JSON has them. */
interface CalendarRow extends Owner {
  events: (Omit<CalendarEvent, "createdAt" | "updatedAt"> & { createdAt: string; updatedAt: string })[];
  withdrawn: (Omit<WithdrawnEvent, "withdrawnAt"> & { withdrawnAt: string })[];
}

const calendarColumns = `${eventColumns}, sequence, created_at as "createdAt", updated_at as "updatedAt"`;

/** An announced event that was withdrawn stays in calendars as cancelled for a month. */
const eventsCalendar = {
  name: "events-calendar",
  text: `
    select ${owner},
      ${list(`
        (select ${calendarColumns} from events where ${published} and ${notOver} ${fromFirst} limit 1000)
        union all
        (select ${calendarColumns} from events where ${published} and not (${notOver}) ${fromLast} limit 500)`)}
        as events,
      ${list(`
        select id, sequence, event_date as date, event_time as time, end_date as "endDate", end_time as "endTime",
          time_zone as "timeZone", withdrawn_at as "withdrawnAt"
        from withdrawn_events
        where user_id = profile.user_id and withdrawn_at > now() - interval '30 days'
        order by withdrawn_at desc
        limit 200`)} as withdrawn
    from ${profileBySlug} profile
    where profile.show_events_section`,
};

const oneEvent = {
  name: "event-calendar",
  text: `
    select ${owner},
      ${list(`select ${calendarColumns} from events where ${published} and id = $2`)} as events,
      '[]'::json as withdrawn
    from ${profileBySlug} profile
    where profile.show_events_section`,
};

/** The calendar of an artist's subscribers: the next 1000 events, the last 500; null as `findEventsPage`. */
export async function findEventsCalendar(visitor: Actor, slug: string): Promise<EventsCalendar | null> {
  const [row] = await visitor.readOnce<CalendarRow>(eventsCalendar, [slug]);
  return row ? calendarOf(row) : null;
}

/** The calendar with one event in it; null when the artist shows no such event. */
export async function findEventCalendar(
  visitor: Actor,
  slug: string,
  eventId: string,
): Promise<EventsCalendar | null> {
  const [row] = await visitor.readOnce<CalendarRow>(oneEvent, [slug, eventId]);
  return row && row.events.length > 0 ? calendarOf(row) : null;
}

function calendarOf({ events, withdrawn, ...rest }: CalendarRow): EventsCalendar {
  return {
    ...rest,
    events: events.map((event) => ({
      ...event,
      createdAt: new Date(event.createdAt),
      updatedAt: new Date(event.updatedAt),
    })),
    withdrawn: withdrawn.map((event) => ({ ...event, withdrawnAt: new Date(event.withdrawnAt) })),
  };
}
