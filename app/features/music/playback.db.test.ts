import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { usedBytes } from "#server/files/quota.ts";
import { removeUnnamedFiles } from "#server/files/removal.ts";
import { mayReadFile } from "#server/http/stored-files.ts";
import type { JobServices } from "#server/services.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeTrack } from "../../../tests/factories/page.ts";
import type { TestDatabase } from "../../../tests/harness/database.ts";
import { startS3Server } from "../../../tests/harness/s3-server.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { tone } from "../../../tests/harness/tone.ts";
import { analyseTrack } from "./analyse.server";
import { deleteTracks } from "./commands.server";
import { catchUpCopies, makePlaybackCopy } from "./playback.server";
import { ownLibrary } from "./queries.server";

type CopyServices = Omit<JobServices, "mailer" | "db"> & { db: TestDatabase };

/** Services whose server can be stopped. */
async function freshCopies(): Promise<CopyServices & { stop(): void }> {
  const services = await freshServices();
  onTestFinished(() => services[Symbol.asyncDispose]());
  const stopping = new AbortController();
  return { ...services, stopping: stopping.signal, stop: () => stopping.abort(new Error("stopping")) };
}

const song = tone({ seconds: 4 });
const pathOf = (address: string | null) => `${address}`.slice("/uploads/".length);

/** A track that has been analysed, and its file. */
async function storedTrack(services: CopyServices, bytes: Uint8Array = song, overrides = {}) {
  const { id: user_id } = await makeMusician(services.db);
  const track = await makeTrack(services.db, {
    user_id,
    file_url: `/uploads/music/${user_id}/song.wav`,
    duration: 4,
    analysed_at: new Date(),
    file_size: bytes.length,
    ...overrides,
  });
  await services.storage.put(pathOf(track.file_url), bytes, { contentType: "audio/wav" });
  return track;
}

const rowOf = ({ db }: CopyServices, id: string) =>
  db
    .asSystem()
    .read((tx) => tx.selectFrom("music_tracks").selectAll().where("id", "=", id).executeTakeFirstOrThrow());

async function jobsOf({ db }: CopyServices): Promise<string[]> {
  const { rows } = await db.asSystem().read((tx) =>
    sql<{ id: string }>`
      select data ->> 'trackId' as id from pgboss.job
      where name = 'track.copy' and state = 'created'`.execute(tx),
  );
  return rows.map(({ id }) => id);
}

const finishJobs = ({ db }: CopyServices) =>
  db.asSystem().write((tx) => sql`delete from pgboss.job`.execute(tx));

async function filesOf({ storage }: CopyServices): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of storage.list("music/")) paths.push(path);
  return paths.sort();
}

const draftsOf = ({ config }: CopyServices) => readdir(join(config.dataDir, "copies"));

test("a lossless track gets its lighter copy after its analysis, and the original stays", async () => {
  const services = await freshCopies();
  const { id, user_id, file_url } = await storedTrack(services, song, { analysed_at: null });
  await analyseTrack(services, id);
  expect(await jobsOf(services)).toEqual([id]);
  await makePlaybackCopy(services, id);
  const row = await rowOf(services, id);
  expect(row).toMatchObject({
    file_url,
    playback_url: `/uploads/music/${user_id}/song-play.mp3`,
    playback_state: "made",
    playback_percent: null,
  });
  const copy = await services.storage.head(pathOf(row.playback_url));
  expect(copy).toMatchObject({ contentType: "audio/mpeg" });
  expect(copy?.size).toBeLessThan(song.length / 4);
  expect((await services.storage.head(pathOf(file_url)))?.size).toBe(song.length);
  expect(await draftsOf(services)).toEqual([]);
  const { tracks } = await services.db.asMusician(user_id).read((tx) => ownLibrary(tx, user_id, 1));
  expect(tracks).toMatchObject([{ file_url, playback_url: row.playback_url, copying: null }]);
});

test("on S3 as well", async () => {
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  const storage = await openStorage({ dataDir: "/nowhere", s3: s3.settings });
  const services = { ...(await freshCopies()), storage };
  const { id } = await storedTrack(services);
  await makePlaybackCopy(services, id);
  const { playback_url } = await rowOf(services, id);
  expect(await storage.head(pathOf(playback_url))).toMatchObject({ contentType: "audio/mpeg" });
});

