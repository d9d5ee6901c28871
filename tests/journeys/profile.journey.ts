import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { makeMusician } from "../factories/accounts.ts";
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

/** The profile screen of somebody new. */
async function newMusician(name: string, viewport = desktop): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await signUp(page, handbill.origin, `${name}@example.org`);
  await page.goto(`${handbill.origin}/profile`);
  return page;
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save Profile" }).click();
  await page.getByText("Profile saved successfully!").first().waitFor();
}

const taken = (url: string) => `The custom URL "${url}" is already taken. Please choose a different one.`;

test("who has no artist name can neither copy nor preview, and is told why; then both work", async () => {
  const page = await newMusician("copy");
  for (const name of ["Copy URL", "Preview"]) {
    const button = page.getByRole("button", { name, exact: true });
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await button.focus();
    await page.getByText("Please set your artist name first.").filter({ visible: true }).waitFor();
  }
  await page.getByRole("button", { name: "Save Profile" }).click();
  await page.getByText("Artist name is required").waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("artist_name");

  await page.getByLabel("Artist name").fill("  Copy Cat ");
  await page.getByLabel("Bio").fill("Meow.");
  await page.getByText("5/500").waitFor();
  await save(page);
  // What was stored of it shows.
  await expect.poll(() => page.getByLabel("Artist name").inputValue()).toBe("Copy Cat");
  await expect.poll(() => page.getByLabel("Custom URL").inputValue()).toBe("copy-cat");
  await expectAccessible(page);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy URL" }).click();
  await page.getByText("Bio page URL copied to clipboard!").waitFor();
  await page.getByRole("button", { name: "Copied!" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${handbill.origin}/artist/copy-cat`,
  );
  await page.getByRole("button", { name: "Copy URL" }).waitFor();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
  });
  await page.getByRole("button", { name: "Copy URL" }).click();
  await page.getByText("Failed to copy URL").waitFor();

  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Preview", exact: true }).click(),
  ]);
  expect(opened.url()).toMatch(/\/artist\/copy-cat\?t=\d+$/);
});

test("while a custom URL is typed it is checked; only the last answer counts, and no answer counts as taken", async () => {
  await makeMusician(db, { custom_url: "early-bird" });
  const page = await newMusician("checked", phone);
  const first = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route("**/profile/custom-url?*", async (route) => {
    const url = new URL(route.request().url()).searchParams.get("url") ?? "";
    asked.push(url);
    if (url === "early-bird") await first.promise;
    if (url === "broken") return route.abort();
    return route.continue();
  });
  const field = page.getByLabel("Custom URL");
  const status = page.getByRole("main").getByRole("status");
  await field.fill("early-bird");
  await expect.poll(() => asked).toEqual(["early-bird"]);
  await field.fill("late-bird");
  await status.filter({ hasText: "/artist/late-bird is free" }).waitFor();
  first.resolve();
  await field.fill("Late");
  await status
    .filter({ hasText: "Custom URL can only contain lowercase letters, numbers, and hyphens" })
    .waitFor();
  await field.fill("early-bird");
  await status.filter({ hasText: taken("early-bird") }).waitFor();
  await field.fill("admin");
  await status.filter({ hasText: taken("admin") }).waitFor();
  await field.fill("broken");
  await status.filter({ hasText: "so it counts as taken for now" }).waitFor();
  // An empty one is made from the name.
  await field.fill("");
  await page.getByLabel("Artist name").fill("Early Bird");
  await status.filter({ hasText: taken("early-bird") }).waitFor();
  expect(asked).toEqual(["early-bird", "late-bird", "early-bird", "broken", "early-bird"]);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Save Profile" }).click();
  await page.getByText(taken("early-bird")).waitFor();
  expect(await page.getByLabel("Artist name").inputValue()).toBe("Early Bird");
  expect(browser.takeProblems()).toEqual(["Failed to load resource: net::ERR_FAILED"]);
});

test("a stranger is told nothing about custom URLs", async () => {
  const page = await browser.newPage();
  const answer = await page.request.get(`${handbill.origin}/profile/custom-url?url=mara`, {
    maxRedirects: 0,
  });
  expect([answer.status(), answer.headers().location]).toEqual([302, "/signin"]);
});

test("whatever becomes of a save, what was typed stays", async () => {
  const page = await newMusician("unlucky");
  await page.getByLabel("Artist name").fill("Unlucky");
  await page.getByLabel("Bio").fill("Long thought about.");
  const button = page.getByRole("button", { name: "Save Profile" });
  const typed = async () => [
    await page.getByLabel("Artist name").inputValue(),
    await page.getByLabel("Bio").inputValue(),
  ];

  await page.route("**/profile.data*", (route) => route.abort());
  await button.click();
  await page.getByText("Failed to save profile: Network connection failed.").waitFor();
  expect(await typed()).toEqual(["Unlucky", "Long thought about."]);
  await page.unroute("**/profile.data*");
  expect(browser.takeProblems()).toEqual(["Failed to load resource: net::ERR_FAILED"]);

  const answer = Promise.withResolvers<void>();
  await page.route("**/profile.data*", async (route) => {
    if (route.request().method() === "POST") await answer.promise;
    await route.continue();
  });
  await button.click();
  await page.getByLabel("Bio").fill("Long thought about, and longer.");
  answer.resolve();
  await page.getByText("Profile saved successfully!").waitFor();
  await page.getByText("31/500").waitFor();
  expect(await typed()).toEqual(["Unlucky", "Long thought about, and longer."]);

  // Refused after an earlier one went well.
  await makeMusician(db, { custom_url: "lucky" });
  await page.getByLabel("Custom URL").fill("lucky");
  await button.click();
  await page.getByText(taken("lucky")).waitFor();
  expect(await page.getByLabel("Custom URL").inputValue()).toBe("lucky");
  expect(await typed()).toEqual(["Unlucky", "Long thought about, and longer."]);

  await page.context().clearCookies();
  await button.click();
  await page.getByText("You must be logged in to save profile").waitFor();
  expect(await typed()).toEqual(["Unlucky", "Long thought about, and longer."]);
});

test("the cover's size shows at once what a page will hide, by keyboard as well, and is saved", async () => {
  const page = await newMusician("sizes", phone);
  await page.getByText("On a phone, 76% of the width shows; the sides are cut off.").waitFor();
  await page.getByRole("button", { name: "Desktop" }).click();
  await page
    .getByText("On a desktop, 44% of the height shows; the top and the bottom are cut off.")
    .waitFor();
  const large = page.getByRole("radio", { name: "Large 320px", exact: true });
  expect(await large.isChecked()).toBe(true);
  await large.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page
    .getByText("On a desktop, 71% of the height shows; the top and the bottom are cut off.")
    .waitFor();
  expect(
    await page.getByRole("radio").evaluateAll((all) => all.map((one) => one.parentElement?.textContent)),
  ).toEqual(["Compact192px", "Medium256px", "Large320px", "Extra large384px", "Banner448px"]);
  await expectAccessible(page);
  await page.getByLabel("Artist name").fill("Sizes");
  await save(page);
  await page.reload();
  expect(await page.getByRole("radio", { name: "Banner" }).isChecked()).toBe(true);
});
