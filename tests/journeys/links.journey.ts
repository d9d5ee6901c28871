import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makePageLink, makeStoredImage } from "../factories/page.ts";
import { desktop, expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { cursorOf, untilDraggable } from "../harness/finger.ts";
import { withoutTables } from "../harness/handbill.ts";
import { openTestApp } from "../harness/test-app.ts";

const { handbill, browser, db, newMusician } = await openTestApp();

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
  // The page beside the tool follows the save.
  const beside = page.frameLocator("iframe[title='Live preview of your page']");
  await beside.getByRole("link", { name: "Bandcamp" }).waitFor();

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

test("links with a title stand above the music, in their order, from and until their times", async () => {
  const { page, id } = await newMusician("pre-order", { viewport: phone });
  await page.goto(`${handbill.origin}/social-links`);
  await page.getByRole("link", { name: "Links with a title" }).click();
  await page.getByText("No links yet").waitFor();
  await expectAccessible(page);
  const add = async (title: string, address: string) => {
    await page.getByRole("button", { name: "Add link" }).click();
    await dialogOf(page).getByLabel("Title").fill(title);
    await dialogOf(page).getByLabel("Address").fill(address);
    await dialogOf(page).getByRole("button", { name: "Add link" }).click();
  };
  await add("", "shop.example.org/vinyl");
  await dialogOf(page).getByText("Please give it a title").waitFor();
  await dialogOf(page).getByLabel("Title").fill("Vinyl pre-order");
  await dialogOf(page).getByLabel("Icon").selectOption("Record");
  await dialogOf(page).getByLabel("From").fill("2027-02-01T10:00");
  await dialogOf(page).getByLabel("Until").fill("2027-01-01T10:00");
  await dialogOf(page).getByRole("button", { name: "Add link" }).click();
  await dialogOf(page).getByText("It has to end after it begins").waitFor();
  await expectAccessible(page);
  await dialogOf(page).getByLabel("From").fill("");
  await dialogOf(page).getByRole("button", { name: "Add link" }).click();
  await dialogOf(page).waitFor({ state: "hidden" });
  await add("The tape", "mara.bandcamp.com");
  await dialogOf(page).waitFor({ state: "hidden" });
  const own = page.getByRole("list", { name: "Your links" });
  await own.getByText("Until Jan 1, 2027").waitFor();

  await page.getByRole("button", { name: "Move The tape", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await page.getByText("Links reordered").waitFor();
  const create = { width: 300, height: 200, channels: 3, background: "#804020" } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  // Where the toast of a moment ago is over none of the dialog.
  await page.setViewportSize(desktop);
  await page.getByRole("button", { name: "Picture of The tape" }).click();
  await dialogOf(page)
    .locator("input[type=file]")
    .setInputFiles({ name: "tape.png", mimeType: "image/png", buffer });
  await expectAccessible(page);
  await dialogOf(page).getByRole("button", { name: "Save picture" }).click();
  await page.getByText("Picture saved").waitFor();
  await expectAccessible(page);

  const fan = await browser.newPage({ viewport: phone, javaScriptEnabled: false });
  const titles = async () => {
    await fan.goto(`${handbill.origin}/artist/pre-order`);
    return fan.locator("#links a").allTextContents();
  };
  await expect.poll(titles).toEqual(["The tape", "Vinyl pre-order"]);
  const tape = fan.getByRole("link", { name: "The tape" });
  expect(await tape.getAttribute("rel")).toBe("noopener");
  const width = () => tape.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);

  // The page is cached by now, and nobody writes anything any more.
  const begins = new Date(Date.now() + 6000);
  const soon = {
    user_id: id,
    title: "Soon",
    url: "https://example.org/",
    display_order: 9,
    shown_from: begins,
  };
  await db.asSystem().write((tx) => tx.insertInto("page_links").values(soon).execute());
  expect(await titles()).toEqual(["The tape", "Vinyl pre-order"]);
  await expect.poll(titles, { timeout: 30_000 }).toEqual(["The tape", "Vinyl pre-order", "Soon"]);
  expect(Date.now()).toBeGreaterThanOrEqual(begins.getTime());

  await own.getByRole("checkbox", { name: "Show Vinyl pre-order on your page" }).uncheck();
  await page.getByText("Link hidden").waitFor();
  await expect.poll(titles).toEqual(["The tape", "Soon"]);
  await page.getByRole("button", { name: "Delete The tape" }).click();
  await page
    .getByRole("alertdialog", { name: "Delete link" })
    .getByRole("button", { name: "Delete" })
    .click();
  await page.getByText("Link deleted").waitFor();
  await page.getByRole("checkbox", { name: "Show these links above the music" }).uncheck();
  await page.getByText("Links hidden from your page").waitFor();
  await expect.poll(titles).toEqual([]);
});

test("social links are put in order by keyboard, and stand so on the page", async () => {
  const page = await openLinks("order");
  for (const address of ["https://mara.bandcamp.com", "https://tidal.com/artist/1"])
    await addLink(page, address);
  await page.getByRole("button", { name: "Move Bandcamp up" }).click();
  await page.getByText("Social links reordered").waitFor();
  const fan = await browser.newPage({ viewport: phone });
  await fan.goto(`${handbill.origin}/artist/order`);
  const names = fan.getByRole("list", { name: "Elsewhere" }).getByRole("link");
  const labels = () => names.evaluateAll((links) => links.map((link) => link.getAttribute("aria-label")));
  expect(await labels()).toEqual(["Bandcamp", "Tidal"]);

  // Machines and address books get them in the same order, also once it changes.
  const elsewhere = async () => {
    const [html, card] = await Promise.all(
      ["", "/contact.vcf"].map(async (beside) =>
        (await fetch(`${handbill.origin}/artist/order${beside}`)).text(),
      ),
    );
    const links = /"sameAs":(\[[^\]]*\])/.exec(html ?? "")?.[1];
    return [links, card?.match(/^URL:.*(?=\r$)/gm)?.slice(1)];
  };
  const [bandcamp, tidal] = ["https://mara.bandcamp.com/", "https://tidal.com/artist/1"];
  expect(await elsewhere()).toEqual([JSON.stringify([bandcamp, tidal]), [`URL:${bandcamp}`, `URL:${tidal}`]]);
  await page.getByRole("button", { name: "Move Tidal up" }).click();
  await expect
    .poll(elsewhere)
    .toEqual([JSON.stringify([tidal, bandcamp]), [`URL:${tidal}`, `URL:${bandcamp}`]]);
});

test("a link with a title that another tab has saved meanwhile is shown beside what was typed", async () => {
  const { page, id: user_id } = await newMusician("two-tabs", { viewport: phone });
  const shown_until = new Date("2031-01-01T10:00Z");
  await makePageLink(db, { user_id, title: "Vinyl", icon: "record", shown_until });
  const screen = `${handbill.origin}/social-links/buttons`;
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(screen);
    await tab.getByRole("button", { name: "Edit Vinyl" }).click();
  }
  await dialogOf(other).getByLabel("Title").fill("Vinyl and tape");
  await dialogOf(other).getByLabel("Icon").selectOption("Shop");
  await dialogOf(other).getByLabel("Until").fill("2031-02-01T10:00");
  await dialogOf(other).getByRole("button", { name: "Save link" }).click();
  await dialogOf(other).waitFor({ state: "hidden" });

  const save = dialogOf(page).getByRole("button", { name: "Save link" });
  await dialogOf(page).getByLabel("Title").fill("Vinyl and shirts");
  await save.click();
  await dialogOf(page).getByRole("heading", { name: "Saved meanwhile" }).waitFor();
  expect(await dialogOf(page).getByRole("definition").allTextContents()).toEqual([
    ...["Vinyl and tape", "Vinyl and shirts"],
    ...["Shop", "Record"],
    ...["2031-02-01 10:00", "2031-01-01 10:00"],
  ]);
  await expectAccessible(page);
  await dialogOf(page).getByRole("button", { name: "Take what is saved" }).click();
  const fields = dialogOf(page).locator("input[name=title], select, input[name=shown_until]");
  expect(await fields.evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value))).toEqual([
    "Vinyl and tape",
    "shop",
    "2031-02-01T10:00",
  ]);
  await dialogOf(page).getByLabel("Title").fill("Vinyl, tape and shirts");
  await save.click();
  await dialogOf(page).waitFor({ state: "hidden" });

  // What is stored meanwhile is saved over on purpose.
  await other.reload();
  await other.getByRole("button", { name: "Edit Vinyl, tape and shirts" }).click();
  await db.asSystem().write((tx) => tx.updateTable("page_links").set({ title: "Vinyl only" }).execute());
  await dialogOf(other).getByLabel("Title").fill("Vinyl now");
  await dialogOf(other).getByRole("button", { name: "Save link" }).click();
  await dialogOf(other).getByRole("button", { name: "Keep mine" }).click();
  await dialogOf(other).waitFor({ state: "hidden" });
  await other.getByRole("button", { name: "Edit Vinyl now" }).waitFor();
});

