import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { noteVisit, type Visit } from "#server/db/visits.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeBooking, makeSubscriber } from "../../../tests/factories/audience.ts";
import {
  makeEvent,
  makePaymentLink,
  makePressKit,
  makePrivateLink,
  makeSocialLink,
  makeTrack,
} from "../../../tests/factories/page.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { startCounter } from "./counter.server.ts";
import { visitOfForm } from "./form-visit.server.ts";
import { catchUp } from "./jobs.server.ts";
import type { Kind, Span } from "./kinds.ts";
import { ownNumbers } from "./queries.server.ts";

const services = await freshServices({ ORIGIN: "https://handbill.example" });
const { db, config } = services;
const counter = startCounter(services);
afterAll(async () => {
  await counter.close();
  await services[Symbol.asyncDispose]();
});

const browser =
  "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";

let artist: string;
beforeEach(async () => {
  artist = (await makeMusician(db)).id;
});

interface From {
  network?: string;
  agent?: string;
  headers?: Record<string, string>;
  userId?: string;
  from?: string;
  link?: string;
}

function report(
  events: unknown[],
  { network = "192.0.2.1", agent = browser, headers, userId, from = "", link }: From = {},
) {
  const body = JSON.stringify({ artist, link, from, tag: "", touch: true, events });
  counter.receive(body, { network, headers: { "user-agent": agent, ...headers }, userId });
}

/** The sums of a facet as `kind value: count`. */
async function counts(
  facet: "all" | "source" | "device" | "target" | "link" = "all",
  of = artist,
): Promise<string[]> {
  await counter.flush();
  const rows = await db
    .asMusician(of)
    .read((tx) =>
      tx
        .selectFrom("analytics_days")
        .selectAll()
        .where("facet", "=", facet)
        .where("day", ">", "-infinity")
        .execute(),
    );
  return rows.map(({ kind, value, count }) => `${kind} ${value}: ${count}`.replace(" :", ":")).sort();
}

const numbers = (of: Kind, span: Span = "7") =>
  db.asMusician(artist).read((tx) => ownNumbers(tx, services.declarations, artist, span, of));

test("a view counts for the day, the source and the device; a visitor once", async () => {
  report([["views"]], { from: "https://l.instagram.com/" });
  report([["views"]]);
  await counter.flush();
  report([["views"]]);
  report([["views"]], { network: "192.0.2.2" });
  report([["views"]], { agent: browser.replace("142", "143") });
  expect(await counts()).toEqual(["views: 5", "visitors: 3"]);
  expect(await counts("source")).toEqual([
    "views direct: 4",
    "views instagram: 1",
    "visitors direct: 2",
    "visitors instagram: 1",
  ]);
  expect(await counts("device")).toEqual(["views phone: 5", "visitors phone: 3"]);
  const ever = await db
    .asMusician(artist)
    .read((tx) =>
      tx
        .selectFrom("analytics_days")
        .select(["facet", "kind", "count"])
        .where("day", "=", "-infinity")
        .where("value", "in", ["direct", "phone"])
        .orderBy("facet")
        .orderBy("kind")
        .execute(),
    );
  expect(ever.map(({ facet, kind, count }) => `${facet} ${kind} ${count}`)).toEqual([
    "device views 5",
    "device visitors 3",
    "source views 4",
    "source visitors 2",
  ]);
});

test("what comes through a private link has its own source and is counted by the link, plays of a hidden track too", async () => {
  const hidden = await makeTrack(db, { user_id: artist, is_visible: false });
  const other = await makeTrack(db, { user_id: artist, is_visible: false });
  const { id: link } = await makePrivateLink(db, { user_id: artist, track_id: hidden.id });
  const foreignTrack = await makeTrack(db);
  const foreign = await makePrivateLink(db, { user_id: foreignTrack.user_id, track_id: foreignTrack.id });
  report([["views"], ["plays", hidden.id], ["plays", other.id]], { link, from: "https://mail.example/" });
  report([["views"]], { link: foreign.id });
  expect(await counts("link")).toEqual([`plays ${link}: 1`, `views ${link}: 1`]);
  expect(await counts("source")).toEqual([
    "plays private-link: 1",
    "views private-link: 2",
    "visitors private-link: 1",
  ]);
});

