import { expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeComment } from "../../../tests/factories/audience.ts";
import { freshDatabase, type TestDatabase } from "../../../tests/harness/database.ts";
import { cursorAt, readCursor } from "../../features/comments/cursor.ts";
import { findArtistPage } from "./artist.server";
import { findCommentsPage } from "./comments.server";

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
