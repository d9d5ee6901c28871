import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { dailyPerArtist } from "../../app/shared/mail-limits.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { loadConfig } from "../config.ts";
import { type Occasion, roomToday, withinTheDay } from "./daily.ts";
import { sendQueued } from "./send-queued.ts";

const services = await freshServices();
const { db } = services;
afterAll(() => services[Symbol.asyncDispose]());
beforeEach(() => db.asSystem().write((tx) => tx.deleteFrom("mail_counts").execute()));

const withCap = (mailPerDay: number) => ({
  ...services,
  config: loadConfig({ MAIL_PER_DAY: String(mailPerDay) }),
});
const artist = (by: Occasion["by"] = "page"): Occasion => ({ musicianId: crypto.randomUUID(), by });
const sent = () => Promise.resolve();

/** Sends so many at the same moment from two servers. @returns how many were sent */
async function sendAtOnce(count: number, cap: number, occasionOf: () => Occasion): Promise<number> {
  const servers = [withCap(cap), withCap(cap)] as const;
  let handedOver = 0;
  const later = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      withinTheDay(servers[n % 2 === 0 ? 0 : 1], occasionOf(), async () => void handedOver++),
    ),
  );
  expect(later.filter((next) => next === undefined)).toHaveLength(handedOver);
  return handedOver;
}

test("no more than so many go out a day, of however many artists and by however many servers", async () => {
  expect(await sendAtOnce(30, 12, () => artist())).toBe(12);
  const next = await withinTheDay(withCap(12), artist(), sent);
  const midnight = new Date();
  midnight.setUTCHours(24, 0, 0, 0);
  expect(next).toEqual(midnight);
  expect(await db.asSystem().read((tx) => roomToday(tx, withCap(12).config, "page"))).toBe(0);
  await db.asSystem().write((tx) => sql`update mail_counts set day = day - 1`.execute(tx));
  expect(await sendAtOnce(5, 12, () => artist())).toBe(5);
});

test("an artist's page has one share of them, and an artist's file another", async () => {
  const one = artist();
  await db.asSystem().write((tx) =>
    tx
      .insertInto("mail_counts")
      .values({
        day: sql<string>`(now() at time zone 'utc')::date`,
        counter: `page ${one.musicianId}`,
        sent: dailyPerArtist.page - 3,
      })
      .execute(),
  );
  expect(await sendAtOnce(8, 2000, () => one)).toBe(3);
  expect(await sendAtOnce(8, 2000, () => ({ ...one, by: "file" }))).toBe(8);
  // Refused for the artist, it hasn't counted for all either.
  expect(await db.asSystem().read((tx) => roomToday(tx, withCap(2000).config, "page"))).toBe(2000 - 11);
});

test("files leave the other half to people who typed their own address", async () => {
  expect(await sendAtOnce(20, 10, () => artist("file"))).toBe(5);
  expect(await sendAtOnce(20, 10, () => artist("page"))).toBe(5);
});

test("a mail that couldn't be handed over isn't counted", async () => {
  const failing = withinTheDay(withCap(1), artist(), () => Promise.reject(new Error("away")));
  await expect(failing).rejects.toThrow("away");
  expect(await withinTheDay(withCap(1), artist(), sent)).toBeUndefined();
});

test("a receipt over the day's limit waits for the next day; mails to accounts go out", async () => {
  const handedOver: string[] = [];
  const mailer = { send: async ({ to }: { to: string }) => void handedOver.push(to) };
  const full = { ...withCap(1), mailer };
  const mail = { to: "account@example.org", subject: "Hello", text: "Hi" };
  const receipt = { ...mail, to: "stranger@example.org", onPageOf: crypto.randomUUID() };
  await withinTheDay(full, artist(), sent);
  await sendQueued(full, mail);
  await sendQueued(full, receipt);
  expect(handedOver).toEqual(["account@example.org"]);
  const { rows } = await db.asSystem().read((tx) =>
    sql<{ data: unknown; wait: number }>`
      select data, extract(epoch from start_after - ((now() at time zone 'utc')::date + 1)::timestamp at time zone 'utc')::int as wait
      from pgboss.job where name = 'mail.send'`.execute(tx),
  );
  expect(rows).toEqual([{ data: receipt, wait: 0 }]);
  await db.asSystem().write((tx) => sql`update mail_counts set day = day - 1`.execute(tx));
  await sendQueued(full, receipt);
  expect(handedOver).toEqual(["account@example.org", "stranger@example.org"]);
});
