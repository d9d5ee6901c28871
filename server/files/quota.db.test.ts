import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import {
  makePictureOriginal,
  makePressKit,
  makeStoredImage,
  makeTrack,
  uploadAddress,
} from "../../tests/factories/page.ts";
import { freshDatabase } from "../../tests/harness/database.ts";
import type { StoredPicture } from "../media/images.ts";
import { recordPicture } from "../media/stored-pictures.ts";
import { requireRoomFor, usedBytes } from "./quota.ts";

const db = await freshDatabase();
afterAll(() => db.close());
const gigabyte = 1024 ** 3;

const usedBy = (id: string) => db.asMusician(id).read((tx) => usedBytes(tx, id));

function pictureOf(userId: string, name: string, bytes: number): StoredPicture {
  const src = uploadAddress("photos", userId, `${name}.webp`);
  return { src, width: 10, height: 10, widths: [], colour: "#000000", bytes };
}

function record(quotaBytes: number, userId: string, picture: StoredPicture): Promise<void> {
  return db.asMusician(userId).write((tx) => recordPicture(tx, { quotaBytes }, userId, picture));
}

test("tracks, pictures, what they were cut from and the press kit count, each musician's by themself", async () => {
  const [one, other] = [await makeMusician(db), await makeMusician(db)];
  expect(await usedBy(one.id)).toBe(0);
  await makeTrack(db, { user_id: one.id, file_size: 1000 });
  await makeTrack(db, { user_id: one.id, file_size: null });
  await makeStoredImage(db, { user_id: one.id, bytes: 100 });
  await makeStoredImage(db, { user_id: one.id });
  await makePressKit(db, { user_id: one.id, file_size: 10 });
  await makePictureOriginal(db, { user_id: one.id, file_size: 20_000 });
  await makeTrack(db, { user_id: other.id, file_size: 7 });
  expect(await usedBy(one.id)).toBe(21_110);
  expect(await usedBy(other.id)).toBe(7);
});

describe("before a file is sent", () => {
  test.each([
    [
      5,
      4.99,
      0.02,
      "Your library is full: 4.9 of 5 GB are used. Delete something and empty Recently deleted to make room.",
    ],
    [
      5,
      5,
      0.01,
      "Your library is full: 5.0 of 5 GB are used. Delete something and empty Recently deleted to make room.",
    ],
    [
      0.5,
      0.45,
      0.06,
      "Your library is full: 0.4 of 0.5 GB are used. Delete something and empty Recently deleted to make room.",
    ],
  ])("of %s GB, with %s used, %s more are refused", async (quota, used, coming, publicText) => {
    const { id } = await makeMusician(db);
    await makeTrack(db, { user_id: id, file_size: Math.round(used * gigabyte) });
    const check = (bytes: number, arriving = 0) =>
      db
        .asMusician(id)
        .read((tx) =>
          requireRoomFor(tx, { quotaBytes: quota * gigabyte }, id, { size: Math.floor(bytes), arriving }),
        );
    await expect(check(coming * gigabyte)).rejects.toMatchObject({ kind: "too-large", publicText });
    const left = (quota - used) * gigabyte - 1;
    await check(left);
    const beside = { kind: "too-many", publicText: expect.stringContaining("the uploads on their way") };
    if (left > 0) await expect(check(left, 1000)).rejects.toMatchObject(beside);
  });
});

describe("when its row is written", () => {
  test("a file that fits to the last byte is kept, and one byte more is not", async () => {
    const { id } = await makeMusician(db);
    await record(100, id, pictureOf(id, "fits", 100));
    await expect(record(100, id, pictureOf(id, "tiny", 1))).rejects.toMatchObject({ kind: "too-large" });
    expect(await usedBy(id)).toBe(100);
  });

  test("the same picture a second time changes nothing", async () => {
    const { id } = await makeMusician(db);
    await record(100, id, pictureOf(id, "same", 100));
    await record(50, id, pictureOf(id, "same", 100));
    expect(await usedBy(id)).toBe(100);
  });

  test("of two files that come at once and don't both fit, one is kept", async () => {
    const { id } = await makeMusician(db);
    const firstIsIn = Promise.withResolvers<void>();
    const secondWaits = Promise.withResolvers<void>();
    const first = db.asMusician(id).write(async (tx) => {
      await recordPicture(tx, { quotaBytes: 100 }, id, pictureOf(id, "a", 60));
      firstIsIn.resolve();
      await secondWaits.promise;
    });
    await firstIsIn.promise;
    let secondEnded = false;
    const second = record(100, id, pictureOf(id, "b", 60)).finally(() => {
      secondEnded = true;
    });
    second.catch(() => {});
    while (!secondEnded && !(await someoneWaits())) await new Promise(setImmediate);
    secondWaits.resolve();
    await first;
    await expect(second).rejects.toMatchObject({ kind: "too-large" });
    expect(await usedBy(id)).toBe(60);
  });
});

async function someoneWaits(): Promise<boolean> {
  const { rows } = await db.asSystem().read((tx) =>
    sql`
      select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`.execute(tx),
  );
  return rows.length > 0;
}
