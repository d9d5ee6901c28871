import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makeComment } from "../factories/audience.ts";
import {
  desktop,
  expectAccessible,
  openBrowser,
  phone,
  signUp,
  type TestBrowser,
} from "../harness/browser.ts";
import { type Handbill, openDatabaseOf, startHandbill } from "../harness/handbill.ts";

let handbill: Handbill;
let browser: TestBrowser;
let db: Database;

beforeAll(async () => {
  handbill = await startHandbill();
  db = await openDatabaseOf(handbill);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await db.close();
  await handbill[Symbol.asyncDispose]();
});
afterEach(() => {
  expect(browser.takeProblems()).toEqual([]);
});

/** A musician with a page at /artist/{name}, and their browser. */
async function newMusician(name: string, viewport = desktop): Promise<{ page: Page; id: string }> {
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
  const email = `${name}@example.org`;
  await signUp(page, handbill.origin, email);
  const { id } = await db
    .asSystem()
    .read((tx) => tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow());
  await makeMusician(db, { user_id: id, custom_url: name, artist_name: name });
  return { page, id };
}

const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true }).first().waitFor();
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const tile = (page: Page, name: string) =>
  page
    .locator("dl > div:has(dd.tabular-nums)")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd");
const comments = (page: Page) => page.getByRole("list", { name: "Comments" }).getByRole("listitem");

test("comments are found, approved, hidden and deleted, and the page follows", async () => {
  const { page, id: musician_id } = await newMusician("nova");
  await page.goto(`${handbill.origin}/comments`);
  await page.getByRole("heading", { name: "No comments yet" }).waitFor();
  await page.getByRole("heading", { name: "Moderation guide" }).waitFor();
  await expectAccessible(page);

  const long = "It was the best night that this town has had in years, and I was there.";
  await makeComment(db, { musician_id, author_name: "Ines", content: long, created_at: minutesAgo(90) });
  await makeComment(db, {
    musician_id,
    author_name: "Promo",
    content: "cheap-followers.com",
    is_approved: false,
    created_at: minutesAgo(5),
  });
  await page.reload();
  await expect
    .poll(() => comments(page).allInnerTexts())
    .toEqual([
      expect.stringMatching(/Promo\s+5m ago\s+Pending review\s+cheap-followers\.com/),
      expect.stringMatching(/Ines\s+1h ago\s+Approved\s+It was the best night/),
    ]);
  expect(await tile(page, "Total comments").innerText()).toBe("2");
  expect(await tile(page, "Approved").innerText()).toBe("1");
  expect(await tile(page, "Pending review").innerText()).toBe("1");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Approve the comment by Promo" }).click();
  await toast(page, "Comment approved successfully");
  await expect.poll(() => tile(page, "Pending review").innerText()).toBe("0");
  const fan = await browser.newPage({ viewport: phone });
  await fan.goto(`${handbill.origin}/artist/nova`);
  await fan.getByText("cheap-followers.com").waitFor();
  await page.getByRole("button", { name: "Hide the comment by Promo" }).click();
  await toast(page, "Comment hidden successfully");
  await fan.reload();
  await fan.getByText(long).waitFor();
  expect(await fan.getByText("cheap-followers.com").count()).toBe(0);

  await page.getByLabel("Show").selectOption("Pending review");
  await page.getByRole("heading", { name: "Pending review (1)" }).waitFor();
  expect(new URL(page.url()).searchParams.get("show")).toBe("pending");
  await page.getByRole("button", { name: "Approve the comment by Promo" }).press("Enter");
  await page.getByText("Nothing waits for you: every comment has been looked at.").waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Pending review (0)");
  await page.getByRole("link", { name: "Show all comments" }).click();
  await page.getByRole("heading", { name: "All comments (2)" }).waitFor();
  await page.getByLabel("Search comments").fill("ines");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "All comments with “ines” (1)" }).waitFor();
  await page.getByRole("button", { name: "Delete the comment by Ines" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete comment" });
  await dialog.getByText(`${long.slice(0, 50)}…`).waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Comment deleted");
  await page.getByText("No comment and no name holds these words.").waitFor();
  await fan.reload();
  await fan.getByText("cheap-followers.com").waitFor();
  expect(await fan.getByText(long).count()).toBe(0);
});

test("several at once, by keyboard on a phone; what fails says why and nothing is lost", async () => {
  const { page, id: musician_id } = await newMusician("several", phone);
  for (const name of ["One", "Two", "Three"]) {
    await makeComment(db, { musician_id, author_name: name, is_approved: false });
  }
  await page.goto(`${handbill.origin}/comments`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: "3 selected" }).waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.getByRole("button", { name: "Approve selected" }).press("Enter");
  await toast(page, "3 comments approved successfully");
  await expect.poll(() => tile(page, "Approved").innerText()).toBe("3");

  await page.getByRole("checkbox", { name: "Select the comment by One" }).check();
  await page.getByRole("checkbox", { name: "Select the comment by Two" }).check();
  await page.getByRole("button", { name: "Delete selected" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete 2 comments" });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await toast(page, "2 comments deleted");
  await expect.poll(() => comments(page).count()).toBe(1);

  await page.route("**/comments.data*", (route) => route.abort());
  await page.getByRole("button", { name: "Hide the comment by Three" }).click();
  await toast(page, "Failed to update comment status");
  await page.getByText("Approved", { exact: true }).last().waitFor();
  await page.getByRole("button", { name: "Delete the comment by Three" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(
    page,
    "Failed to delete comment: Network connection failed. Please check your internet connection and server configuration.",
  );
  await page.keyboard.press("Escape");
  await page.getByLabel("Blocked words").fill("rubbish");
  await page.getByRole("button", { name: "Save settings" }).click();
  await toast(page, "Failed to save comment settings");
  expect(await page.getByLabel("Blocked words").inputValue()).toBe("rubbish");
  await page.unroute("**/comments.data*");
  await page.getByLabel("Review every comment before it appears").check();
  await page.getByRole("button", { name: "Save settings" }).click();
  await toast(page, "Comment settings saved");

  const fan = await browser.newPage({ viewport: phone });
  await fan.goto(`${handbill.origin}/artist/several`);
  await fan.locator("#comments").getByLabel("Your name").fill("Four");
  await fan.getByLabel("Your comment").fill("As clean as can be.");
  await fan.getByRole("button", { name: "Post comment" }).click();
  await fan.getByText("Your comment will appear once the artist has reviewed it.").first().waitFor();
  // Without reloading.
  await toast(page, "A new comment has come in");
  await page.getByRole("button", { name: "Approve the comment by Four" }).waitFor();
  expect(await tile(page, "Pending review").innerText()).toBe("1");

  await page.getByRole("button", { name: "Delete the comment by Four" }).click();
  await db.asSystem().write((tx) => tx.deleteFrom("fan_comments").execute());
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Comment not found or you do not have permission to delete it");
  expect(new Set(browser.takeProblems())).toEqual(new Set(["Failed to load resource: net::ERR_FAILED"]));
});
