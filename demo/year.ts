import { sql } from "kysely";
import type { Writer } from "../server/db/database.ts";
import { artist } from "./artist.ts";
import { audience, readerAddress } from "./audience.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const days = 365;
/** Single days of sources, devices and tracks reach as far as the longest span that the screen compares. */
const detailedDays = 93;
/** As analytics divides a track. */
const parts = 48;

/** The same numbers in every installation. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Count {
  facet: "all" | "source" | "device" | "target";
  day: string;
  kind: "views" | "visitors" | "plays" | "downloads" | "clicks" | "signups" | "bookings";
  value: string;
  count: number;
}

interface Listening {
  track_id: string;
  day: string;
  heard: number[];
}

export interface Counted {
  counts: Count[];
  listening: Listening[];
  /** By track. */
  plays: Map<string, number>;
}

/** A year of visits that ends on `today` (UTC), with a peak where the EP came out. @param tracks ids, the most heard first */
export function yearOf(today: Date, tracks: readonly string[], links: readonly string[]): Counted {
  const chance = random(20_261_123);
  const sums = new Map<string, Count>();
  const listening = new Map<string, Listening>();
  const plays = new Map<string, number>();
  const add = (facet: Count["facet"], at: string, kind: Count["kind"], value: string, count: number) => {
    if (count === 0) return;
    const key = `${facet} ${at} ${kind} ${value}`;
    const known = sums.get(key);
    if (known) known.count += count;
    else sums.set(key, { facet, day: at, kind, value, count });
  };
  const addBoth = (
    ago: number,
    at: string,
    facet: Count["facet"],
    kind: Count["kind"],
    value: string,
    count: number,
  ) => {
    if (ago < detailedDays) add(facet, at, kind, value, count);
    add(facet, "-infinity", kind, value, count);
  };
  for (let ago = days - 1; ago >= 0; ago -= 1) {
    const date = new Date(today.getTime() - ago * day);
    const at = date.toISOString().slice(0, 10);
    const isWeekend = [0, 6].includes(date.getUTCDay());
    const peak = 1 + 3 * Math.exp(-((ago - 208) ** 2) / 18) + 1.5 * Math.exp(-((ago - 8) ** 2) / 12);
    const views = Math.round(
      (16 + (days - ago) * 0.09) * peak * (isWeekend ? 1.3 : 1) * (0.75 + chance() / 2),
    );
    const visitors = Math.round(views * (0.6 + chance() * 0.1));
    add("all", at, "views", "", views);
    add("all", at, "visitors", "", visitors);
    for (const [kind, count] of [
      ["views", views],
      ["visitors", visitors],
    ] as const) {
      for (const [value, part] of spread(count, sourceShares)) addBoth(ago, at, "source", kind, value, part);
      for (const [value, part] of spread(count, deviceShares)) addBoth(ago, at, "device", kind, value, part);
    }
    tracks.forEach((track, place) => {
      const played = Math.round(views * (0.32 / (place + 1.4)) * (0.7 + chance() * 0.6));
      const taken = Math.round(played * 0.06 * chance());
      if (played === 0) return;
      plays.set(track, (plays.get(track) ?? 0) + played);
      add("all", at, "plays", "", played);
      addBoth(ago, at, "target", "plays", track, played);
      for (const [value, part] of spread(played, sourceShares))
        addBoth(ago, at, "source", "plays", value, part);
      for (const [value, part] of spread(played, deviceShares))
        addBoth(ago, at, "device", "plays", value, part);
      add("all", at, "downloads", "", taken);
      addBoth(ago, at, "target", "downloads", track, taken);
      const stays = 0.35 + 0.5 / (place + 1);
      for (const span of ago < detailedDays ? [at, "-infinity"] : ["-infinity"]) {
        const key = `${track} ${span}`;
        const known = listening.get(key) ?? {
          track_id: track,
          day: span,
          heard: Array<number>(parts).fill(0),
        };
        // Most who leave do so early; a little is skipped over in the middle.
        known.heard = known.heard.map((heard, part) => {
          const left = stays + (1 - stays) * Math.exp(-part / 7) - (part === 30 + place ? 0.04 : 0);
          return heard + Math.round(played * Math.max(0, left));
        });
        listening.set(key, known);
      }
    });
    links.forEach((link, place) => {
      const clicks = Math.round((views * 0.05 * chance()) / (place + 1));
      add("all", at, "clicks", "", clicks);
      addBoth(ago, at, "target", "clicks", link, clicks);
    });
    add("all", at, "signups", "", chance() < 0.17 ? 1 : 0);
  }
  for (const { daysAgo } of audience.bookings) {
    const at = new Date(today.getTime() - daysAgo * day).toISOString().slice(0, 10);
    add("all", at, "bookings", "", 1);
  }
  return { counts: [...sums.values()], listening: [...listening.values()], plays };
}