test("buttons with pictures, icons and long titles pass the check of their page, wide and narrow", async () => {
  const { page, id: user_id } = await newMusician("buttons");
  const { url: image_url } = await makeStoredImage(db, { user_id });
  const day = 86_400_000;
  await makePageLink(db, { user_id, title: "With a picture", image_url });
  for (const icon of ["record", "heart"] as const) {
    await makePageLink(db, { user_id, title: `${icon} ${"longer than any button ".repeat(3)}`.trim(), icon });
  }
  await makePageLink(db, { user_id, title: "حجز الأسطوانة", url: "https://mara.bandcamp.com/" });
  const until = new Date(Date.now() + day);
  await makePageLink(db, { user_id, title: "Until tomorrow", shown_from: new Date(0), shown_until: until });
  await makePageLink(db, { user_id, title: "From tomorrow", shown_from: until });
  await makePageLink(db, { user_id, title: "Over", shown_until: new Date(Date.now() - day) });
  await page.context().close();
  for (const viewport of [phone, desktop]) {
    const fan = await browser.newPage({ viewport });
    await fan.route("**/picture-*.webp", (route) => route.fulfill({ body: "", contentType: "image/webp" }));
    await fan.goto(`${handbill.origin}/artist/buttons`);
    expect(await fan.locator("#links a").count()).toBe(5);
    await expectAccessible(fan);
    expect(await fan.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
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
  await withoutTables(
    handbill,
    ["social_links", "payment_links", "page_links", "photo_gallery"],
    async () => {
      await page.reload();
      await page.getByRole("alert").getByText("Failed to load social links").waitFor();
      // Pictures of these that can't be loaded are only logged.
      await page.getByText("No support links yet").waitFor();
      await expectAccessible(page);
      await page.goto(`${handbill.origin}/social-links/buttons`);
      await page.getByRole("alert").getByText("Failed to load links").waitFor();
      await expectAccessible(page);
      await page.goto(`${handbill.origin}/gallery`);
      await page.getByRole("alert").getByText("Failed to load photos").waitFor();
      await expectAccessible(page);
    },
  );
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No photos yet").waitFor();
  await page.goto(`${handbill.origin}/social-links`);
  await page.getByText("mara.bandcamp.com").waitFor();
  expect(handbill.output()).toContain("the payment links could not be loaded");
});
