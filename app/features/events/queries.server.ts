import { type RawBuilder, sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { hasWords } from "#server/db/search.ts";
import type { Chosen } from "~/shared/chosen";
import { listAsked } from "~/shared/list-asked";
import { today } from "~/shared/today";
import { type EventsAsked, filters, orders } from "./schema.ts";

/** On one page of a list. */
const pageSize = 50;
/** In one month. */
const monthLimit = 500;

/** The columns of an event that its musician sees. */
export const columns = [
  "id",
  "title",
  "description",
  "translations",
  "event_type",
  "event_date",
  "event_time",
  "end_date",
  "end_time",
  "time_zone",
  "location",
  "venue_name",
  "address",
  "ticket_url",
  "admission",
  "is_featured",
  "is_published",
  "cancelled_at",
] as const;

/** Events that haven't ended yet, or those that have. */
export type EventsPart = "upcoming" | "past";

const stateIs: Record<EventsAsked["filter"], RawBuilder<unknown>> = {
  all: sql`true`,
  published: sql`is_published`,
  drafts: sql`not is_published`,
  cancelled: sql`cancelled_at is not null`,
};

const lastDay = sql<string>`coalesce(end_date, event_date)`;

const isOfPart = (part: EventsPart) =>
  part === "upcoming" ? sql<boolean>`${lastDay} >= ${today()}` : sql<boolean>`${lastDay} < ${today()}`;

function isFound({ search, filter }: Pick<EventsAsked, "search" | "filter">): RawBuilder<boolean> {
  return sql`(${stateIs[filter]} and ${hasWords(search, "title", "venue_name", "location")})`;
}

/** Whether an event is among those that an action is about. */
export function isChosen(chosen: Chosen): RawBuilder<boolean> {
  if ("ids" in chosen) return sql`id = any(${chosen.ids}::uuid[])`;
  const part = chosen.asked.get("show") === "past" ? "past" : "upcoming";
  return sql`(${isOfPart(part)} and ${isFound(listAsked(chosen.asked, filters, orders))})`;
}

/**
 * One page of the musician's events, by their date. [2 §7] The first page is the nearest to today in both parts, so the
 * pages of past events go back.
 */
export async function ownEvents(
  tx: Reader,
  userId: string,
  part: EventsPart,
  page: number,
  { order, ...asked }: Omit<EventsAsked, "isWhole">,
) {
  const own = tx.selectFrom("events").where("user_id", "=", userId);
  const { upcoming, past, matches } = await own
    .select((is) => [
      is.fn
        .countAll<number>()
        .filterWhere(sql<boolean>`${isOfPart(part)} and ${isFound(asked)}`)
        .as("matches"),
      is.fn.countAll<number>().filterWhere(lastDay, ">=", today()).as("upcoming"),
      is.fn.countAll<number>().filterWhere(lastDay, "<", today()).as("past"),
    ])
    .executeTakeFirstOrThrow();
  const direction = part === "upcoming" || order === "title" ? "asc" : "desc";
  const events = await own
    .select(columns)
    .where(isOfPart(part))
    .where(isFound(asked))
    .$if(order === "title", (events) => events.orderBy(sql`lower(title)`, direction))
    .orderBy("event_date", direction)
    .orderBy("event_time", (order) =>
      part === "upcoming" ? order.asc().nullsLast() : order.desc().nullsFirst(),
    )
    .orderBy("id", direction)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const counts: Record<EventsPart, number> = { upcoming, past };
  return {
    // Of what is past the latest page comes first, and in it the earliest event.
    events: part === "upcoming" || order === "title" ? events : events.reverse(),
    part,
    page,
    counts,
    /** How many of the part the search finds. */
    matches,
    pages: Math.max(1, Math.ceil(matches / pageSize)),
  };
}

/**
 * The musician's events of one month, at most 500, and the nearest months before and after in which one begins.
 * @param month YYYY-MM
 */
export async function ownMonth(tx: Reader, userId: string, month: string) {
  const own = tx.selectFrom("events").where("user_id", "=", userId);
  const first = `${month}-01`;
  const next = sql<string>`(${first}::date + interval '1 month')::date`;
  const events = await own
    .select(columns)
    .where(lastDay, ">=", first)
    .where("event_date", "<", next)
    .orderBy("event_date")
    .orderBy("event_time", (order) => order.asc().nullsLast())
    .orderBy("id")
    .limit(monthLimit)
    .execute();
  const neighbours = await own
    .select((is) => [
      is.fn.max<string | null>("event_date").filterWhere("event_date", "<", first).as("earlier"),
      is.fn.min<string | null>("event_date").filterWhere("event_date", ">=", next).as("later"),
    ])
    .executeTakeFirstOrThrow();
  return {
    events,
    earlier: neighbours.earlier?.slice(0, 7) ?? null,
    later: neighbours.later?.slice(0, 7) ?? null,
  };
}

export type OwnEvent = Awaited<ReturnType<typeof ownMonth>>["events"][number];

/** The zone of the event that was made last, of those that have one; a new one is likely to be there as well. */
export async function lastTimeZone(tx: Reader, userId: string): Promise<string | null> {
  const last = await tx
    .selectFrom("events")
    .select("time_zone")
    .where("user_id", "=", userId)
    .where("time_zone", "is not", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.time_zone ?? null;
}