const sourceShares = [
  ["direct", 0.34],
  ["instagram", 0.27],
  ["search", 0.16],
  ["qr", 0.12],
  ["bandcamp.com", 0.11],
] as const;
const deviceShares = [
  ["phone", 0.71],
  ["desktop", 0.23],
  ["tablet", 0.06],
] as const;

/** Divides a count so that the parts add up to it: what is left over belongs to the first. */
function spread<Name extends string>(
  count: number,
  shares: readonly (readonly [Name, number])[],
): [Name, number][] {
  const divided = shares.map(([name, share]): [Name, number] => [name, Math.floor(count * share)]);
  const [first] = divided;
  if (first) first[1] += count - divided.reduce((sum, [, part]) => sum + part, 0);
  return divided;
}

/**
 * Writes what the demo artist's year has brought: requests, conversations, letters and their readers, films, and then the
 * numbers, which take the place of those that the rows have counted.
 */
export async function insertYear(tx: Writer, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  // Written first: nothing that follows leaves a mail.
  await insertPartners(tx);
  await insertConversations(tx, ago);
  await insertBookings(tx, now, ago);
  await insertLetters(tx, ago);
  await tx
    .insertInto("video_gallery")
    .values(
      audience.videos.map(({ title, id }, index) => ({
        user_id: artist.userId,
        title,
        video_type: "youtube" as const,
        video_url: `https://www.youtube-nocookie.com/embed/${id}`,
        is_primary: index === 0,
        display_order: index + 1,
        created_at: ago(index * 40 * day),
      })),
    )
    .execute();
  await insertNumbers(tx, now);
}

async function insertPartners(tx: Writer): Promise<void> {
  const partners = Object.values(audience.partners);
  await tx
    .insertInto("users")
    .values(partners.map(({ userId, email }) => ({ id: userId, email })))
    .execute();
  await tx
    .insertInto("musician_profiles")
    .values(
      partners.map(({ userId, name, bio, location, performsAs }) => ({
        user_id: userId,
        artist_name: name,
        bio,
        location,
        performs_as: performsAs,
      })),
    )
    .execute();
  await tx
    .insertInto("message_settings")
    .values(partners.map(({ userId }) => ({ user_id: userId, hides_email: true })))
    .execute();
  await tx
    .insertInto("account_preferences")
    .values(
      [artist, ...partners].map(({ userId }) => ({
        user_id: userId,
        time_zone: "Europe/London",
        format: "en-GB" as const,
        page_shared: true,
        ...{ bookings: "never", comments: "never", messages: "never", subscribers: "never" },
      })),
    )
    .execute();
}

async function insertConversations(tx: Writer, ago: (ms: number) => Date): Promise<void> {
  for (const { with: partner, messages } of audience.conversations) {
    const them = audience.partners[partner].userId;
    const { id: conversation_id } = await tx
      .insertInto("conversations")
      .values({ participant_1: artist.userId, participant_2: them })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("messages")
      .values(
        messages.map(({ from, hoursAgo, text }) => ({
          conversation_id,
          sender_id: from === "her" ? artist.userId : them,
          content: text,
          // The last one waits to be read.
          is_read: hoursAgo > 10,
          created_at: ago(hoursAgo * hour),
        })),
      )
      .execute();
    await tx
      .updateTable("conversations")
      .set({ last_message_at: ago((messages.at(-1)?.hoursAgo ?? 0) * hour) })
      .where("id", "=", conversation_id)
      .execute();
  }
}

