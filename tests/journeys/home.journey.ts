import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makeMusician } from "../factories/accounts.ts";
import { makeTrack } from "../factories/page.ts";
import { expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { openTestApp, pressEnter, toast } from "../harness/test-app.ts";

const { handbill, browser, db, newAccount, newMusician } = await openTestApp();

const song = join(import.meta.dirname, "..", "fixtures", "tone.mp3");

const steps = (page: Page) => page.getByRole("region", { name: "First steps" });
const openStep = (page: Page) => steps(page).locator("button[aria-expanded=true]").textContent();
// The picture of the page lets no script in, not even axe.
const expectHomeAccessible = (page: Page) => expectAccessible(page, { withFrames: false });

const portrait = () =>
  sharp({ create: { width: 600, height: 600, channels: 3, background: "#264653" } })
    .png()
    .toBuffer();

test("from the first screen to a playing page in six taps on a phone, then step by step until all is done", async () => {
  const { page } = await newAccount("taps", { viewport: phone, permissions: ["clipboard-write"] });
  await page.goto(`${handbill.origin}/dashboard`);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  await steps(page).getByText("0 of 5 done").waitFor();
  await expectHomeAccessible(page);
  await tap(page.getByLabel("Artist name"));
  await page.keyboard.type("Six Taps");
  await tap(page.getByRole("button", { name: "Save and go on" }));
  await steps(page).getByText("1 of 5 done").waitFor();
  const chooser = page.waitForEvent("filechooser");
  await tap(page.getByText("Choose audio files, or drop them here"));
  // The file itself is chosen on a screen of the system's.
  taps += 1;
  await (await chooser).setFiles(song);
  await toast(page, "Track uploaded successfully!").waitFor();
  await steps(page).getByText("2 of 5 done").waitFor();
  const opened = page.waitForEvent("popup");
  await tap(page.getByRole("region", { name: "Your page" }).getByRole("link", { name: /artist\/six-taps$/ }));
  const publicPage = await opened;
  await tap(publicPage.getByRole("button", { name: "Play tone" }).first());
  await publicPage.getByRole("region", { name: "Player" }).getByText("tone").waitFor();
  expect(taps).toBeLessThanOrEqual(6);
  await publicPage.close();

  expect(await openStep(page)).toBe("Add a picture of you");
  await steps(page)
    .locator("input[type=file]")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: await portrait() });
  const position = page.getByRole("dialog", { name: "Position your profile picture" });
  await position.getByRole("button", { name: "Save", exact: true }).click();
  await steps(page).getByText("3 of 5 done").waitFor();
  expect(await openStep(page)).toBe("Add a link");
  await steps(page).getByRole("button", { name: "Add link" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a link" });
  await dialog.getByLabel("Address").fill("https://sixtaps.bandcamp.com");
  await dialog.getByRole("button", { name: "Add link" }).click();
  await steps(page).getByText("4 of 5 done").waitFor();
  expect(await openStep(page)).toBe("Share your page");
  await expectHomeAccessible(page);
  await steps(page).getByRole("button", { name: "Copy link" }).click();
  await toast(page, "Bio page URL copied to clipboard!").waitFor();
  await steps(page).waitFor({ state: "detached" });
  // What had the focus is gone.
  await page.locator("h1:focus").waitFor();
  await expectHomeAccessible(page);
  await page.reload();
  await page.getByRole("region", { name: "Your page" }).waitFor();
  expect(await steps(page).count()).toBe(0);
});

test("an address that another has is asked for in its place, and the steps can be put away", async () => {
  await makeMusician(db, { artist_name: "Early Bird", custom_url: "early-bird" });
  const { page } = await newAccount("late");
  await page.goto(`${handbill.origin}/dashboard`);
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${handbill.origin}/dashboard`);
  await page.getByLabel("Artist name").fill("Early Bird");
  await page.getByRole("button", { name: "Save and go on" }).click();
  await page.getByLabel("Custom URL").fill("late-bird");
  await expectHomeAccessible(page);
  await page.getByRole("button", { name: "Save and go on" }).click();
  await page
    .getByRole("region", { name: "Your page" })
    .getByRole("link", { name: /late-bird$/ })
    .waitFor();
  await otherTab.getByLabel("Artist name").fill("Forgotten Tab");
  await otherTab.getByRole("button", { name: "Save and go on" }).click();
  await toast(
    otherTab,
    "Your profile was filled in elsewhere meanwhile: nothing of it was changed.",
  ).waitFor();
  await otherTab.getByRole("link", { name: /late-bird$/ }).waitFor();
  await otherTab.close();
  await page.getByRole("button", { name: "Hide these steps" }).click();
  await steps(page).waitFor({ state: "detached" });
  await page.locator("h1:focus").waitFor();
});

test("without scripts a name makes a page, and each other step leads to its tool", async () => {
  const { page } = await newAccount("plain", { viewport: phone, javaScriptEnabled: false });
  await page.goto(`${handbill.origin}/dashboard`);
  await page.getByLabel("Artist name").fill("Plain Paper");
  await page.getByRole("button", { name: "Save and go on" }).click();
  await page.goto(`${handbill.origin}/dashboard`);
  await page.getByRole("link", { name: /artist\/plain-paper$/ }).waitFor();
  await steps(page).getByRole("link", { name: "Open your music library" }).waitFor();
  await page.getByRole("button", { name: "Hide these steps" }).click();
  await page.goto(`${handbill.origin}/dashboard`);
  await page.getByRole("heading", { name: "Welcome back, Plain Paper!" }).waitFor();
  expect(await steps(page).count()).toBe(0);
});

test("the palette finds tools, tracks and settings by keyboard, and no key is taken from a field", async () => {
  const { page, id } = await newMusician("keys");
  await makeTrack(db, { user_id: id, title: "Harbour Lights" });
  await page.goto(`${handbill.origin}/social-links`);
  await untilHydrated(page);
  const palette = page.getByRole("dialog", { name: "Find anything" });
  const field = palette.getByRole("combobox");
  const chosen = palette.getByRole("option", { selected: true });
  // An empty place that was pressed has the focus, which nobody chose.
  await page.locator("#content").click({ position: { x: 2, y: 2 } });
  await page.keyboard.press("Control+k");
  await palette.locator("input:focus").waitFor();
  await page.keyboard.type("analyt");
  await expect.poll(() => chosen.textContent()).toContain("Analytics");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/analytics");
  await palette.waitFor({ state: "detached" });
  await page.locator("h1:focus", { hasText: "Analytics" }).waitFor();

  // From the bar, which stays, it is no different.
  await pressEnter(page.getByRole("button", { name: /^More/ }));
  await pressEnter(page.getByRole("button", { name: "Find anything" }).filter({ visible: true }));
  await field.fill("harbour");
  await palette.getByRole("option", { name: /Harbour Lights/ }).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/music\/tracks\//);
  await page.locator("h1:focus", { hasText: "Harbour Lights" }).waitFor();

  const credits = page.getByLabel("Credits");
  await credits.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("?");
  expect(await credits.inputValue()).toBe("?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  // Nothing is unsaved then.
  await credits.fill("");
  await credits.blur();
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await list.getByText("Find a tool, a track").waitFor();
  await expectAccessible(page);
  await list.getByRole("switch", { name: /The \? key/ }).press("Space");
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await page.route("**/dashboard/find?*", (route) => route.abort());
  await page.keyboard.press("Control+k");
  await field.fill("preferences");
  await palette.getByText("Your tracks, events and people could not be searched.").waitFor();
  expect(await list.count()).toBe(0);
  await palette.getByRole("option", { name: /^Preferences/ }).click();
  await page.waitForURL("**/account/preferences");
  expect(browser.takeProblems()).toEqual(["Failed to load resource: net::ERR_FAILED"]);
});