test("an MP3 stays itself", async () => {
  const services = await freshCopies();
  const { id: user_id } = await makeMusician(services.db);
  const { id, file_url } = await makeTrack(services.db, { user_id });
  const mp3 = await readFile(join(import.meta.dirname, "../../../tests/fixtures/tone.mp3"));
  await services.storage.put(pathOf(file_url), mp3, { contentType: "audio/mpeg" });
  await analyseTrack(services, id);
  expect((await rowOf(services, id)).analysed_at).not.toBeNull();
  await catchUpCopies(services);
  expect(await jobsOf(services)).toEqual([]);
  await makePlaybackCopy(services, id);
  expect(await rowOf(services, id)).toMatchObject({ playback_url: null, playback_state: null });
});

test("where no copy can be made the original plays on, its artist is told, and it isn't tried again", async () => {
  const services = await freshCopies();
  const broken = await storedTrack(services, Buffer.alloc(5000, "not a sound"));
  // It lacks so much that a listener would miss it.
  const cut = await storedTrack(services, song, { duration: 60 });
  const missing = await storedTrack(services);
  await services.storage.remove(pathOf(missing.file_url));
  const light = await storedTrack(services, tone({ seconds: 0.002 }), { duration: 1 });
  for (const { id } of [broken, cut, missing, light]) await makePlaybackCopy(services, id);
  const states = await Promise.all([broken, cut, missing, light].map(({ id }) => rowOf(services, id)));
  expect(states.map(({ playback_state }) => playback_state)).toEqual([
    "failed",
    "failed",
    "unneeded",
    "unneeded",
  ]);
  expect(states.map(({ playback_url }) => playback_url)).toEqual([null, null, null, null]);
  const { user_id } = broken;
  const { tracks } = await services.db.asMusician(user_id).read((tx) => ownLibrary(tx, user_id, 1));
  expect(tracks).toMatchObject([{ copying: "failed", playback_url: null }]);
  await finishJobs(services);
  await catchUpCopies(services);
  expect(await jobsOf(services)).toEqual([]);
  expect(await draftsOf(services)).toEqual([]);
});

test("while the store is away it stays to be made", async () => {
  const services = await freshCopies();
  const { id } = await storedTrack(services);
  const { storage } = services;
  const put = async () => {
    throw new Error("The store is away.");
  };
  await expect(makePlaybackCopy({ ...services, storage: { ...storage, put } }, id)).rejects.toThrow("away");
  expect(await rowOf(services, id)).toMatchObject({ playback_state: null, playback_percent: null });
  expect(await draftsOf(services)).toEqual([]);
  await makePlaybackCopy(services, id);
  expect(await rowOf(services, id)).toMatchObject({ playback_state: "made" });
});

test("a server that stops leaves the copy to the next one", async () => {
  const services = await freshCopies();
  const { id } = await storedTrack(services, tone({ seconds: 60 }), { duration: 60 });
  const other = await storedTrack(services);
  const works = Promise.all([makePlaybackCopy(services, id), makePlaybackCopy(services, other.id)]);
  await expect.poll(() => draftsOf(services).catch(() => [])).toHaveLength(1);
  services.stop();
  await works;
  for (const track of [id, other.id]) {
    expect(await rowOf(services, track)).toMatchObject({ playback_url: null, playback_state: null });
  }
  expect((await jobsOf(services)).sort()).toEqual([id, other.id].sort());
  expect(await draftsOf(services)).toEqual([]);
});

test("after a kill in the middle it is made from the beginning, and nothing is left over", async () => {
  const services = await freshCopies();
  const { id, user_id } = await storedTrack(services);
  const { db, config } = services;
  await makePlaybackCopy(services, id);
  const once = await filesOf(services);
  // As a kill leaves it: one between the file and its row, one while the draft was written.
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("music_tracks")
        .set({ playback_state: "making", playback_percent: 40, playback_url: null })
        .where("id", "=", id)
        .execute(),
    );
  await db.asSystem().write((tx) => tx.deleteFrom("files_to_remove").execute());
  const drafts = join(config.dataDir, "copies");
  const then = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await writeFile(join(drafts, "left"), "half");
  await utimes(join(drafts, "left"), then, then);
  await writeFile(join(drafts, "under way"), "of another process");
  const { tracks } = await db.asMusician(user_id).read((tx) => ownLibrary(tx, user_id, 1));
  expect(tracks).toMatchObject([{ copying: { percent: 40 }, playback_url: null }]);

  await catchUpCopies(services);
  expect(await jobsOf(services)).toEqual([id]);
  expect(await draftsOf(services)).toEqual(["under way"]);
  await makePlaybackCopy(services, id);
  expect(await rowOf(services, id)).toMatchObject({ playback_state: "made", playback_percent: null });
  expect(await filesOf(services)).toEqual(once);
});