async function insertBookings(tx: Writer, now: Date, ago: (ms: number) => Date): Promise<void> {
  await tx
    .insertInto("booking_requests")
    .values(
      audience.bookings.map((booking) => ({
        musician_id: artist.userId,
        requester_name: booking.name,
        requester_email: booking.email,
        requester_phone: booking.phone,
        event_type: booking.type,
        event_date: new Date(now.getTime() + booking.daysAhead * day).toISOString().slice(0, 10),
        event_location: booking.place,
        budget_range: booking.budget,
        message: booking.message,
        status: booking.status,
        is_read: booking.isRead,
        created_at: ago(booking.daysAgo * day),
        updated_at: ago(booking.daysAgo * day),
      })),
    )
    .execute();
}

async function insertLetters(tx: Writer, ago: (ms: number) => Date): Promise<void> {
  const musician_id = artist.userId;
  const joined = (number: number) => ago((1 + (number * 359) / audience.readers) * day);
  const readers = await tx
    .insertInto("newsletter_subscribers")
    .values(
      Array.from({ length: audience.readers }, (_, number) => ({
        musician_id,
        subscriber_email: readerAddress(number + 1),
        subscriber_name: audience.readerNames[number] ?? null,
        source: "bio_page",
        created_at: joined(number),
        confirmed_at: joined(number),
      })),
    )
    .returning(["id", "created_at"])
    .execute();
  for (const { daysAgo, title, body, inArchive } of audience.issues) {
    const started_at = ago(daysAgo * day);
    const { id: letter_id } = await tx
      .insertInto("letters")
      .values({
        musician_id,
        title,
        body,
        status: "sent",
        in_archive: inArchive,
        started_at,
        finished_at: new Date(started_at.getTime() + hour / 60),
        created_at: new Date(started_at.getTime() - 2 * hour),
        updated_at: started_at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const reached = readers.filter(({ created_at }) => created_at < started_at);
    if (reached.length === 0) continue;
    await tx
      .insertInto("letter_deliveries")
      .values(
        reached.map(({ id }) => ({ letter_id, subscriber_id: id, status: "sent" as const, attempts: 1 })),
      )
      .execute();
  }
}

async function insertNumbers(tx: Writer, now: Date): Promise<void> {
  const user_id = artist.userId;
  const [tracks, links] = await Promise.all([
    tx
      .selectFrom("music_tracks")
      .select("id")
      .where("user_id", "=", user_id)
      .orderBy("display_order")
      .execute(),
    tx.selectFrom("social_links").select("id").where("user_id", "=", user_id).orderBy("url").execute(),
  ]);
  const { counts, listening, plays } = yearOf(
    now,
    tracks.map(({ id }) => id),
    links.map(({ id }) => id),
  );
  await tx.deleteFrom("analytics_days").where("user_id", "=", user_id).execute();
  await sql`
    insert into analytics_days (user_id, facet, day, kind, value, count)
    select ${user_id}, facet, day::date, kind, value, count
    from json_to_recordset(${JSON.stringify(counts)}::json)
      given (facet text, day text, kind text, value text, count integer)`.execute(tx);
  await sql`
    insert into analytics_listening (user_id, track_id, day, heard)
    select ${user_id}, track_id, day::date, heard
    from json_to_recordset(${JSON.stringify(listening)}::json) given (track_id uuid, day text, heard integer[])`.execute(
    tx,
  );
  await sql`
    update music_tracks set play_count = played.plays
    from json_to_recordset(${JSON.stringify([...plays].map(([id, plays]) => ({ id, plays })))}::json)
      played (id uuid, plays integer)
    where music_tracks.id = played.id`.execute(tx);
}
