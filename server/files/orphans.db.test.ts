import { randomUUID } from "node:crypto";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import {
  makePhoto,
  makePressKit,
  makeStoredImage,
  makeTrack,
  uploadAddress,
} from "../../tests/factories/page.ts";
import { startS3Server } from "../../tests/harness/s3-server.ts";
import { freshServices } from "../../tests/harness/services.ts";
import type { Services } from "../services.ts";
import { openStorage } from "../storage/open-storage.ts";
import { collectOrphans } from "./orphans.ts";
import { scheduleDeletion } from "./removal.ts";

const twoHours = 2 * 60 * 60 * 1000;
const contentTypes: Record<string, string> = {
  webp: "image/webp",
  mp3: "audio/mpeg",
  pdf: "application/pdf",
  txt: "text/plain",
};

/** Services on the file system and on S3, and a function that stores a file as if it had been there for two hours. */
const stores = {
  "the file system": async () => {
    const services = await freshServices();
    const age = async (path: string) => {
      const then = new Date(Date.now() - twoHours);
      await utimes(join(services.config.dataDir, "files", "uploads", path), then, then);
    };
    return { services, age };
  },
  S3: async () => {
    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const services = await freshServices();
    const storage = await openStorage({ dataDir: "/nowhere", s3: s3.settings });
    const age = async (path: string) => s3.age(`uploads/${path}`, twoHours);
    return { services: Object.assign(services, { storage }), age };
  },
};

describe.each(Object.entries(stores))("on %s", (_, open) => {
  async function freshStore() {
    const { services, age } = await open();
    onTestFinished(() => services[Symbol.asyncDispose]());
    const put = async (path: string, bytes = 100, isOld = true) => {
      const contentType = contentTypes[path.split(".").at(-1) ?? ""] ?? "";
      await services.storage.put(path, Buffer.alloc(bytes, 1), { contentType });
      if (isOld) await age(path);
    };
    return { services, put, putAt: (address: string, bytes?: number) => put(pathOf(address), bytes) };
  }

  test("a file that no row names goes, one that a row names or may soon name stays", async () => {
    const { services, put, putAt } = await freshStore();
    const { db } = services;
    const { id: user_id } = await makeMusician(db);
    const track = await makeTrack(db, { user_id, file_size: 100 });
    const url = uploadAddress("avatars", user_id, "cover.webp");
    await makeTrack(db, { user_id, file_url: null, cover_image: url });
    await makeStoredImage(db, { user_id, url, widths: [400], bytes: 200 });
    const kit = await makePressKit(db, { user_id });
    const photo = await makePhoto(db, { user_id });
    const named = [
      track.file_url ?? "",
      url,
      url.replace(".webp", "-400w.webp"),
      kit.file_url,
      photo.image_url,
    ];
    for (const address of named) await putAt(address);
    const young = `music/${user_id}/young.mp3`;
    await put(young, 100, false);
    const awaited = `music/${user_id}/awaited.mp3`;
    await put(awaited);
    await scheduleDeletion(db, [awaited]);
    const orphans = [
      `music/${user_id}/stray.mp3`,
      `photos/${user_id}/stray.webp`,
      `photos/${user_id}/stray-200w.webp`,
      `press-kits/${randomUUID()}/stray.pdf`,
      `test/${user_id}/test-1.txt`,
    ];
    for (const path of orphans) await put(path, 10);
    const lost = uploadAddress("photos", user_id, "stray.webp");
    await makeStoredImage(db, { user_id, url: lost });

    const before = await stored(services);
    const dry = await collectOrphans(services, { dryRun: true });
    expect(dry).toMatchObject({ files: before.length, removedBytes: 50, missing: [] });
    expect(dry.removed.sort()).toEqual(orphans.sort());
    expect(await stored(services)).toEqual(before);

    const report = await collectOrphans(services);
    expect({ ...report, removed: report.removed.sort() }).toEqual(dry);
    expect(await stored(services)).toEqual([...named.map(pathOf), young, awaited].sort());
    expect(await picturesOf(services)).toEqual([url]);
    expect(await collectOrphans(services)).toMatchObject({ removed: [], missing: [] });
  });

  test("a row whose file is gone is reported, and left as it is", async () => {
    const { services, putAt } = await freshStore();
    const { db } = services;
    const track = await makeTrack(db);
    const photo = await makePhoto(db);
    await makeStoredImage(db, { user_id: photo.user_id, url: photo.image_url, widths: [200], bytes: 1 });
    await putAt(photo.image_url);
    const { missing, removed } = await collectOrphans(services);
    expect(missing).toEqual([
      { table: "photo_gallery", id: photo.id, path: pathOf(photo.image_url).replace(".webp", "-200w.webp") },
      { table: "music_tracks", id: track.id, path: pathOf(track.file_url) },
    ]);
    expect(removed).toEqual([]);
    const { count } = await db.asSystem().read((tx) =>
      tx
        .selectFrom("music_tracks")
        .select((is) => is.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow(),
    );
    expect(count).toBe(1);
  });
});

test("a track's lighter copy stays while it is named, and is made anew where it is gone", async () => {
  await using services = await freshServices();
  const { db, storage } = services;
  const { id: user_id } = await makeMusician(db);
  const put = (name: string, contentType: string) =>
    storage.put(`music/${user_id}/${name}`, Buffer.from("x"), { contentType });
  const made = async (name: string) => {
    await put(`${name}.wav`, "audio/wav");
    const address = uploadAddress("music", user_id, name);
    return makeTrack(db, {
      user_id,
      file_url: `${address}.wav`,
      playback_state: "made",
      playback_url: `${address}-play.mp3`,
      file_size: 1,
    });
  };
  const [kept, lost] = [await made("kept"), await made("lost")];
  await put("kept-play.mp3", "audio/mpeg");
  const addresses = () =>
    db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("music_tracks")
          .select(["id", "file_url", "playback_url", "playback_state"])
          .where("user_id", "=", user_id)
          .orderBy("file_url")
          .execute(),
      );
  const before = await addresses();
  expect(await collectOrphans(services, { dryRun: true })).toMatchObject({ remade: 1, missing: [] });
  expect(await addresses()).toEqual(before);
  expect(await collectOrphans(services)).toMatchObject({ remade: 1, missing: [], removed: [] });
  expect(await addresses()).toMatchObject([
    { id: kept.id, playback_url: kept.playback_url, playback_state: "made" },
    { id: lost.id, file_url: lost.file_url, playback_url: null, playback_state: null },
  ]);
  expect(await collectOrphans(services)).toMatchObject({ remade: 0, missing: [] });
});