test("a visitor has the same hash in another process and after a restart, and another one for another artist", async () => {
  report([["views"]]);
  await counter.flush();
  const other = startCounter(services);
  const body = JSON.stringify({ artist, from: "", tag: "", touch: true, events: [["views"]] });
  other.receive(body, { network: "192.0.2.1", headers: { "user-agent": browser }, userId: undefined });
  await other.close();
  expect(await counts()).toEqual(["views: 2", "visitors: 1"]);
  const first = await hashes(artist);
  artist = (await makeMusician(db)).id;
  report([["views"]]);
  await counter.flush();
  expect(await hashes(artist)).not.toEqual(first);
});

async function hashes(of: string): Promise<string[]> {
  const rows = await db
    .asSystem()
    .read((tx) => tx.selectFrom("analytics_visitors").select("hash").where("user_id", "=", of).execute());
  return rows.map(({ hash }) => hash.toString("hex"));
}

test("no address and no browser's name is stored", async () => {
  report([["views"]], { network: "198.51.100.77", from: "https://club.example/tickets?for=pat" });
  await counter.flush();
  for (const table of ["analytics_days", "analytics_visitors", "analytics_salts"] as const) {
    const rows = await db.asSystem().read((tx) => tx.selectFrom(table).selectAll().execute());
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|Mozilla|Pixel|tickets|pat/);
  }
});

test.each([
  ["asks not to be tracked", { headers: { dnt: "1" } }],
  ["says so by the global signal", { headers: { "sec-gpc": "1" } }],
  ["is a robot", { agent: "Mozilla/5.0 (compatible; Googlebot/2.1)" }],
  ["has no name", { agent: "" }],
])("who %s isn't counted", async (_, from) => {
  report([["views"]], from);
  expect(await counts()).toEqual([]);
});

test("a musician's own visits don't count; another musician's do", async () => {
  report([["views"]], { userId: artist });
  expect(await counts()).toEqual([]);
  report([["views"]], { userId: (await makeMusician(db)).id });
  expect(await counts()).toEqual(["views: 1", "visitors: 1"]);
});

test.each([
  "",
  "{",
  "[]",
  '{"artist":"nobody"}',
  '{"artist":"00000000-0000-4000-8000-000000000000","from":"","tag":"","touch":true,"events":[["views"]]}',
])("what is no report, or an unknown artist's, changes nothing: %s", async (body) => {
  counter.receive(body, { network: "192.0.2.1", headers: { "user-agent": browser }, userId: undefined });
  report([["plays", "no id"]]);
  report([["clicks", "https://example.org/\0"]]);
  report([["signups"]]);
  expect(await counts()).toEqual([]);
});

test("plays, downloads and clicks count only for items on that artist's page", async () => {
  const own = { user_id: artist };
  const track = await makeTrack(db, own);
  const hidden = await makeTrack(db, { ...own, is_visible: false });
  const kept = await makeTrack(db, { ...own, downloads_enabled: false });
  const kit = await makePressKit(db, own);
  const social = await makeSocialLink(db, own);
  const support = await makePaymentLink(db, own);
  const off = await makePaymentLink(db, { ...own, is_enabled: false, url: "https://example.org/off" });
  const show = await makeEvent(db, { ...own, ticket_url: "https://tickets.example/1" });
  await makeEvent(db, { ...own, ticket_url: "https://tickets.example/draft", is_published: false });
  const theirs = await makeTrack(db);
  const theirLink = await makeSocialLink(db, { url: "https://example.org/theirs" });
  report([
    ["plays", track.id],
    ["plays", track.id],
    ["plays", hidden.id],
    ["plays", theirs.id],
    ["downloads", track.file_url],
    ["downloads", kept.file_url],
    ["downloads", hidden.file_url],
    ["downloads", kit.file_url],
    ["clicks", social.url],
    ["clicks", support.url],
    ["clicks", off.url],
    ["clicks", "https://tickets.example/1"],
    ["clicks", "https://tickets.example/draft"],
    ["clicks", theirLink.url],
    ["clicks", "https://nobody.example/"],
  ]);
  expect(await counts()).toEqual(["clicks: 3", "downloads: 2", "plays: 2"]);
  expect(await counts("target")).toEqual(
    [
      `plays ${track.id}: 2`,
      `downloads ${track.id}: 1`,
      `downloads ${kit.id}: 1`,
      `clicks ${social.id}: 1`,
      `clicks ${support.id}: 1`,
      `clicks ${show.id}: 1`,
    ].sort(),
  );
  const plays = await db
    .asVisitor()
    .read((tx) => tx.selectFrom("music_tracks").select("play_count").where("id", "=", track.id).execute());
  expect(plays).toEqual([{ play_count: 2 }]);
});

