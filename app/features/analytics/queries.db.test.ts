import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeRelease, makeReleaseTrack, makeSocialLink, makeTrack } from "../../../tests/factories/page.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import { declarations } from "../../declarations.server.ts";
import { setTimeZone } from "./commands.server.ts";
import { dayBefore } from "./days.ts";
import type { Kind, Span } from "./kinds.ts";
import { ownDays, ownNumbers } from "./queries.server.ts";

const db = await freshDatabase();
afterAll(() => db.close());

const today = new Date().toISOString().slice(0, 10);

async function count(user_id: string, kind: Kind, daysAgo: number, n: number, facet = "all", value = "") {
  await db.asSystem().write((tx) =>
    sql`insert into analytics_days (user_id, facet, day, kind, value, count)
        values (${user_id}, ${facet}, ${daysAgo < 0 ? "-infinity" : dayBefore(today, daysAgo)}, ${kind}, ${value}, ${n})`.execute(
      tx,
    ),
  );
}

const numbersOf = (id: string, span: Span, of: Kind = "views") =>
  db.asMusician(id).read((tx) => ownNumbers(tx, declarations, id, span, of));

test("a span holds its days and no others, and is compared with as many before", async () => {
  const { id } = await makeMusician(db);
  for (const [daysAgo, n] of [
    [0, 1],
    [6, 10],
    [7, 100],
    [13, 1000],
    [14, 10_000],
  ] as const) {
    await count(id, "views", daysAgo, n);
  }
  const week = await numbersOf(id, "7");
  expect([week.totals.views, week.before?.views]).toEqual([11, 1100]);
  expect(week.buckets.map(({ sums }) => sums.views)).toEqual([10, 0, 0, 0, 0, 0, 1]);
  const all = await numbersOf(id, "all");
  expect([all.totals.views, all.before, all.buckets.length]).toEqual([11_111, null, 15]);
  const days = await db.asMusician(id).read((tx) => ownDays(tx, id, "7"));
  expect(days.map(({ day, views }) => [day, views])).toEqual([
    [dayBefore(today, 6), 10],
    ...[5, 4, 3, 2, 1].map((daysAgo) => [dayBefore(today, daysAgo), 0]),
    [today, 1],
  ]);
});

test("a release has the plays of the tracks that are on it, and a deleted one is left out", async () => {
  const { id: user_id } = await makeMusician(db);
  const [one, other, loose] = [
    await makeTrack(db, { user_id }),
    await makeTrack(db, { user_id }),
    await makeTrack(db, { user_id }),
  ];
  const album = await makeRelease(db, { user_id, title: "Album" });
  const single = await makeRelease(db, { user_id, title: "Single" });
  const deleted = await makeRelease(db, { user_id, deleted_at: new Date() });
  for (const { id } of [one, other]) await makeReleaseTrack(db, album, id);
  for (const release of [single, deleted]) await makeReleaseTrack(db, release, one.id);
  for (const [track, plays] of [
    [one, 4],
    [other, 3],
    [loose, 9],
  ] as const) {
    await count(user_id, "plays", 0, plays, "target", track.id);
  }
  await count(user_id, "plays", 20, 50, "target", one.id);
  await count(user_id, "plays", 0, 16);
  expect((await numbersOf(user_id, "7")).releases).toEqual([
    { name: "Album", count: 7 },
    { name: "Single", count: 4 },
  ]);
});

test("a track shows the share of plays for each part; a deleted link keeps its number", async () => {
  const { id: user_id } = await makeMusician(db);
  const track = await makeTrack(db, { user_id, title: "Long Way" });
  const link = await makeSocialLink(db, { user_id });
  await count(user_id, "plays", 0, 4, "target", track.id);
  await count(user_id, "clicks", 0, 2, "target", link.id);
  await count(user_id, "clicks", 0, 3, "target", "00000000-0000-4000-8000-000000000000");
  const heard = Array<number>(48).fill(1).with(0, 4).with(1, 5);
  await db
    .asSystem()
    .write((tx) =>
      tx
        .insertInto("analytics_listening")
        .values({ user_id, track_id: track.id, day: today, heard })
        .execute(),
    );
  const { tracks, links } = await numbersOf(user_id, "30");
  expect(tracks).toMatchObject([{ title: "Long Way", plays: 4, downloads: 0 }]);
  expect(tracks[0]?.heard.slice(0, 3)).toEqual([1, 1, 0.25]);
  expect(links).toEqual([
    { name: "Links that are gone", count: 3 },
    { name: link.url, count: 2 },
  ]);
});

test("all time reads what is kept of all days together", async () => {
  const { id } = await makeMusician(db);
  await count(id, "views", 500, 7);
  await count(id, "views", 500, 7, "source", "instagram");
  await count(id, "views", -1, 7, "source", "instagram");
  expect((await numbersOf(id, "all")).sources).toEqual([{ name: "Instagram", count: 7 }]);
  expect((await numbersOf(id, "90")).sources).toEqual([]);
});

test("a musician sees only their own numbers, whatever they ask for", async () => {
  const [one, other] = [await makeMusician(db), await makeMusician(db)];
  await count(one.id, "views", 0, 5);
  const seen = await db
    .asMusician(other.id)
    .read((tx) => ownNumbers(tx, declarations, one.id, "all", "views"));
  expect([seen.isEmpty, seen.totals.views]).toEqual([true, 0]);
});

test("the first device sets the time zone, later ones only when asked; an unknown one is refused", async () => {
  const { id } = await makeMusician(db);
  expect(await numbersOf(id, "7")).toMatchObject({ timeZone: "UTC", isZoneKnown: false });
  await setTimeZone({ db }, id, "Asia/Tokyo", { onlyFirst: true });
  await setTimeZone({ db }, id, "Europe/Berlin", { onlyFirst: true });
  expect(await numbersOf(id, "7")).toMatchObject({ timeZone: "Asia/Tokyo", isZoneKnown: true });
  await setTimeZone({ db }, id, "Europe/Berlin");
  await expect(setTimeZone({ db }, id, "Nowhere/At_All")).rejects.toMatchObject({ kind: "invalid" });
  expect(await numbersOf(id, "7")).toMatchObject({ timeZone: "Europe/Berlin" });
});
