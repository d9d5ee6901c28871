import { createHmac, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Writer } from "#server/db/database.ts";
import { type Declarations, ownedTables } from "#server/features.ts";
import type { Services } from "#server/services.ts";
import { trackParts } from "./kinds.ts";
import { type Report, reportSchema } from "./schema.ts";
import {
  type Device,
  deviceOf,
  isNamedSource,
  isRobot,
  otherSource,
  privateLinkSource,
  sourceOf,
} from "./visit.ts";

/** The sender of a report, as far as the connection tells. Nothing of it is stored. */
interface Reporter {
  network: string;
  headers: IncomingHttpHeaders;
  /** The signed-in account: a musician's visits to their own page don't count. */
  userId: string | undefined;
}

export interface Counter {
  /** Notes the events of a page's report; events that may not or can't be counted are left out without an answer. */
  receive(body: string, from: Reporter): void;
  /** Stores the noted events. Happens by itself every second. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** At most so much is lost when a process dies. */
const flushEveryMs = 1_000;
/** The entries between two flushes; more than that is a flood. */
const mostEntries = 20_000;
/** Reports are read so many at a time: one by one, between pages, they cost the processor far more than in a row. */
const reportsAtOnce = 64;
/** How many events a network may report in a minute: a whole venue stands behind one address. */
const eventsPerMinute = 1_200;
/** How many unknown hosts a day may show for one artist; the others are counted together. */
const hostsPerDay = 50;
/** A flush that failed is tried so often. */
const tries = 30;

/** The number of equal events on one page. */
interface Happened {
  artist: string;
  kind: "views" | "plays" | "downloads" | "clicks";
  source: string;
  device: Device;
  target: string;
  /** The private link that led to the page. */
  link: string | undefined;
  n: number;
}

/** A report as it came. */
interface Unread {
  body: string;
  agent: string;
  network: string;
  userId: string | undefined;
}

interface Visitor {
  artist: string;
  /** The network and the browser's name for itself: in memory only, until the next flush. */
  who: string;
  source: string;
  device: Device;
}

interface Listening {
  artist: string;
  track: string;
  heard: number[];
}

/** Counts in memory and writes down the sums once a second, in one statement. */
export function startCounter({
  config,
  db,
  log,
  declarations,
}: Pick<Services, "config" | "db" | "log" | "declarations">): Counter {
  const ownHost = new URL(config.origin).host;
  const shownRows = shownRowsOf(declarations);
  const spent = new LRUCache<string, { events: number }>({ max: 20_000, ttl: 60_000 });
  const hosts = new LRUCache<string, Set<string>>({ max: 2_000, ttl: 24 * 3600_000 });
  const salts = new LRUCache<string, Buffer>({ max: 4 });
  let unread: Unread[] = [];
  let happened = new Map<string, Happened>();
  let visitors = new Map<string, Visitor>();
  let listening = new Map<string, Listening>();
  /** When the first of them came. */
  let since: Date | undefined;
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> = Promise.resolve();
  let failures = 0;

  const isFull = () => happened.size + visitors.size + listening.size >= mostEntries;

  function maySpend(network: string, events: number): boolean {
    const soFar = spent.get(network) ?? { events: 0 };
    if (soFar.events === 0) spent.set(network, soFar);
    soFar.events += events;
    return soFar.events <= eventsPerMinute;
  }

  /** A visitor who invents hosts creates no rows. */
  function boundedSource(artist: string, source: string): string {
    if (isNamedSource(source)) return source;
    const seen = hosts.get(artist) ?? new Set();
    if (seen.size === 0) hosts.set(artist, seen);
    if (seen.has(source)) return source;
    if (seen.size >= hostsPerDay) return otherSource;
    seen.add(source);
    return source;
  }

  function readAll(): void {
    const reports = unread;
    unread = [];
    for (const { body, agent, network, userId } of reports) {
      if (isRobot(agent)) continue;
      const parsed = reportSchema.safeParse(readJson(body));
      if (!parsed.success || parsed.data.artist === userId) continue;
      if (maySpend(network, parsed.data.events.length)) takeDown(parsed.data, network, agent);
    }
  }

  function takeDown(
    { artist, from, tag, touch, link, events }: Report,
    network: string,
    agent: string,
  ): void {
    const source = link ? privateLinkSource : boundedSource(artist, sourceOf(from, tag, ownHost));
    const device = deviceOf(agent, touch);
    for (const [kind, target = "", parts = []] of events) {
      if (isFull()) return;
      if (kind === "heard") addListening(artist, target, parts);
      else {
        add({ artist, kind, source, device, target, link, n: 1 });
        const who = `${network} ${agent}`;
        const visitor = `${artist} ${who}`;
        if (kind === "views" && !visitors.has(visitor))
          visitors.set(visitor, { artist, who, source, device });
      }
    }
  }

  function add(one: Happened): void {
    const key = `${one.artist} ${one.kind} ${one.source} ${one.device} ${one.target} ${one.link}`;
    const known = happened.get(key);
    if (known) known.n += one.n;
    else happened.set(key, one);
  }

  function addListening(artist: string, track: string, parts: number[]): void {
    const key = `${artist} ${track}`;
    const known = listening.get(key) ?? { artist, track, heard: Array<number>(trackParts).fill(0) };
    listening.set(key, known);
    for (const part of new Set(parts)) known.heard[part] = (known.heard[part] ?? 0) + 1;
  }

  function schedule(): void {
    since ??= new Date();
    timer ??= setTimeout(() => {
      timer = undefined;
      flush();
    }, flushEveryMs);
  }

  function flush(): Promise<void> {
    storing = storing.then(store);
    return storing;
  }

  async function store(): Promise<void> {
    if (!since) return;
    readAll();
    const batch = { happened, visitors, listening, since };
    happened = new Map();
    visitors = new Map();
    listening = new Map();
    since = undefined;
    if (happenedTo(batch).size === 0) return;
    try {
      await db.asSystem().write(async (tx) => {
        const days = await daysOf(tx, [...happenedTo(batch)], batch.since);
        const on = <Row extends { artist: string }>(rows: Iterable<Row>) =>
          [...rows].flatMap((row) => {
            const day = days.get(row.artist);
            return day === undefined ? [] : [{ ...row, day }];
          });
        for (const day of new Set(days.values())) {
          if (!salts.has(day)) salts.set(day, await saltOf(tx, day));
        }
        const hashed = on(batch.visitors.values()).map(({ who, ...visitor }) => ({
          ...visitor,
          hash: hashOf(salts.get(visitor.day), visitor.artist, who),
        }));
        await write(tx, shownRows, on(batch.happened.values()), hashed, on(batch.listening.values()));
      });
      failures = 0;
    } catch (error) {
      failures++;
      if (failures === 1 || failures === tries) log.warn({ err: error }, "visits could not be counted");
      if (failures < tries) putBack(batch);
      else failures = 0;
    }
  }

  function putBack(batch: Batch): void {
    for (const one of batch.happened.values()) if (!isFull()) add(one);
    for (const [key, visitor] of batch.visitors) if (!isFull()) visitors.set(key, visitor);
    for (const [key, { artist, track, heard }] of batch.listening) {
      const known = listening.get(key);
      if (known) known.heard = known.heard.map((n, part) => n + (heard[part] ?? 0));
      else if (!isFull()) listening.set(key, { artist, track, heard });
    }
    schedule();
    since = batch.since;
  }

  return {
    receive(body, { network, headers, userId }) {
      const agent = headers["user-agent"];
      if (!agent || headers.dnt === "1" || headers["sec-gpc"] === "1" || isFull()) return;
      unread.push({ body, agent, network, userId });
      if (unread.length >= reportsAtOnce) readAll();
      schedule();
    },
    flush,
    async close() {
      clearTimeout(timer);
      await flush();
      clearTimeout(timer);
    },
  };
}

interface Batch {
  happened: Map<string, Happened>;
  visitors: Map<string, Visitor>;
  listening: Map<string, Listening>;
  since: Date;
}

function happenedTo({ happened, visitors, listening }: Batch): Set<string> {
  const rows = [...happened.values(), ...visitors.values(), ...listening.values()];
  return new Set(rows.map(({ artist }) => artist));
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Sixteen bytes that tell this day's visitors of one artist apart, and lead back to no visitor once the salt is gone.
 */
function hashOf(salt: Buffer | undefined, artist: string, who: string): string {
  if (!salt) throw new TypeError("The day has no salt.");
  return createHmac("sha256", salt).update(`${artist} ${who}`).digest("hex").slice(0, 32);
}

/** Which day it is for each of these artists; those without a page are left out. */
async function daysOf(tx: Writer, artists: string[], at: Date): Promise<Map<string, string>> {
  const { rows } = await sql<{ artist: string; day: string }>`
    select user_id as artist, app.own_day(user_id, ${at}) as day
    from musician_profiles where user_id = any (${artists}::uuid[])`.execute(tx);
  return new Map(rows.map(({ artist, day }) => [artist, day]));
}

/** The day's salt, which all processes share. */
async function saltOf(tx: Writer, day: string): Promise<Buffer> {
  await tx
    .insertInto("analytics_salts")
    .values({ day, salt: randomBytes(32) })
    .onConflict((conflict) => conflict.column("day").doNothing())
    .execute();
  const { salt } = await tx
    .selectFrom("analytics_salts")
    .select("salt")
    .where("day", "=", day)
    .executeTakeFirstOrThrow();
  return salt;
}

/** The rows that features declare as counted, where `given` reports one and it is on the page of `profile`. */
function shownRowsOf(declarations: Declarations): RawBuilder<unknown> {
  const selects = ownedTables(declarations).flatMap(({ table, owner, counted = [] }) =>
    counted.map(
      ({ kind, target, shown }) => sql`
        select id from ${sql.table(table)}
        where given.kind = ${sql.lit(kind)} and ${sql.ref(String(owner))} = given.artist
          and ${sql.raw(target)} = given.target and ${sql.raw(shown)}`,
    ),
  );
  return sql.join(selects, sql` union all `);
}

type OnDay<Row> = Row & { day: string };

/**
 * Writes one second's sums, in one statement. Only items that are visible on that artist's page at the moment
 * count: a report of invented tracks or links, or of another artist's, changes nothing.
 */
async function write(
  tx: Writer,
  shownRows: RawBuilder<unknown>,
  happened: OnDay<Happened>[],
  visitors: OnDay<Omit<Visitor, "who"> & { hash: string }>[],
  listening: OnDay<Listening>[],
): Promise<void> {
  await sql`
    with known as materialized (
      select given.*, private_links.id as through, found.id
      from jsonb_to_recordset(${JSON.stringify(happened)}::jsonb)
        as given (artist uuid, day date, kind text, source text, device text, target text, link uuid, n integer)
      join musician_profiles profile on profile.user_id = given.artist
      left join private_links on private_links.id = given.link and private_links.user_id = given.artist
      cross join lateral (
        select given.artist as id where kind = 'views'
        union all
        ${shownRows}
        limit 1) found
    ), first_seen as (
      insert into analytics_visitors (user_id, day, hash)
      select artist, day, decode(hash, 'hex')
      from jsonb_to_recordset(${JSON.stringify(visitors)}::jsonb) as given (artist uuid, day date, hash text)
      order by 1, 2, 3
      on conflict do nothing
      returning user_id, day, hash
    ), counted as (
      select artist, day, kind, source, device, through, id, n from known
      union all
      select artist, given.day, 'visitors', source, device, null, artist, 1
      from first_seen
      join jsonb_to_recordset(${JSON.stringify(visitors)}::jsonb)
        as given (artist uuid, day date, hash text, source text, device text)
        on artist = user_id and given.day = first_seen.day and decode(given.hash, 'hex') = first_seen.hash
    ), facets (artist, facet, day, kind, value, n) as (
      select artist, 'all', day, kind, '', n from counted
      union all
      select artist, facet, span.day, kind, value, n
      from counted
      cross join lateral (
        values ('source', source), ('device', device), ('target', id::text), ('link', through::text)
      ) facets (facet, value)
      -- And once for all days together: no request shall wait until years of single ones are added up.
      cross join lateral (values (counted.day), ('-infinity'::date)) span (day)
      where value is not null and (facet <> 'target' or kind in ('plays', 'downloads', 'clicks'))
    ), stored as (
      insert into analytics_days as stored (user_id, facet, day, kind, value, count)
      select artist, facet, day, kind, value, sum(n) from facets
      group by 1, 2, 3, 4, 5
      order by 1, 2, 3, 4, 5
      on conflict (user_id, facet, day, kind, value) do update set count = stored.count + excluded.count
    ), listened as (
      insert into analytics_listening as stored (track_id, day, user_id, heard)
      select track.id, span.day, track.user_id, given.heard
      from jsonb_to_recordset(${JSON.stringify(listening)}::jsonb)
        as given (artist uuid, day date, track uuid, heard integer[])
      join music_tracks track on track.id = given.track and track.user_id = given.artist and track.is_visible
      cross join lateral (values (given.day), ('-infinity'::date)) span (day)
      order by 1, 2
      on conflict (track_id, day) do update set heard = (
        select array_agg(before + more order by part)
        from unnest(stored.heard, excluded.heard) with ordinality sums (before, more, part))
    )
    update music_tracks set play_count = play_count + played.n
    from (select id, sum(n)::integer as n from known where kind = 'plays' group by id order by id) played
    where music_tracks.id = played.id`.execute(tx);
}
