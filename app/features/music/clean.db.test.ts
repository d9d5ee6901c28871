import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "#server/errors.ts";
import { openS3 } from "#server/storage/s3.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeTrack } from "../../../tests/factories/page.ts";
import { startS3Server } from "../../../tests/harness/s3-server.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { cleanTrack } from "./clean.server";
import { catchUp, jobHandlers } from "./jobs.server";
import { uploadKinds } from "./uploads.server";

const song = await readFile(join(import.meta.dirname, "../../../tests/fixtures/tone.mp3"));

/** With a program's private data. */
const tagged = Buffer.concat([
  Buffer.from("ID3\x03\0\0\0\0\0\x14PRIV\0\0\0\x0a\0\0XMP\0SECRET", "latin1"),
  song,
]);

type Services = Awaited<ReturnType<typeof freshServices>>;

/** A track that an older Handbill has stored. */
async function oldTrack({ db, storage }: Services, bytes?: Uint8Array) {
  const { id: user_id } = await makeMusician(db);
  const path = `music/${user_id}/song.mp3`;
  if (bytes) await storage.put(path, bytes, { contentType: "audio/mpeg" });
  const { id } = await makeTrack(db, { user_id, file_url: `/uploads/${path}`, metadata_removed_at: null });
  return { id, path };
}

const contentOf = async ({ storage }: Services, path: string) => buffer(await storage.read(path));

const isDone = async ({ db }: Services, id: string) =>
  (
    await db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("music_tracks")
          .select("metadata_removed_at")
          .where("id", "=", id)
          .executeTakeFirstOrThrow(),
      )
  ).metadata_removed_at !== null;

test.each(["the disk", "S3"])("a file of before on %s is cleaned, once, under its address", async (where) => {
  await using own = await freshServices();
  const server = where === "S3" ? await startS3Server() : undefined;
  onTestFinished(() => server?.close());
  const services = server ? { ...own, storage: openS3(server.settings) } : own;
  const { id, path } = await oldTrack(services, tagged);
  const before = await services.storage.head(path);
  await cleanTrack(services, id);
  const after = await contentOf(services, path);
  expect(after.includes("SECRET")).toBe(false);
  expect(after.length).toBe(tagged.length);
  expect(after.subarray(-song.length).equals(song)).toBe(true);
  expect((await services.storage.head(path))?.etag).not.toBe(before?.etag);
  expect(await isDone(services, id)).toBe(true);
  const put = vi.spyOn(services.storage, "put");
  await cleanTrack(services, id);
  expect(put).not.toHaveBeenCalled();
});

test("one that says nothing isn't written again; one that is gone is not asked for for ever", async () => {
  await using services = await freshServices();
  const put = vi.spyOn(services.storage, "put");
  const [plain, missing] = [await oldTrack(services, song), await oldTrack(services)];
  put.mockClear();
  for (const { id } of [plain, missing]) await cleanTrack(services, id);
  expect(put).not.toHaveBeenCalled();
  expect([await isDone(services, plain.id), await isDone(services, missing.id)]).toEqual([true, true]);
});

test("a job that fails for a while is tried again, and none is enqueued twice", async () => {
  await using services = await freshServices();
  const { id, path } = await oldTrack(services, tagged);
  vi.spyOn(services.storage, "put").mockRejectedValueOnce(new AppError("unavailable", "Later, please."));
  await expect(cleanTrack(services, id)).rejects.toMatchObject({ kind: "unavailable" });
  expect(await isDone(services, id)).toBe(false);
  expect((await contentOf(services, path)).equals(tagged)).toBe(true);
  await catchUp(services);
  await catchUp(services);
  const { rows } = await services.db
    .asSystem()
    .read((tx) => sql`select data from pgboss.job where name = 'track.clean'`.execute(tx));
  expect(rows).toEqual([{ data: { trackId: id } }]);
  const mailer = { send: async () => {} };
  const { signal: stopping } = new AbortController();
  await jobHandlers({ ...services, mailer, stopping })["track.clean"]?.({ trackId: id });
  expect(await isDone(services, id)).toBe(true);
});

test("a new one is clean before it is stored", async () => {
  await using services = await freshServices();
  const { id: userId } = await makeMusician(services.db);
  const path = join(services.config.dataDir, "staged");
  await writeFile(path, tagged);
  const id = "0123456789abcdef-song";
  await uploadKinds.track.accept(services, userId, {
    id,
    path,
    name: "Song.mp3",
    size: tagged.length,
    about: {},
  });
  const stored = await contentOf(services, `music/${userId}/${id}.mp3`);
  expect(stored.includes("SECRET")).toBe(false);
  expect(stored.subarray(-song.length).equals(song)).toBe(true);
  await catchUp(services);
  const { rows } = await services.db
    .asSystem()
    .read((tx) => sql`select data from pgboss.job where name = 'track.clean'`.execute(tx));
  expect(rows).toEqual([]);
});