test("the parts of a track that were played add up, for the day and for all time", async () => {
  const track = await makeTrack(db, { user_id: artist });
  const theirs = await makeTrack(db);
  report([
    ["heard", track.id, [0, 1, 2, 2]],
    ["heard", theirs.id, [0]],
  ]);
  await counter.flush();
  report([["heard", track.id, [1, 47]]]);
  await counter.flush();
  const rows = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("analytics_listening")
        .selectAll()
        .where("track_id", "in", [track.id, theirs.id])
        .execute(),
    );
  const expected = Array<number>(48).fill(0).with(0, 1).with(1, 2).with(2, 1).with(47, 1);
  expect(rows.map(({ heard }) => heard)).toEqual([expected, expected]);
  expect(new Set(rows.map(({ day }) => day)).has("-infinity")).toBe(true);
});

test("a visitor's form counts when it is stored; a subscriber whom the musician adds doesn't", async () => {
  await makeSubscriber(db, { musician_id: artist, source: "bio_page" });
  await makeSubscriber(db, { musician_id: artist, source: "csv" });
  await makeBooking(db, { musician_id: artist });
  expect(await counts()).toEqual(["bookings: 1", "signups: 1"]);
});

test("a visitor's form counts by its source as well, where that is known", async () => {
  const sign = (visit?: Visit) =>
    db.asVisitor().write(async (tx) => {
      await noteVisit(tx, visit);
      const subscriber_email = `fan-${serial()}@example.org`;
      const row = { musician_id: artist, subscriber_email, source: "bio_page" };
      await tx.insertInto("newsletter_subscribers").values(row).execute();
    });
  await sign({ source: "flyer", device: "phone" });
  await sign({ source: "flyer", device: "desktop" });
  await sign();
  const { sources, devices, untold } = await numbers("signups");
  expect(sources).toEqual([{ name: "flyer", count: 2 }]);
  expect(devices).toEqual([
    { name: "Computers", count: 1 },
    { name: "Phones", count: 1 },
  ]);
  expect(untold).toBe(1);
  expect(await numbers("signups", "all")).toMatchObject({ sources, devices, untold });
  expect((await numbers("views")).untold).toBe(0);
  // A visitor who invents sites creates no rows.
  for (let site = 0; site < 52; site++) await sign({ source: `site-${site}.example`, device: "phone" });
  const rows = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("analytics_days")
        .select(["value", "count"])
        .where("user_id", "=", artist)
        .where("facet", "=", "source")
        .where("day", "<>", "-infinity")
        .execute(),
    );
  expect(rows).toHaveLength(51);
  expect(rows.find(({ value }) => value === "other")?.count).toBe(3);
});

