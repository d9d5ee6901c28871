import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { declarations } from "../app/declarations.server.ts";
import { ownNumbers } from "../app/features/analytics/queries.server.ts";
import { hashPassword, isPasswordOf } from "../app/features/auth/password.server.ts";
import { findArtistPage } from "../app/pages/artist/artist.server.ts";
import { variantAddress } from "../app/shared/picture.ts";
import { deleteAccount } from "../server/account-deletion.ts";
import type { Database } from "../server/db/database.ts";
import { usedBytes } from "../server/files/quota.ts";
import { mayReadFile } from "../server/http/stored-files.ts";
import { openStorage } from "../server/storage/open-storage.ts";
import type { Storage } from "../server/storage/storage.ts";
import { makeMusician, makeUser } from "../tests/factories/accounts.ts";
import { freshDatabase } from "../tests/harness/database.ts";
import { artist } from "./artist.ts";
import { files } from "./files.ts";
import { fillDemo } from "./fill.ts";
import { yearOf } from "./year.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-demo-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function freshParts() {
  const db = await freshDatabase();
  const storage = await openStorage({ dataDir: await mkdtemp(join(folder, "data-")) });
  return {
    db,
    storage,
    hashPassword,
    [Symbol.asyncDispose]: () => db.close(),
  };
}

/** The artist's page as a visitor gets it, and how many files are stored. */
async function outcome({ db, storage }: { db: Database; storage: Storage }) {
  let stored = 0;
  for await (const _ of storage.list("")) stored += 1;
  const found = await findArtistPage(db.asVisitor(), artist.customUrl);
  if (!found) return { page: null, stored };
  const { readAt: _, ...page } = found;
  return { page, stored };
}

/** The tracks of the page's own list: those of no release. */
const listed = artist.tracks.filter(
  (track) => !artist.releases.some(({ tracks }) => tracks.some(({ file }) => file === track.file)),
);

