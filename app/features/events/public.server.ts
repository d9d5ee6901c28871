import { fragment, rows, whereShown } from "#server/db/fragments.ts";

/** The columns of a `PublicEvent`. */
export const publicEvent = {
  id: "id",
  title: "title",
  eventType: "event_type",
  date: "event_date",
  time: "event_time",
  endDate: "end_date",
  endTime: "end_time",
  timeZone: "time_zone",
  isCancelled: fragment<boolean>("cancelled_at is not null"),
  location: "location",
  venueName: "venue_name",
  address: "address",
  description: "description",
  ticketUrl: "ticket_url",
  admission: "admission",
  isFeatured: "is_featured",
} as const;

/** `today()` of app/shared/today.ts. */
const today = "(now() at time zone 'Etc/GMT+12')::date";

/** The published events of `profile`, as SQL. */
export const published = "user_id = profile.user_id and is_published";
export const fromFirst = "order by event_date, event_time nulls last, id";

/** Of an event: its last day has come nowhere to its end. None lasts longer than a year, which the index knows. */
export const notOver = `event_date >= ${today} - 366 and coalesce(end_date, event_date) >= ${today}`;

/** The next events, for the artist page. */
export const nextEventsPart = whereShown(
  "show_events_section",
  rows("events", publicEvent, `where ${published} and ${notOver} ${fromFirst} limit 6`),
);

/** Whether the page of all events has any, past ones too. */
export const hasEventsPart = fragment<boolean>(
  `profile.show_events_section and exists (select from events where ${published})`,
);

const takesPlace = `${published} and ${notOver} and cancelled_at is null`;

/** The next events that take place. @param limit how many there is room for */
export const nextShowsPart = (limit: number) =>
  whereShown(
    "show_events_section",
    rows("events", publicEvent, `where ${takesPlace} ${fromFirst} limit ${limit}`),
  );

/** How many there are of them. */
export const showsToComePart = whereShown(
  "show_events_section",
  fragment<number>(`(select count(*)::int from events where ${takesPlace})`),
);

/** The events to come that were added last, for those who follow the artist. @param limit how many */
export const newestEventsPart = (limit: number) =>
  rows(
    "events",
    { ...publicEvent, createdAt: "created_at", updatedAt: "updated_at" },
    `where ${published} and ${notOver} order by created_at desc, id limit ${limit}`,
  );