test.each([
  ["Do Not Track", { DNT: "1" }],
  ["Global Privacy Control", { "Sec-GPC": "1" }],
  ["a robot's name", { "User-Agent": "Mozilla/5.0 (compatible; Examplebot/1.0)" }],
  ["no name", { "User-Agent": "" }],
])("a form that comes with %s says nothing of the visit", (_, headers) => {
  const form = new FormData();
  form.set("visit", JSON.stringify({ from: "https://www.instagram.com/p/1", tag: "", touch: true }));
  const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1";
  const ofForm = (data: FormData, more: Record<string, string> = {}) =>
    visitOfForm({ config }, data, new Headers({ "User-Agent": phone, ...more }));
  expect(ofForm(form)).toEqual({ source: "instagram", device: "phone" });
  expect(ofForm(form, headers)).toBeUndefined();
  expect(ofForm(new FormData())).toBeUndefined();
  form.set("visit", "[]");
  expect(ofForm(form)).toBeUndefined();
});

test("the musician's clock says which day it is, and the visitors' day goes with it", async () => {
  const day = async (zone: string, at: string) => {
    const of = (await makeMusician(db)).id;
    artist = of;
    await db
      .asMusician(of)
      .write((tx) => tx.insertInto("account_preferences").values({ user_id: of, time_zone: zone }).execute());
    vi.useFakeTimers({ now: new Date(at), toFake: ["Date"] });
    try {
      report([["views"]]);
      await counter.flush();
    } finally {
      vi.useRealTimers();
    }
    const rows = await db
      .asMusician(of)
      .read((tx) =>
        tx.selectFrom("analytics_days").select("day").where("facet", "=", "all").distinct().execute(),
      );
    return rows.map((row) => row.day);
  };
  expect(await day("UTC", "2026-03-10T23:59:59Z")).toEqual(["2026-03-10"]);
  expect(await day("UTC", "2026-03-11T00:00:00Z")).toEqual(["2026-03-11"]);
  expect(await day("Pacific/Auckland", "2026-03-10T11:00:00Z")).toEqual(["2026-03-11"]);
  expect(await day("America/Los_Angeles", "2026-03-11T06:59:59Z")).toEqual(["2026-03-10"]);
  expect(await day("America/Los_Angeles", "2026-03-11T07:00:00Z")).toEqual(["2026-03-11"]);
  expect(await day("Nowhere/At_All", "2026-03-11T07:00:00Z")).toEqual(["2026-03-11"]);
});

test("the visitors of a day and its salt are forgotten when it is over everywhere", async () => {
  const user_id = artist;
  await db.asSystem().write(async (tx) => {
    await tx
      .insertInto("analytics_salts")
      .values({ day: "2026-01-01", salt: Buffer.alloc(32) })
      .execute();
    await tx
      .insertInto("analytics_visitors")
      .values({ user_id, day: "2026-01-01", hash: Buffer.alloc(16) })
      .execute();
  });
  report([["views"]]);
  await counter.flush();
  await catchUp(services);
  expect(await hashes(artist)).toHaveLength(1);
  const salts = await db
    .asSystem()
    .read((tx) => tx.selectFrom("analytics_salts").select("day").where("day", "=", "2026-01-01").execute());
  expect(salts).toEqual([]);
});

test("a flood from one network and of invented sources is bounded; others get through", async () => {
  for (let number = 0; number < 2000; number++) {
    report([["views"]], { network: "203.0.113.9", from: `https://site-${number}.example/` });
  }
  report([["views"]], { network: "203.0.113.10" });
  expect(await counts()).toEqual(["views: 1201", "visitors: 2"]);
  const sources = await counts("source");
  expect(sources.filter((line) => line.startsWith("views"))).toHaveLength(52);
  expect(sources).toContain("views other: 1150");
});

test("while the database is away nothing is lost, and nothing counted twice", async () => {
  let isAway = true;
  const asSystem = () => {
    if (isAway) throw new Error("away");
    return db.asSystem();
  };
  const patient = startCounter({ ...services, db: { ...db, asSystem } });
  const body = JSON.stringify({ artist, from: "", tag: "", touch: true, events: [["views"]] });
  const from = { network: "192.0.2.1", headers: { "user-agent": browser }, userId: undefined };
  patient.receive(body, from);
  await patient.flush();
  patient.receive(body, from);
  await patient.flush();
  isAway = false;
  await patient.close();
  expect(await counts()).toEqual(["views: 2", "visitors: 1"]);
});
