import { sql } from "kysely";
import { expect, test } from "vitest";
import { loadConfig } from "#server/config.ts";
import type { Database } from "#server/db/database.ts";
import { makeMusician, makeUser } from "../../../tests/factories/accounts.ts";
import { makeTrack } from "../../../tests/factories/page.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import {
  addTrack,
  changeTrack,
  deleteTracks,
  reorderTracks,
  setSwitch,
  takeTagTitle,
} from "./commands.server";
import { otherTracks, ownLibrary, ownTracks } from "./queries.server";

const trackOf = (userId: string, number: number) => ({
  title: `Track ${number}`,
  file_url: `/uploads/music/${userId}/${number}.mp3`,
  duration: 60 + number,
  tag_title: null,
  file_size: 1000,
});
const config = loadConfig({});

const library = (db: Database, userId: string) => db.asMusician(userId).read((tx) => ownTracks(tx, userId));
const titles = async (db: Database, userId: string) => (await library(db, userId)).map(({ title }) => title);
const idOf = async (db: Database, userId: string, title: string) =>
  (await library(db, userId)).find((track) => track.title === title)?.id ?? "";

test("new tracks join at the end, visible and downloadable, also after one was deleted", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db);
  for (const number of [1, 2, 3]) await addTrack({ db, config }, id, trackOf(id, number));
  expect(await titles(db, id)).toEqual(["Track 1", "Track 2", "Track 3"]);
  expect((await library(db, id))[0]).toMatchObject({
    duration: 61,
    is_visible: true,
    downloads_enabled: true,
    cover: null,
  });
  await deleteTracks({ db }, id, [await idOf(db, id, "Track 1")]);
  await addTrack({ db, config }, id, trackOf(id, 4));
  expect(await titles(db, id)).toEqual(["Track 2", "Track 3", "Track 4"]);
  const { count, pages } = await db.asMusician(id).read((tx) => ownLibrary(tx, id, 1));
  expect([count, pages]).toEqual([3, 1]);
});

test("a long library comes in two parts, which are one list", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db);
  for (let number = 1; number <= 53; number++) {
    await makeTrack(db, { user_id: id, title: `Track ${number}`, display_order: number });
  }
  const as = db.asMusician(id);
  const { tracks, count, others } = await as.read((tx) => ownLibrary(tx, id, 1));
  expect([tracks.length, count, others]).toEqual([50, 53, 3]);
  const following = await as.read((tx) => otherTracks(tx, id, 1));
  expect([tracks.at(-1), ...following].map((track) => track?.title)).toEqual([
    "Track 50",
    "Track 51",
    "Track 52",
    "Track 53",
  ]);
  expect(await as.read((tx) => otherTracks(tx, id, 2))).toEqual([]);
  expect((await as.read((tx) => ownLibrary(tx, id, 2))).others).toBe(0);
});

test("the same file taken over twice is one track, and is listened to once", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db);
  await addTrack({ db, config }, id, trackOf(id, 1));
  await addTrack({ db, config }, id, trackOf(id, 1));
  const [track, ...others] = await library(db, id);
  expect(others).toEqual([]);
  const { rows } = await db
    .asSystem()
    .read((tx) => sql`select data from pgboss.job where name = 'track.analyse'`.execute(tx));
  expect(rows).toEqual([{ data: { trackId: track?.id } }]);
});

test("a track that names another's file is refused", async () => {
  await using db = await freshDatabase();
  const [mine, theirs] = [await makeMusician(db), await makeMusician(db)];
  await expect(addTrack({ db, config }, mine.id, trackOf(theirs.id, 1))).rejects.toThrow();
});

test("a track over the quota is not added, and no update is sent", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db);
  const small = { db, config: { ...config, quotaBytes: 2500 } };
  for (const number of [1, 2]) await addTrack(small, id, trackOf(id, number));
  await expect(addTrack(small, id, trackOf(id, 3))).rejects.toMatchObject({
    kind: "too-large",
    publicText: expect.stringContaining("Delete something and empty Recently deleted to make room."),
  });
  expect(await titles(db, id)).toEqual(["Track 1", "Track 2"]);
  // The one that is there already is still there when it is taken over again.
  await addTrack(small, id, trackOf(id, 2));
});

