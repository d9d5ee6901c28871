import { expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import { addTrack } from "./commands.server";
import { ownTracks } from "./queries.server";

const trackOf = (userId: string, number: number) => ({
  title: `Track ${number}`,
  file_url: `/uploads/music/${userId}/${number}.mp3`,
  duration: 60 + number,
});

test("new tracks join at the end, visible and downloadable", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db);
  for (const number of [1, 2, 3]) await addTrack(db, id, trackOf(id, number));
  const tracks = await db.asMusician(id).read((tx) => ownTracks(tx, id));
  expect(tracks.map(({ title }) => title)).toEqual(["Track 1", "Track 2", "Track 3"]);
  expect(tracks[0]).toMatchObject({ duration: 61, is_visible: true, downloads_enabled: true });
});

test("the same file taken over twice is one track", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db);
  await addTrack(db, id, trackOf(id, 1));
  await addTrack(db, id, trackOf(id, 1));
  expect(await db.asMusician(id).read((tx) => ownTracks(tx, id))).toHaveLength(1);
});

test("nobody adds a track that names another's file", async () => {
  await using db = await freshDatabase();
  const [mine, theirs] = [await makeMusician(db), await makeMusician(db)];
  await expect(addTrack(db, mine.id, trackOf(theirs.id, 1))).rejects.toThrow();
});
