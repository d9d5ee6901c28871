import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword, isPasswordOf } from "../app/features/auth/password.server.ts";
import { findArtistPage } from "../app/pages/artist/artist.server.ts";
import type { Database } from "../server/db/database.ts";
import { openStorage, type Storage } from "../server/storage/storage.ts";
import { makeMusician, makeUser } from "../tests/factories/accounts.ts";
import { freshDatabase } from "../tests/harness/database.ts";
import { artist } from "./artist.ts";
import { fillDemo } from "./fill.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-demo-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function freshParts() {
  const db = await freshDatabase();
  const storage = await openStorage({ dataDir: await mkdtemp(join(folder, "data-")) });
  return { db, storage, hashPassword, [Symbol.asyncDispose]: () => db.close() };
}

/** The artist's page as a visitor gets it, and how many files are stored. */
async function outcome({ db, storage }: { db: Database; storage: Storage }) {
  let files = 0;
  for await (const _ of storage.list("")) files += 1;
  return { page: await findArtistPage(db.asVisitor(), artist.customUrl), files };
}

test("the demo artist is filled in whole, with a password that is hers alone", async () => {
  await using parts = await freshParts();
  const credentials = await fillDemo(parts);

  expect(credentials).toEqual({
    email: "demo@handbill.example",
    password: expect.stringMatching(/^([a-z]{5}-){4}[a-z]{5}$/),
  });
  const { page, files } = await outcome(parts);
  expect(files).toBe(artist.tracks.length);
  expect(page).toMatchObject({ artistName: artist.name, bio: artist.bio, location: artist.location });
  expect(page?.tracks?.map(({ title, durationSeconds }) => ({ title, seconds: durationSeconds }))).toEqual(
    artist.tracks.map(({ title, seconds }) => ({ title, seconds })),
  );
  for (const { fileUrl } of page?.tracks ?? []) {
    const stored = await parts.storage.head(fileUrl?.replace("/uploads/", "") ?? "");
    expect(stored).toMatchObject({ contentType: "audio/mpeg" });
  }
  const account = await parts.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("users")
        .innerJoin("credentials", "credentials.user_id", "users.id")
        .innerJoin("musician_profiles as profile", "profile.user_id", "users.id")
        .select(["users.role", "credentials.password_hash", "profile.is_demo_profile"])
        .executeTakeFirstOrThrow(),
    );
  expect(account).toMatchObject({ role: "musician", is_demo_profile: true });
  expect(await isPasswordOf(account.password_hash, credentials?.password ?? "")).toBe(true);
});

test("two installations have two passwords", async () => {
  await using one = await freshParts();
  await using other = await freshParts();
  expect((await fillDemo(one))?.password).not.toBe((await fillDemo(other))?.password);
});

test("the next start changes nothing, not even what the musician has changed", async () => {
  await using parts = await freshParts();
  await fillDemo(parts);
  await parts.db
    .asSystem()
    .write((tx) => tx.deleteFrom("music_tracks").where("display_order", "=", 1).execute());
  const before = await outcome(parts);
  expect(await fillDemo(parts)).toBeNull();
  expect(await outcome(parts)).toEqual(before);
});

test.each([
  ["no file", 0],
  ["one file", 1],
  ["all files", artist.tracks.length],
])("a crash after %s leaves nothing to see, and the next start completes it", async (_, filesBefore) => {
  await using parts = await freshParts();
  let left = filesBefore;
  const crash = () => Promise.reject(new Error("power cut"));
  const crashing = {
    ...parts,
    storage: {
      ...parts.storage,
      put: (...file: Parameters<Storage["put"]>) => (left-- > 0 ? parts.storage.put(...file) : crash()),
    },
    db:
      filesBefore < artist.tracks.length
        ? parts.db
        : { ...parts.db, asSystem: () => ({ ...parts.db.asSystem(), write: crash }) },
  };
  await expect(fillDemo(crashing)).rejects.toThrow("power cut");
  expect(await outcome(parts)).toEqual({ page: null, files: filesBefore });

  expect(await fillDemo(parts)).toMatchObject({ email: artist.email });
  expect((await outcome(parts)).files).toBe(artist.tracks.length);
});

test("a deleted demo stays deleted", async () => {
  await using parts = await freshParts();
  await fillDemo(parts);
  await parts.db.asSystem().write((tx) => tx.deleteFrom("users").where("email", "=", artist.email).execute());
  expect(await fillDemo(parts)).toBeNull();
  expect((await outcome(parts)).page).toBeNull();
});

test("of several processes at the same moment, one fills it", async () => {
  await using parts = await freshParts();
  const all = await Promise.all(Array.from({ length: 5 }, () => fillDemo(parts)));
  expect(all.filter((credentials) => credentials !== null)).toHaveLength(1);
  const { page, files } = await outcome(parts);
  expect([page?.tracks?.length, files]).toEqual([artist.tracks.length, artist.tracks.length]);
});

test.each<[string, (db: Database) => Promise<unknown>]>([
  ["another demo profile", (db) => makeMusician(db, { is_demo_profile: true })],
  ["somebody with its e-mail address", (db) => makeUser(db, { email: artist.email })],
  ["somebody at its custom URL", (db) => makeMusician(db, { custom_url: artist.customUrl })],
])("it steps aside for %s", async (_, make) => {
  await using parts = await freshParts();
  await make(parts.db);
  expect(await fillDemo(parts)).toBeNull();
  expect((await outcome(parts)).files).toBe(0);
});

test("only the system knows what this installation has done", async () => {
  await using parts = await freshParts();
  const { id } = await makeUser(parts.db);
  for (const actor of [parts.db.asVisitor(), parts.db.asMusician(id), parts.db.asAdmin(id)]) {
    await expect(actor.read((tx) => sql`select from app.milestones`.execute(tx))).rejects.toMatchObject({
      code: "42501",
    });
  }
  const forget = parts.db.asSystem().write((tx) => sql`delete from app.milestones`.execute(tx));
  await expect(forget).rejects.toMatchObject({ code: "42501" });
});
