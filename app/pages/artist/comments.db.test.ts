import { expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeComment } from "../../../tests/factories/audience.ts";
import { makeRelease, makeReleaseTrack, makeTrack } from "../../../tests/factories/page.ts";
import { freshDatabase, type TestDatabase } from "../../../tests/harness/database.ts";
import { cursorAt, readCursor } from "../../shared/cursor.ts";
import { findArtistPage } from "./artist.server";
import { findCommentsPage } from "./comments.server";
import { findTrackPage } from "./music-pages.server";

type Page = NonNullable<Awaited<ReturnType<typeof findCommentsPage>>>;

/** The cursor in an address's `before`. */
const cursorOf = (before: string) => readCursor(decodeURIComponent(before));

/** Comments 1 to `count`, the last the newest; by fives at the same moment. */
async function makeComments(db: TestDatabase, count: number): Promise<string> {
  const { id: musician_id, profile } = await makeMusician(db);
  for (let number = 1; number <= count; number++) {
    const created_at = new Date(Date.UTC(2026, 0, 1) + Math.floor((number - 1) / 5) * 1000);
    await makeComment(db, { musician_id, content: `Number ${number}`, created_at });
  }
  await makeComment(db, { musician_id, content: "Waiting", is_approved: false });
  return profile.custom_url ?? "";
}

async function older(db: TestDatabase, slug: string, page: Page): Promise<Page> {
  const last = page.comments.at(-1);
  const next = last && (await findCommentsPage(db.asVisitor(), slug, cursorOf(cursorAt(last))));
  if (!next) throw new Error("There is no older page.");
  return next;
}

test("page by page every approved comment comes once, and back again", async () => {
  await using db = await freshDatabase();
  const slug = await makeComments(db, 45);
  const first = await findCommentsPage(db.asVisitor(), slug, null);
  if (!first) throw new Error("There is no first page.");
  const second = await older(db, slug, first);
  const third = await older(db, slug, second);
  expect([first, second, third].map(({ comments }) => comments.length)).toEqual([20, 20, 5]);
  expect([first, second, third].map(({ hasOlder }) => hasOlder)).toEqual([true, true, false]);
  const all = [first, second, third].flatMap(({ comments }) => comments);
  expect(new Set(all.map(({ content }) => content)).size).toBe(45);
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  );

  expect(first.newer).toBeNull();
  expect(second.newer).toBe("first");
  if (third.newer === null || third.newer === "first") throw new Error("It must be the second page.");
  const back = await findCommentsPage(db.asVisitor(), slug, cursorOf(cursorAt(third.newer)));
  expect(back?.comments).toEqual(second.comments);
});

test("the artist page goes over into the next page without a gap", async () => {
  await using db = await freshDatabase();
  const slug = await makeComments(db, 23);
  const page = await findArtistPage(db.asVisitor(), slug);
  expect(page).toMatchObject({ hasOlderComments: true, commentCount: 23 });
  const last = page?.comments?.at(-1);
  const rest = last && (await findCommentsPage(db.asVisitor(), slug, cursorOf(cursorAt(last))));
  const all = [...(page?.comments ?? []), ...(rest?.comments ?? [])].map(({ content }) => content);
  expect(new Set(all).size).toBe(23);
  expect(all).toHaveLength(23);
});

test("a comment that comes meanwhile moves nothing on the older pages", async () => {
  await using db = await freshDatabase();
  const slug = await makeComments(db, 30);
  const first = await findCommentsPage(db.asVisitor(), slug, null);
  if (!first) throw new Error("There is no first page.");
  const before = await older(db, slug, first);
  const { id: other } = await makeMusician(db);
  await makeComment(db, { musician_id: other });
  const { userId: musician_id } = first;
  await makeComment(db, { musician_id });
  expect((await older(db, slug, first)).comments).toEqual(before.comments);
});

test("without its section, or without an artist, there is no page", async () => {
  await using db = await freshDatabase();
  const { id: musician_id, profile } = await makeMusician(db, { show_comments_section: false });
  await makeComment(db, { musician_id });
  expect(await findCommentsPage(db.asVisitor(), profile.custom_url ?? "", null)).toBeNull();
  expect(await findCommentsPage(db.asVisitor(), "nobody", null)).toBeNull();
  expect(await findArtistPage(db.asVisitor(), profile.custom_url ?? "")).toMatchObject({ commentCount: 0 });
});

test("a comment names the moment of a track only while that track is on the page", async () => {
  await using db = await freshDatabase();
  const { id: user_id, profile } = await makeMusician(db);
  const slug = profile.custom_url ?? "";
  const track = await makeTrack(db, { user_id, title: "Rain" });
  await makeComment(db, {
    musician_id: user_id,
    track_id: track.id,
    track_seconds: 75,
    answer: "Thank you!",
    answered_at: new Date(),
  });
  const shown = async () => {
    const page = await findArtistPage(db.asVisitor(), slug);
    const [own] = (await findArtistPage(db.asMusician(user_id), slug))?.comments ?? [];
    const [alone] = (await findCommentsPage(db.asVisitor(), slug, null))?.comments ?? [];
    expect([own, alone]).toEqual([page?.comments?.[0], page?.comments?.[0]]);
    return alone;
  };
  const set = (is_visible: boolean) =>
    db
      .asSystem()
      .write((tx) => tx.updateTable("music_tracks").set({ is_visible }).where("id", "=", track.id).execute());
  const pinned = {
    answer: "Thank you!",
    trackSeconds: 75,
    track: { id: track.id, slug: "rain", title: "Rain" },
  };
  expect(await shown()).toMatchObject(pinned);
  await set(false);
  expect(await shown()).toMatchObject({ answer: "Thank you!", track: null });
  await set(true);
  await makeReleaseTrack(db, await makeRelease(db, { user_id, release_date: "2199-01-01" }), track.id);
  expect(await shown()).toMatchObject({ track: null });
  await db.asSystem().write((tx) => tx.deleteFrom("release_tracks").execute());
  expect(await shown()).toMatchObject(pinned);
  await db
    .asSystem()
    .write((tx) => tx.updateTable("musician_profiles").set({ show_music_section: false }).execute());
  expect(await shown()).toMatchObject({ track: null });
});

test("a track's shape has the newest hundred of its own comments, shortened, that everyone may read", async () => {
  await using db = await freshDatabase();
  const { id: musician_id, profile } = await makeMusician(db);
  const { id: track_id, slug } = await makeTrack(db, { user_id: musician_id });
  const { id: other } = await makeTrack(db, { user_id: musician_id });
  const pin = (number: number, overrides = {}) =>
    makeComment(db, {
      musician_id,
      track_id,
      track_seconds: number,
      content: `${number} ${"x".repeat(200)}`,
      created_at: new Date(Date.UTC(2026, 0, 1) + number * 1000),
      ...overrides,
    });
  for (let number = 1; number <= 101; number++) await pin(number);
  await pin(150, { track_id: other });
  await pin(151, { is_approved: false });
  await pin(152, { hidden_at: new Date() });
  const pins = async () => (await findTrackPage(db.asVisitor(), profile.custom_url ?? "", slug))?.pins;
  const shown = (await pins()) ?? [];
  expect(shown.map(({ seconds }) => seconds)).toEqual(Array.from({ length: 100 }, (_, index) => 101 - index));
  expect(shown[0]?.content).toHaveLength(160);
  await db
    .asSystem()
    .write((tx) => tx.updateTable("musician_profiles").set({ show_comments_section: false }).execute());
  expect(await pins()).toBeNull();
});