test("a track that is deleted meanwhile leaves no copy, and one that is deleted later takes it along", async () => {
  const services = await freshCopies();
  const { storage, db } = services;
  const { id, user_id } = await storedTrack(services);
  const empty = () => db.asSystem().write((tx) => tx.deleteFrom("deleted_items").execute());
  const put: typeof storage.put = async (...args) => {
    await storage.put(...args);
    await deleteTracks(services, user_id, [id]);
  };
  await makePlaybackCopy({ ...services, storage: { ...storage, put } }, id);
  await removeUnnamedFiles(services);
  expect(await filesOf(services)).toHaveLength(1);
  await empty();
  await removeUnnamedFiles(services);
  expect(await filesOf(services)).toEqual([]);

  const later = await storedTrack(services);
  await makePlaybackCopy(services, later.id);
  expect(await filesOf(services)).toHaveLength(2);
  await deleteTracks(services, later.user_id, [later.id]);
  await empty();
  await removeUnnamedFiles(services);
  expect(await filesOf(services)).toEqual([]);

  const leaving = await storedTrack(services);
  await makePlaybackCopy(services, leaving.id);
  await db.asSystem().write((tx) => tx.deleteFrom("users").where("id", "=", leaving.user_id).execute());
  await removeUnnamedFiles(services);
  expect(await filesOf(services)).toEqual([]);
});

test("a copy is heard by those who may see its track, and counts in no quota", async () => {
  const services = await freshCopies();
  const { db } = services;
  const { id, user_id, file_url } = await storedTrack(services);
  const used = () => db.asMusician(user_id).read((tx) => usedBytes(tx, user_id));
  const before = await used();
  await makePlaybackCopy(services, id);
  expect(await used()).toBe(before);
  const { playback_url } = await rowOf(services, id);
  const other = await makeMusician(db);
  const readers = [db.asVisitor(), db.asMusician(other.id), db.asMusician(user_id)];
  const mayRead = (address: string | null) =>
    Promise.all(readers.map((reader) => mayReadFile(reader, `${address}`)));
  expect(await mayRead(playback_url)).toEqual([true, true, true]);
  await db
    .asMusician(user_id)
    .write((tx) => tx.updateTable("music_tracks").set({ is_visible: false }).where("id", "=", id).execute());
  expect(await mayRead(playback_url)).toEqual([false, false, true]);
  expect(await mayRead(file_url)).toEqual([false, false, true]);
});

test("those of before follow each other one by one, and a new track waits for one at most", async () => {
  const services = await freshCopies();
  const old = [];
  for (const day of [1, 2, 3]) {
    old.push(await storedTrack(services, song, { created_at: new Date(Date.UTC(2020, 0, day)) }));
  }
  const ids = old.map(({ id }) => id);
  await catchUpCopies(services);
  await catchUpCopies(services);
  expect(await jobsOf(services)).toEqual([ids[0]]);
  const fresh = await storedTrack(services, song, { analysed_at: null });
  await analyseTrack(services, fresh.id);
  await finishJobs(services);
  await services.db.asSystem().write((tx) => tx.enqueue("track.copy", { trackId: fresh.id }));
  await makePlaybackCopy(services, `${ids[0]}`);
  expect(await jobsOf(services)).toEqual([fresh.id]);
  await finishJobs(services);
  await makePlaybackCopy(services, fresh.id);
  expect(await jobsOf(services)).toEqual([ids[1]]);
  await finishJobs(services);
  await makePlaybackCopy(services, `${ids[1]}`);
  await finishJobs(services);
  await makePlaybackCopy(services, `${ids[2]}`);
  expect(await jobsOf(services)).toEqual([]);
});
