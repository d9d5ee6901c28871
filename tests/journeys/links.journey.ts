import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { desktop, expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { cursorOf, untilDraggable } from "../harness/finger.ts";
import { withoutTables } from "../harness/handbill.ts";
import { openTestApp } from "../harness/test-app.ts";

const { handbill, browser, newMusician } = await openTestApp();

/** A musician with a page of that name, signed in, on the screen. */
async function openLinks(name: string, viewport = desktop): Promise<Page> {
  const { page } = await newMusician(name, { viewport });
  await page.goto(`${handbill.origin}/social-links`);
  return page;
}

const dialogOf = (page: Page) => page.getByRole("dialog");

async function addLink(page: Page, address: string): Promise<void> {
  await page.getByRole("button", { name: "Add link" }).click();
  await page.getByLabel("Address").fill(address);
  await dialogOf(page).getByRole("button", { name: "Add link" }).click();
  await dialogOf(page).waitFor({ state: "hidden" });
}

async function addSupportLink(page: Page, address: string): Promise<void> {
  await page.getByRole("button", { name: "Add support link" }).click();
  await page.getByLabel("Address").fill(address);
  await dialogOf(page).getByRole("button", { name: "Add link" }).click();
  await dialogOf(page).waitFor({ state: "hidden" });
}

const supportLinks = (page: Page) => page.getByRole("list", { name: "Your support links" });
const orderOf = (page: Page) =>
  supportLinks(page)
    .getByRole("button", { name: /^Edit/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")?.slice(5)));

test("a pasted address picks its platform, is shown as fans will see it, and stands on the page", async () => {
  const page = await openLinks("paste");
  await page.getByText("No links yet").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add link" }).click();
  const platform = page.getByLabel("Platform");
  expect(await platform.inputValue()).toBe("spotify");
  const address = page.getByLabel("Address");
  for (const [typed, picked] of [
    ["mara.bandcamp.com/album/night", "bandcamp"],
    ["https://music.youtube.com/channel/1", "youtube_music"],
    ["https://example.org", "website"],
    ["@mara@musicians.example", "mastodon"],
  ] as const) {
    await address.fill(typed);
    expect(await platform.inputValue()).toBe(picked);
  }
  // The musician's own choice stays, until the address names the platform for certain.
  await platform.selectOption("discord");
  await address.fill("https://server.example/invite");
  expect(await platform.inputValue()).toBe("discord");
  await address.fill("https://mara.bandcamp.com");
  expect(await platform.inputValue()).toBe("bandcamp");
  expect(await dialogOf(page).getByRole("link", { name: "Bandcamp" }).getAttribute("href")).toBe(
    "https://mara.bandcamp.com/",
  );
  await expectAccessible(page);
  await dialogOf(page).getByRole("button", { name: "Add link" }).click();
  await page.getByText("Social link saved").waitFor();

  const fan = await browser.newPage({ viewport: phone });
  await fan.goto(`${handbill.origin}/artist/paste`);
  expect(await fan.getByRole("link", { name: "Bandcamp" }).getAttribute("href")).toBe(
    "https://mara.bandcamp.com/",
  );
});

test("a link is changed and deleted by keyboard alone, and the focus stays near", async () => {
  const page = await openLinks("keys", phone);
  await addLink(page, "https://www.instagram.com/mara");
  await page.getByRole("button", { name: "Edit Instagram" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Address").fill("nowhere");
  await page.keyboard.press("Enter");
  await dialogOf(page).getByText("Please enter a valid URL").waitFor();
  expect(await page.getByLabel("Address").evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByLabel("Address").fill("https://www.tiktok.com/@mara");
  await page.keyboard.press("Enter");
  await page.getByText("tiktok.com/@mara").waitFor();
  await dialogOf(page).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Delete TikTok" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Delete link" });
  await question.getByText("Your TikTok link goes from your page.").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "hidden" });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("Delete TikTok");
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Social link deleted").waitFor();
  await page.getByText("No links yet").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Add link");
});

test("support links are put in order by dragging, by keyboard and by buttons", async () => {
  const page = await openLinks("tip-jar");
  const dragging = Promise.withResolvers<void>();
  await page.route("**/assets/pointer-sorting-*", async (route) => {
    await dragging.promise;
    await route.continue();
  });
  for (const address of [
    "paypal.me/mara",
    "ko-fi.com/mara",
    "patreon.com/mara",
    "https://example.org/tips",
  ]) {
    await addSupportLink(page, address);
  }
  expect(await orderOf(page)).toEqual(["PayPal", "Ko-fi", "Patreon", "Other"]);
  const add = page.getByRole("button", { name: "Add support link" });
  expect(await add.getAttribute("aria-disabled")).toBe("true");
  await add.focus();
  await page.getByRole("tooltip", { name: "Maximum of 4 payment links allowed" }).waitFor();

  const grip = (name: string) => page.getByRole("button", { name: `Move ${name}`, exact: true });
  // A row that can't be dragged yet doesn't show the cursor for it.
  expect(await cursorOf(grip("PayPal"))).not.toBe("grab");
  dragging.resolve();
  await untilDraggable(grip("PayPal"));
  await grip("PayPal").hover();
  await page.mouse.down();
  const [from, to] = [await grip("PayPal").boundingBox(), await grip("Patreon").boundingBox()];
  if (!from || !to) throw new Error("There are no grips.");
  const x = from.x + from.width / 2;
  for (let step = 1; step <= 10; step++) {
    await page.mouse.move(x, from.y + 22 + ((to.y - from.y) * step) / 10);
  }
  await expect.poll(() => orderOf(page)).toEqual(["Ko-fi", "Patreon", "PayPal", "Other"]);
  await page.mouse.up();
  await page.getByText("Payment links reordered").waitFor();
  expect(await orderOf(page)).toEqual(["Ko-fi", "Patreon", "PayPal", "Other"]);

  await page.reload();
  expect(await orderOf(page)).toEqual(["Ko-fi", "Patreon", "PayPal", "Other"]);
  await page.getByText("Shown").first().waitFor();
  const announcement = page.locator("[aria-live=assertive]");
  await untilHydrated(page);
  await grip("PayPal").focus();
  await page.keyboard.press("Space");
  expect(await announcement.textContent()).toBe("PayPal is picked up. Position 3 of 4.");
  await page.keyboard.press("ArrowUp");
  expect(await announcement.textContent()).toBe("Position 2 of 4.");
  await page.keyboard.press("Home");
  expect(await orderOf(page)).toEqual(["PayPal", "Ko-fi", "Patreon", "Other"]);
  await page.keyboard.press("Escape");
  expect(await announcement.textContent()).toBe("PayPal is back where it was. Position 3 of 4.");
  expect(await orderOf(page)).toEqual(["Ko-fi", "Patreon", "PayPal", "Other"]);
  await page.keyboard.press("Space");
  await page.keyboard.press("End");
  await page.keyboard.press("Space");
  await page.getByText("Payment links reordered").waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Move PayPal");
  await page.getByRole("button", { name: "Move PayPal up" }).click();
  await expect.poll(() => orderOf(page)).toEqual(["Ko-fi", "Patreon", "PayPal", "Other"]);

  await page.getByRole("checkbox", { name: "Show Patreon on your page" }).uncheck();
  await page.getByText("Payment link disabled").waitFor();
  await expectAccessible(page);
  const fan = await browser.newPage({ viewport: phone });
  await fan.goto(`${handbill.origin}/artist/tip-jar`);
  const shown = fan.locator("#support a");
  await expect.poll(() => shown.allTextContents()).toEqual(["Ko-fi", "PayPal", "Support"]);

  await page.getByRole("button", { name: "Delete Other" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Payment link deleted").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Add support link");
});

test("when the server is out of reach the documented texts say so, and nothing is lost", async () => {
  const page = await openLinks("tunnel");
  await addLink(page, "https://mara.bandcamp.com");
  await addSupportLink(page, "ko-fi.com/mara");
  await addSupportLink(page, "paypal.me/mara");
  await page.route("**/social-links.data*", (route) => route.abort("connectionreset"));

  await page.getByRole("button", { name: "Add link" }).click();
  await page.getByLabel("Address").fill("https://tidal.com/artist/1");
  await dialogOf(page).getByRole("button", { name: "Add link" }).click();
  await page.getByText("Failed to save social link").waitFor();
  expect(await page.getByLabel("Address").inputValue()).toBe("https://tidal.com/artist/1");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();

  await page.getByRole("button", { name: "Delete Bandcamp" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Failed to delete social link").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("mara.bandcamp.com").waitFor();

  await page.getByRole("button", { name: "Edit Ko-fi" }).click();
  await dialogOf(page).getByRole("button", { name: "Save link" }).click();
  await page.getByText("Failed to save payment link").waitFor();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Move PayPal up" }).click();
  await page.getByText("Failed to reorder payment links").waitFor();
  await expect.poll(() => orderOf(page)).toEqual(["Ko-fi", "PayPal"]);

  await page.getByRole("button", { name: "Delete Ko-fi" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Failed to delete payment link").waitFor();
  await page.keyboard.press("Escape");

  await page.unroute("**/social-links.data*");
  await page.reload();
  expect(await orderOf(page)).toEqual(["Ko-fi", "PayPal"]);
  const resets = browser.takeProblems();
  expect(new Set(resets)).toEqual(new Set(["Failed to load resource: net::ERR_CONNECTION_RESET"]));
});

test("links and photos that can't be loaded leave their screens standing, and come when one tries again", async () => {
  const page = await openLinks("broken", phone);
  await addLink(page, "https://mara.bandcamp.com");
  await withoutTables(handbill, ["social_links", "payment_links", "photo_gallery"], async () => {
    await page.reload();
    await page.getByRole("alert").getByText("Failed to load social links").waitFor();
    // Pictures of these that can't be loaded are only logged.
    await page.getByText("No support links yet").waitFor();
    await expectAccessible(page);
    await page.goto(`${handbill.origin}/gallery`);
    await page.getByRole("alert").getByText("Failed to load photos").waitFor();
    await expectAccessible(page);
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No photos yet").waitFor();
  await page.goto(`${handbill.origin}/social-links`);
  await page.getByText("mara.bandcamp.com").waitFor();
  expect(handbill.output()).toContain("the payment links could not be loaded");
});
