import { expect, test } from "vitest";
import { everyAddress } from "../../app/shared/picture.ts";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makePhoto, makeTrack } from "../../tests/factories/page.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { AppError } from "../errors.ts";
import { startListener } from "../realtime/listener.ts";
import type { Services } from "../services.ts";
import { startMaintenance } from "./maintenance.ts";
import { removeUnnamedFiles, scheduleDeletion } from "./removal.ts";

const pathOf = (address: string | null) => (address ?? "").replace("/uploads/", "");

/** Stores something at an address that a row names, in all sizes. */
async function store({ storage }: Services, address: string | null): Promise<void> {
  for (const each of everyAddress(address ?? "")) {
    const contentType = each.endsWith(".webp") ? "image/webp" : "audio/mpeg";
    await storage.put(pathOf(each), Buffer.from("content"), { contentType });
  }
}

async function stored({ storage }: Services): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of storage.list("")) paths.push(path);
  return paths.sort();
}

const left = ({ db }: Services) =>
  db.asSystem().read((tx) => tx.selectFrom("files_to_remove").selectAll().execute());

test("files go after their rows, a picture in all its sizes, and nothing else does", async () => {
  await using services = await freshServices();
  const { db } = services;
  const { id: user_id } = await makeMusician(db);
  const [track, kept] = [await makeTrack(db, { user_id }), await makeTrack(db, { user_id })];
  const photo = await makePhoto(db, { user_id });
  for (const address of [track.file_url, kept.file_url, photo.image_url]) await store(services, address);
  await db.asMusician(user_id).write(async (tx) => {
    await tx.deleteFrom("music_tracks").where("id", "=", track.id).execute();
    await tx.deleteFrom("photo_gallery").execute();
  });
  expect(await removeUnnamedFiles(services)).toBe(2);
  expect(await stored(services)).toEqual([pathOf(kept.file_url)]);
  expect(await left(services)).toEqual([]);
  expect(await removeUnnamedFiles(services)).toBe(0);
});

test("a file that another row names stays, though its deletion was scheduled", async () => {
  await using services = await freshServices();
  const track = await makeTrack(services.db);
  await store(services, track.file_url);
  await scheduleDeletion(services.db, [pathOf(track.file_url)]);
  expect(await removeUnnamedFiles(services)).toBe(1);
  expect(await stored(services)).toEqual([pathOf(track.file_url)]);
  expect(await left(services)).toEqual([]);
});

test("several workers share the work, and each address is done with once", async () => {
  await using services = await freshServices();
  const { id: user_id } = await makeMusician(services.db);
  const paths = Array.from({ length: 120 }, (_, n) => `music/${user_id}/${n}.mp3`);
  for (const path of paths) await store(services, `/uploads/${path}`);
  await scheduleDeletion(services.db, paths);
  const done = await Promise.all([1, 2, 3].map(() => removeUnnamedFiles(services)));
  expect(done.reduce((sum, count) => sum + count)).toBe(120);
  expect(await stored(services)).toEqual([]);
});

test("while the store is away nothing is lost: a minute later it is tried again", async () => {
  await using services = await freshServices();
  const { db, storage } = services;
  const track = await makeTrack(db);
  await store(services, track.file_url);
  await db.asSystem().write((tx) => tx.deleteFrom("music_tracks").execute());
  const remove = () => Promise.reject(new AppError("unavailable", "Away"));
  await expect(removeUnnamedFiles({ db, storage: { ...storage, remove } })).rejects.toThrow("Away");
  // Another process that has claimed the files may still be removing them.
  expect(await removeUnnamedFiles(services)).toBe(0);
  await db.asSystem().write((tx) =>
    tx
      .updateTable("files_to_remove")
      .set({ tried_at: new Date(Date.now() - 61_000) })
      .execute(),
  );
  expect(await removeUnnamedFiles(services)).toBe(1);
  expect(await stored(services)).toEqual([]);
});

test("an address that could never be a file's is done with", async () => {
  await using services = await freshServices();
  const { id: user_id } = await makeMusician(services.db);
  await scheduleDeletion(services.db, [`music/${user_id}/UPPER.mp3`]);
  expect(await removeUnnamedFiles(services)).toBe(1);
  expect(await left(services)).toEqual([]);
});

test("a running server removes them with the commit, and at its start what an earlier one has left", async () => {
  await using services = await freshServices();
  const { db } = services;
  const { id: user_id } = await makeMusician(db);
  const before = `music/${user_id}/before.mp3`;
  await store(services, `/uploads/${before}`);
  await scheduleDeletion(db, [before]);
  const maintenance = startMaintenance(services);
  const subscribers = { files: maintenance.files };
  const listener = await startListener({ database: db, subscribers, log: services.log });
  try {
    await expect.poll(() => stored(services)).toEqual([]);
    const track = await makeTrack(db, { user_id });
    await store(services, track.file_url);
    await db.asMusician(user_id).write((tx) => tx.deleteFrom("music_tracks").execute());
    await expect.poll(() => stored(services)).toEqual([]);
  } finally {
    await listener.close();
    await maintenance.close();
  }
});
