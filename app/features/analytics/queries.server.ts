import { type RawBuilder, sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { type Declarations, ownedTables } from "#server/features.ts";
import { msg, t } from "~/shared/t";
import { type Bucket, bucketsOf, dayBefore } from "./days.ts";
import { type Kind, type Span, spans, trackParts } from "./kinds.ts";
import { sourceName } from "./visit.ts";

/** How many sources, tracks, releases and links the screen lists. */
const listed = { sources: 20, tracks: 50, releases: 50, links: 50 };

export type Sums = Record<Kind, number>;

export interface NamedCount {
  name: string;
  count: number;
}

export interface TrackNumbers {
  id: string;
  title: string;
  durationSeconds: number | null;
  waveform: string | null;
  plays: number;
  downloads: number;
  /** The share of plays for every part, from 0 to 1; empty where nothing is known. */
  heard: number[];
}

export interface OwnNumbers {
  timeZone: string;
  /** Has the musician's own clock been asked yet? */
  isZoneKnown: boolean;
  /** The span's first and last day; the last is today. */
  from: string;
  today: string;
  totals: Sums;
  /** The sums of as many days right before; null where all days are shown. */
  before: Sums | null;
  /** By the day, or in longer steps where there are many days. */
  buckets: (Bucket & { sums: Sums })[];
  sources: NamedCount[];
  devices: NamedCount[];
  /** The number of visits without a known source or device. */
  untold: number;
  tracks: TrackNumbers[];
  /** Plays of the tracks that are on each release now: a track on two releases counts for both. */
  releases: NamedCount[];
  links: NamedCount[];
  downloads: NamedCount[];
  /** Was anything ever counted? */
  isEmpty: boolean;
}

const deviceNames: Record<string, string | undefined> = {
  phone: msg("Phones"),
  tablet: msg("Tablets"),
  desktop: msg("Computers"),
};

/** Which days' rows: those of the span, or the one that keeps the sum of all. */
type Within = RawBuilder<boolean>;

/**
 * The numbers of a span of days, from a musician's own sums.
 * @param of the kind by which sources and devices are listed
 */
export async function ownNumbers(
  tx: Reader,
  declarations: Declarations,
  userId: string,
  span: Span,
  of: Kind,
): Promise<OwnNumbers> {
  const [clock, first] = await Promise.all([clockOf(tx, userId), firstDay(tx, userId)]);
  const { today } = clock;
  const length = spans[span];
  const from = length === undefined ? (first ?? today) : dayBefore(today, length - 1);
  const within = length === undefined ? sql<boolean>`day = '-infinity'` : sql<boolean>`day >= ${from}::date`;
  const [days, sources, devices, tracks, releases, links, downloads] = await Promise.all([
    sumsByDay(tx, userId, length === undefined ? from : dayBefore(from, length)),
    sumsByValue(tx, userId, "source", of, within, listed.sources),
    sumsByValue(tx, userId, "device", of, within, 3),
    trackNumbers(tx, userId, within),
    releaseNumbers(tx, userId, within),
    linkNumbers(tx, declarations, userId, within),
    pressKitNumbers(tx, userId, within),
  ]);
  // A form counts even when its page reports no source.
  const knownCount = devices.reduce((sum, { count }) => sum + count, 0);
  const [now, earlier] = [days.filter(({ day }) => day >= from), days.filter(({ day }) => day < from)];
  const totals = sumOf(now);
  return {
    ...clock,
    from,
    totals,
    untold: of === "signups" || of === "bookings" ? Math.max(0, totals[of] - knownCount) : 0,
    before: length === undefined ? null : sumOf(earlier),
    buckets: bucketsOf(from, today).map((bucket) => ({
      ...bucket,
      sums: sumOf(now.filter(({ day }) => day >= bucket.from && day <= bucket.to)),
    })),
    sources: sources.map(({ value, count }) => ({ name: sourceName(value), count })),
    devices: devices.map(({ value, count }) => ({ name: t(deviceNames[value] ?? value), count })),
    tracks,
    releases,
    links,
    downloads,
    isEmpty: first === null,
  };
}

async function clockOf(tx: Reader, userId: string) {
  const { rows } = await sql<{ today: string; timeZone: string | null }>`
    select app.own_day(${userId}, now()) as today,
      (select time_zone from account_preferences where user_id = ${userId}) as "timeZone"`.execute(tx);
  const { today = "", timeZone = null } = rows[0] ?? {};
  return { today, timeZone: timeZone ?? "UTC", isZoneKnown: timeZone !== null };
}

async function firstDay(tx: Reader, userId: string): Promise<string | null> {
  const { day } = await tx
    .selectFrom("analytics_days")
    .select((row) => row.fn.min("day").as("day"))
    .where("user_id", "=", userId)
    .where("facet", "=", "all")
    .executeTakeFirstOrThrow();
  return day;
}

interface DaySum {
  day: string;
  kind: Kind;
  count: number;
}

function sumsByDay(tx: Reader, userId: string, from: string): Promise<DaySum[]> {
  return tx
    .selectFrom("analytics_days")
    .select(["day", "kind", "count"])
    .where("user_id", "=", userId)
    .where("facet", "=", "all")
    .where("day", ">=", from)
    .orderBy("day")
    .execute();
}

function sumOf(rows: DaySum[]): Sums {
  const sums: Sums = { views: 0, visitors: 0, plays: 0, downloads: 0, clicks: 0, signups: 0, bookings: 0 };
  for (const { kind, count } of rows) sums[kind] += count;
  return sums;
}

function sumsByValue(
  tx: Reader,
  userId: string,
  facet: "source" | "device",
  kind: Kind,
  within: Within,
  limit: number,
): Promise<{ value: string; count: number }[]> {
  return tx
    .selectFrom("analytics_days")
    .select(["value", (row) => row.fn.sum<number>("count").as("count")])
    .where("user_id", "=", userId)
    .where("facet", "=", facet)
    .where(within)
    .where("kind", "=", kind)
    .groupBy("value")
    .orderBy("count", "desc")
    .orderBy("value")
    .limit(limit)
    .execute();
}

/** The sums of items that have an id. */
function targets(userId: string, within: Within, kinds: Kind[]): RawBuilder<unknown> {
  return sql`(
    select value::uuid as id,
      coalesce(sum(count) filter (where kind = 'plays'), 0)::integer as plays,
      coalesce(sum(count) filter (where kind = 'downloads'), 0)::integer as downloads,
      coalesce(sum(count) filter (where kind = 'clicks'), 0)::integer as clicks
    from analytics_days
    where user_id = ${userId} and facet = 'target' and ${within} and kind = any (${kinds})
    group by value)`;
}

/** Part by part, which is many times faster than taking the arrays apart. */
const heardSums = sql.join(
  Array.from({ length: trackParts }, (_, part) => sql`sum(heard[${sql.lit(part + 1)}])::integer`),
);

async function trackNumbers(tx: Reader, userId: string, within: Within): Promise<TrackNumbers[]> {
  const { rows } = await sql<Omit<TrackNumbers, "heard"> & { heard: number[] | null }>`
    with shown as materialized (
      select track.id, title, duration as "durationSeconds", waveform, plays, downloads
      from ${targets(userId, within, ["plays", "downloads"])} target join music_tracks track using (id)
      where track.user_id = ${userId}
      order by plays desc, downloads desc, title
      limit ${listed.tracks}
    ), listening as (
      select track_id, array[${heardSums}] as heard
      from analytics_listening
      where user_id = ${userId} and track_id in (select id from shown) and ${within}
      group by track_id)
    select shown.*, heard
    from shown left join listening on track_id = shown.id
    order by plays desc, downloads desc, title`.execute(tx);
  return rows.map(({ heard, ...track }) => ({
    ...track,
    heard:
      heard?.length === trackParts && track.plays > 0
        ? heard.map((count) => Math.min(1, count / track.plays))
        : [],
  }));
}

async function releaseNumbers(tx: Reader, userId: string, within: Within): Promise<NamedCount[]> {
  const { rows } = await sql<NamedCount>`
    select release.title as name, sum(plays)::integer as count
    from ${targets(userId, within, ["plays"])} target
    join release_tracks entry on entry.track_id = target.id
    join releases release on release.id = entry.release_id
    where release.user_id = ${userId} and release.deleted_at is null
    group by release.id
    order by 2 desc, 1
    limit ${listed.releases}`.execute(tx);
  return rows;
}

/** By their addresses: a link that was taken off the page keeps its number, without its name. */
async function linkNumbers(
  tx: Reader,
  declarations: Declarations,
  userId: string,
  within: Within,
): Promise<NamedCount[]> {
  const links = ownedTables(declarations).flatMap(({ table, owner, counted = [] }) =>
    counted.flatMap((each) =>
      each.kind === "clicks"
        ? sql`
      select id, ${sql.raw(each.name)} as name from ${sql.table(table)} where ${sql.ref(String(owner))} = ${userId}`
        : [],
    ),
  );
  const { rows } = await sql<NamedCount>`
    select coalesce(link.name, 'Links that are gone') as name, sum(clicks)::integer as count
    from ${targets(userId, within, ["clicks"])} target
    left join (${sql.join(links, sql` union all `)}) link using (id)
    group by 1 order by 2 desc, 1
    limit ${listed.links}`.execute(tx);
  return rows;
}

async function pressKitNumbers(tx: Reader, userId: string, within: Within): Promise<NamedCount[]> {
  const { rows } = await sql<NamedCount>`
    select file_name as name, downloads as count
    from ${targets(userId, within, ["downloads"])} target join press_kits using (id)
    where press_kits.user_id = ${userId}`.execute(tx);
  return rows;
}

/** Every day of a span with its sums, the oldest first, for a table elsewhere. */
export async function ownDays(tx: Reader, userId: string, span: Span): Promise<(Sums & { day: string })[]> {
  const [{ today }, first] = await Promise.all([clockOf(tx, userId), firstDay(tx, userId)]);
  const length = spans[span];
  const from = length === undefined ? (first ?? today) : dayBefore(today, length - 1);
  const byDay = Map.groupBy(await sumsByDay(tx, userId, from), ({ day }) => day);
  const days: (Sums & { day: string })[] = [];
  for (let day = from; day <= today; day = dayBefore(day, -1)) {
    days.push({ day, ...sumOf(byDay.get(day) ?? []) });
  }
  return days;
}