test("the demo artist is filled in whole, with a password that is hers alone", async () => {
  await using parts = await freshParts();
  const credentials = await fillDemo(parts);

  expect(credentials).toEqual({
    email: "demo@handbill.example",
    password: expect.stringMatching(/^([a-z]{5}-){4}[a-z]{5}$/),
  });
  const { page, stored } = await outcome(parts);
  expect(stored).toBe(files.length);
  expect(page).toMatchObject({ artistName: artist.name, bio: artist.bio, location: artist.location });
  expect(page?.tracks?.map(({ title, durationSeconds }) => ({ title, seconds: durationSeconds }))).toEqual(
    listed.map(({ title, seconds }) => ({ title, seconds })),
  );
  expect(page?.links).toMatchObject(artist.links.map(({ title, url, icon }) => ({ title, url, icon })));
  for (const { fileUrl } of page?.tracks ?? []) {
    const sound = await parts.storage.head(fileUrl?.replace("/uploads/", "") ?? "");
    expect(sound).toMatchObject({ contentType: "audio/mpeg" });
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

test("every row names a file that is there and that a visitor may read", async () => {
  await using parts = await freshParts();
  await fillDemo(parts);
  const visitor = parts.db.asVisitor();
  const named = await visitor.read(async (tx) => {
    const rows = await Promise.all([
      tx.selectFrom("musician_profiles").select("avatar_url as url").execute(),
      tx.selectFrom("musician_profiles").select("cover_image as url").execute(),
      tx.selectFrom("music_tracks").select("file_url as url").execute(),
      tx.selectFrom("music_tracks").select("cover_image as url").execute(),
      tx.selectFrom("photo_gallery").select("image_url as url").execute(),
      tx.selectFrom("press_kits").select("file_url as url").execute(),
    ]);
    return rows.flat().flatMap(({ url }) => url ?? []);
  });
  const pictures = await visitor.read((tx) =>
    tx.selectFrom("stored_images").select(["url", "widths"]).execute(),
  );
  expect(pictures.map(({ url }) => url).sort()).toEqual(named.filter((url) => url.endsWith(".webp")).sort());
  const smaller = pictures.flatMap(({ url, widths }) => widths.map((width) => variantAddress(url, width)));
  const addresses = [...named, ...smaller];
  expect(addresses).toHaveLength(files.length);
  for (const address of addresses) {
    expect(await parts.storage.head(address.replace("/uploads/", "")), address).not.toBeNull();
    expect(await mayReadFile(visitor, address), address).toBe(true);
  }
});

test("a year has gone by: numbers, requests in each state, conversations, letters, readers, films", async () => {
  await using parts = await freshParts();
  await fillDemo(parts);
  const asks = await parts.db.asMusician(artist.userId).read(async (tx) => ({
    bookings: await tx.selectFrom("booking_requests").select("status").execute(),
    conversations: await tx.selectFrom("conversations").select("id").execute(),
    unread: await tx.selectFrom("messages").select("id").where("is_read", "=", false).execute(),
    letters: await tx.selectFrom("letters").select(["status", "in_archive"]).execute(),
    readers: await tx.selectFrom("newsletter_subscribers").select("confirmed_at").execute(),
    videos: await tx.selectFrom("video_gallery").select("video_url").execute(),
    numbers: await ownNumbers(tx, declarations, artist.userId, "all", "views"),
  }));
  expect(new Set(asks.bookings.map(({ status }) => status))).toEqual(
    new Set(["pending", "reviewed", "accepted", "declined", "completed"]),
  );
  expect([asks.conversations.length, asks.unread.length]).toEqual([2, 1]);
  expect(asks.letters.filter(({ status }) => status === "sent")).toHaveLength(4);
  expect(asks.letters.filter(({ in_archive }) => in_archive)).toHaveLength(3);
  expect(asks.readers.filter(({ confirmed_at }) => confirmed_at)).toHaveLength(64);
  expect(asks.videos[0]?.video_url).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\//);
  const { numbers } = asks;
  expect(numbers.buckets.every(({ sums }) => sums.views > 0 && sums.plays > 0)).toBe(true);
  expect(numbers.totals.views).toBeGreaterThan(5000);
  expect(numbers.totals.bookings).toBe(asks.bookings.length);
  expect(numbers.tracks).toHaveLength(artist.tracks.length);
  for (const { heard } of numbers.tracks) {
    expect(heard).toHaveLength(48);
    expect(heard[0]).toBeGreaterThan(heard[47] ?? 1);
  }
  // Nothing of it leaves a mail.
  const { rows } = await parts.db
    .asSystem()
    .read((tx) => sql`select name from pgboss.job union all select kind from notifications`.execute(tx));
  expect(rows).toEqual([]);
});

test("its numbers are the same in every installation", () => {
  const [today, tracks] = [new Date("2026-11-23T12:00:00Z"), ["a", "b"]];
  expect(yearOf(today, tracks, ["c"])).toEqual(yearOf(today, tracks, ["c"]));
});

test("the demo goes whole: with its musician go those who write with her", async () => {
  await using parts = await freshParts();
  await fillDemo(parts);
  await parts.db
    .asSystem()
    .write((tx) =>
      deleteAccount(tx, "operator", { id: artist.userId, target: artist.email }, { counts: [], bytes: 0 }),
    );
  const left = await parts.db
    .asSystem()
    .read(async (tx) => [
      await tx.selectFrom("users").select("id").execute(),
      await tx.selectFrom("conversations").select("id").execute(),
      await tx.selectFrom("analytics_days").select("day").execute(),
    ]);
  expect(left).toEqual([[], [], []]);
});

test("the size of the demo is known to the byte", async () => {
  await using parts = await freshParts();
  await fillDemo(parts);
  let stored = 0;
  for await (const { size } of parts.storage.list("")) stored += size;
  expect(await parts.db.asSystem().read((tx) => usedBytes(tx, artist.userId))).toBe(stored);
});

test("half a year later there are still as many shows ahead as the page lists", async () => {
  await using parts = await freshParts();
  await fillDemo(parts);
  const events = await parts.db.asVisitor().read((tx) =>
    tx
      .selectFrom("events")
      .select(["title", sql<number>`event_date - (now() at time zone 'utc')::date`.as("daysAhead")])
      .orderBy("event_date")
      .execute(),
  );
  expect(events.map(({ title }) => title)).toEqual(artist.events.map(({ title }) => title));
  expect(events.filter(({ daysAhead }) => daysAhead > 180).length).toBeGreaterThanOrEqual(6);
  expect(events[0]?.daysAhead).toBeGreaterThan(7);
  expect(events.at(-1)?.daysAhead).toBeLessThan(560);
});

test("a release is out and another is to come for a year, with all tracks to be heard meanwhile", async () => {
  await using parts = await freshParts();
  await fillDemo(parts);
  const releases = await parts.db.asVisitor().read((tx) =>
    tx
      .selectFrom("releases")
      .select(["title", sql<number>`floor(extract(epoch from released_at - now()) / 86400)`.as("daysAhead")])
      .orderBy("released_at")
      .execute(),
  );
  expect(releases.map(({ title }) => title)).toEqual(artist.releases.map(({ title }) => title));
  expect(releases[0]?.daysAhead).toBeLessThan(-200);
  expect(releases[1]?.daysAhead).toBeGreaterThan(365);
  for (const { title, tracks } of artist.releases) {
    const entries = await parts.db
      .asVisitor()
      .read((tx) =>
        tx
          .selectFrom("release_tracks")
          .innerJoin("releases", "releases.id", "release_tracks.release_id")
          .innerJoin("music_tracks", "music_tracks.id", "release_tracks.track_id")
          .select("file_url")
          .where("releases.title", "=", title)
          .orderBy("position")
          .execute(),
      );
    expect(entries.map(({ file_url }) => file_url)).toEqual(
      tracks.map(({ file }) => `/uploads/music/${artist.userId}/${file}`),
    );
  }
});

test("tracks, photos, links and comments stand in the order they were given in", async () => {
  await using parts = await freshParts();
  await fillDemo(parts);
  const newestFirst = (
    table: "music_tracks" | "photo_gallery" | "social_links" | "fan_comments",
    name: string,
  ) =>
    parts.db.asVisitor().read(async (tx) => {
      const { rows } = await sql<{ name: string }>`
        select ${sql.ref(name)} as name from ${sql.table(table)} order by created_at desc`.execute(tx);
      return rows.map(({ name }) => name);
    });
  expect(await newestFirst("music_tracks", "title")).toEqual(artist.tracks.map(({ title }) => title));
  expect(await newestFirst("photo_gallery", "caption")).toEqual(artist.photos.map(({ caption }) => caption));
  expect(await newestFirst("social_links", "platform")).toEqual(
    artist.socialLinks.map(({ platform }) => platform),
  );
  expect(await newestFirst("fan_comments", "author_name")).toEqual(
    artist.comments.map(({ author }) => author),
  );
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
  ["all files", files.length],
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
      filesBefore < files.length
        ? parts.db
        : { ...parts.db, asSystem: () => ({ ...parts.db.asSystem(), write: crash }) },
  };
  await expect(fillDemo(crashing)).rejects.toThrow("power cut");
  expect(await outcome(parts)).toEqual({ page: null, stored: filesBefore });

  expect(await fillDemo(parts)).toMatchObject({ email: artist.email });
  expect((await outcome(parts)).stored).toBe(files.length);
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
  const { page, stored } = await outcome(parts);
  expect([page?.tracks?.length, stored]).toEqual([listed.length, files.length]);
});

test.each<[string, (db: Database) => Promise<unknown>]>([
  ["another demo profile", (db) => makeMusician(db, { is_demo_profile: true })],
  ["somebody with its e-mail address", (db) => makeUser(db, { email: artist.email })],
  ["somebody at its custom URL", (db) => makeMusician(db, { custom_url: artist.customUrl })],
])("it steps aside for %s", async (_, make) => {
  await using parts = await freshParts();
  await make(parts.db);
  expect(await fillDemo(parts)).toBeNull();
  expect((await outcome(parts)).stored).toBe(0);
});

test("only the system knows what this installation has done", async () => {
  await using parts = await freshParts();
  const { id } = await makeUser(parts.db);
  for (const actor of [parts.db.asVisitor(), parts.db.asMusician(id), parts.db.asAdmin(id)]) {
    await expect(actor.read((tx) => sql`select from app.milestones`.execute(tx))).rejects.toMatchObject({
      cause: { code: "42501" },
    });
  }
  const forget = parts.db.asSystem().write((tx) => sql`delete from app.milestones`.execute(tx));
  await expect(forget).rejects.toMatchObject({ cause: { code: "42501" } });
});