test("a track is renamed, hidden and kept from downloads, one by one", async () => {
  await using db = await freshDatabase();
  const { id, user_id } = await makeTrack(db);
  await changeTrack({ db }, user_id, id, { title: "Night Bus" });
  await changeTrack({ db }, user_id, id, { is_visible: false });
  await changeTrack({ db }, user_id, id, { downloads_enabled: false });
  expect(await library(db, user_id)).toMatchObject([
    { title: "Night Bus", is_visible: false, downloads_enabled: false },
  ]);
});

test("the title in the tags is taken once", async () => {
  await using db = await freshDatabase();
  const { id, user_id } = await makeTrack(db, { title: "01_nb_final", tag_title: "Night Bus" });
  await takeTagTitle({ db }, user_id, id);
  await changeTrack({ db }, user_id, id, { title: "Night Bus (live)" });
  await takeTagTitle({ db }, user_id, id);
  expect(await library(db, user_id)).toMatchObject([{ title: "Night Bus (live)", tag_title: null }]);
});

test("a new order holds, and an item that wasn't seen stays behind", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db);
  for (const number of [1, 2, 3]) await addTrack({ db, config }, id, trackOf(id, number));
  const seen = (await library(db, id)).map((track) => track.id);
  await addTrack({ db, config }, id, trackOf(id, 4));
  await reorderTracks({ db }, id, seen.toReversed());
  expect(await titles(db, id)).toEqual(["Track 3", "Track 2", "Track 1", "Track 4"]);
  await addTrack({ db, config }, id, trackOf(id, 5));
  expect((await titles(db, id)).at(-1)).toBe("Track 5");
});

test("five hundred tracks are reordered in one go", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db);
  const rows = Array.from({ length: 500 }, (_, index) => ({
    user_id: id,
    title: `Track ${index}`,
    display_order: index + 1,
  }));
  await db.asSystem().write((tx) => tx.insertInto("music_tracks").values(rows).execute());
  const [first, ...rest] = (await library(db, id)).map((track) => track.id);
  const order = [...rest, first ?? ""];
  await reorderTracks({ db }, id, order);
  expect((await library(db, id)).map((track) => track.id)).toEqual(order);
});

test("another's track is out of reach, and nothing of it changes", async () => {
  await using db = await freshDatabase();
  const mine = await makeTrack(db);
  const theirs = await makeTrack(db, { title: "Theirs", tag_title: "Other" });
  const attempts = [
    () =>
      changeTrack({ db }, mine.user_id, theirs.id, { title: "Mine", is_visible: false, cover_image: null }),
    () => deleteTracks({ db }, mine.user_id, [theirs.id]),
    () => takeTagTitle({ db }, mine.user_id, theirs.id),
    () => reorderTracks({ db }, mine.user_id, [theirs.id, mine.id]),
    () => reorderTracks({ db }, mine.user_id, [mine.id, mine.id]),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ kind: "not-found" });
  expect(await library(db, theirs.user_id)).toMatchObject([
    { title: "Theirs", is_visible: true, tag_title: "Other" },
  ]);
  // Among one's own it is passed over.
  await deleteTracks({ db }, mine.user_id, [theirs.id, mine.id]);
  expect(await library(db, mine.user_id)).toEqual([]);
  expect(await library(db, theirs.user_id)).toHaveLength(1);
});

test("an artist's tracks play on until the artist has each end by itself", async () => {
  await using db = await freshDatabase();
  const [mine, theirs] = [await makeMusician(db), await makeMusician(db)];
  const playsOn = async ({ id }: { id: string }) =>
    (await db.asMusician(id).read((tx) => ownLibrary(tx, id, 1))).playsOn;
  expect(await playsOn(mine)).toBe(true);
  await setSwitch({ db }, mine.id, { plays_on: false });
  expect([await playsOn(mine), await playsOn(theirs)]).toEqual([false, true]);
  await setSwitch({ db }, mine.id, { plays_on: true });
  expect(await playsOn(mine)).toBe(true);
  const fresh = await makeUser(db);
  expect(await playsOn(fresh)).toBeNull();
  await expect(setSwitch({ db }, fresh.id, { plays_on: false })).rejects.toThrow("no artist profile");
});