test("sizes that rows of an older version don't know are found out", async () => {
  await using services = await freshServices();
  const { db, storage } = services;
  const track = await makeTrack(db);
  const photo = await makePhoto(db);
  await makeStoredImage(db, { user_id: photo.user_id, url: photo.image_url, widths: [] });
  await storage.put(pathOf(track.file_url), Buffer.alloc(70), { contentType: "audio/mpeg" });
  for (const [suffix, bytes] of [
    ["", 20],
    ["-800w", 3],
  ] as const) {
    const path = pathOf(photo.image_url).replace(".webp", `${suffix}.webp`);
    await storage.put(path, Buffer.alloc(bytes), { contentType: "image/webp" });
  }
  expect((await collectOrphans(services, { dryRun: true })).measured).toBe(2);
  expect((await collectOrphans(services)).measured).toBe(2);
  expect((await collectOrphans(services)).measured).toBe(0);
  const known = await db
    .asSystem()
    .read(async (tx) => [
      ...(await tx.selectFrom("music_tracks").select("file_size as bytes").execute()),
      ...(await tx.selectFrom("stored_images").select("bytes").execute()),
    ]);
  expect(known).toEqual([{ bytes: 70 }, { bytes: 23 }]);
});

test("a picture that has neither rows nor files is forgotten", async () => {
  await using services = await freshServices();
  await makeStoredImage(services.db, { bytes: 5 });
  expect((await collectOrphans(services, { dryRun: true })).forgotten).toBe(1);
  expect((await collectOrphans(services)).forgotten).toBe(1);
  expect(await picturesOf(services)).toEqual([]);
});

test("more rows than are read at once are all looked at, and a flood of missing files is cut off", async () => {
  await using services = await freshServices();
  const { id } = await makeMusician(services.db);
  await services.db.asSystem().write((tx) =>
    sql`insert into music_tracks (user_id, title, file_url)
        select ${id}::uuid, 'Track ' || n, '/uploads/music/' || ${id}::text || '/' || n || '.mp3' from generate_series(1, 2300) n`.execute(
      tx,
    ),
  );
  expect((await collectOrphans(services)).missing).toHaveLength(1000);
});

test("it ends when its signal is aborted", async () => {
  await using services = await freshServices();
  await makeTrack(services.db);
  await expect(collectOrphans(services, { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
});

function pathOf(address: string | null): string {
  return (address ?? "").replace("/uploads/", "");
}

async function stored({ storage }: Services): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of storage.list("")) paths.push(path);
  return paths.sort();
}

async function picturesOf({ db }: Services): Promise<string[]> {
  const rows = await db.asSystem().read((tx) => tx.selectFrom("stored_images").select("url").execute());
  return rows.map(({ url }) => url);
}
