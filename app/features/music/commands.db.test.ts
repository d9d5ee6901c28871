import { sql } from "kysely";
import { expect, test } from "vitest";
import { loadConfig } from "#server/config.ts";
import type { Database } from "#server/db/database.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import { addTrack } from "./commands.server";
import { ownTracks } from "./queries.server";

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

test("new tracks join at the end, visible and downloadable", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db);
  for (const number of [1, 2, 3]) await addTrack({ db, config }, id, trackOf(id, number));
  expect(await titles(db, id)).toEqual(["Track 1", "Track 2", "Track 3"]);
  expect((await library(db, id))[0]).toMatchObject({
    duration: 61,
    is_visible: true,
    downloads_enabled: true,
  });
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

test("nobody adds a track that names another's file", async () => {
  await using db = await freshDatabase();
  const [mine, theirs] = [await makeMusician(db), await makeMusician(db)];
  await expect(addTrack({ db, config }, mine.id, trackOf(theirs.id, 1))).rejects.toThrow();
});

test("a track that no longer fits is not added, and nothing is heard of it", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db);
  const small = { db, config: { ...config, quotaBytes: 2500 } };
  for (const number of [1, 2]) await addTrack(small, id, trackOf(id, number));
  await expect(addTrack(small, id, trackOf(id, 3))).rejects.toMatchObject({
    kind: "too-large",
    publicText: expect.stringContaining("Delete something to make room."),
  });
  expect(await titles(db, id)).toEqual(["Track 1", "Track 2"]);
  // The one that is there already is still there when it is taken over again.
  await addTrack(small, id, trackOf(id, 2));
});
