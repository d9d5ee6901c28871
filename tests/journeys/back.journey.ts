import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makePhoto } from "../factories/page.ts";
import { desktop, phone, untilHydrated } from "../harness/browser.ts";
import { openActions, openTestApp } from "../harness/test-app.ts";

const { handbill, browser, db, newMusician } = await openTestApp();

const pathOf = (page: Page) => new URL(page.url()).pathname;
const discard = (page: Page) => page.getByRole("alertdialog", { name: "Discard what you typed?" });

test("Back closes what is open before it leaves, asks where something was typed, and leaves nothing behind", async () => {
  const { page, id: user_id } = await newMusician("backwards", { viewport: phone });
  await makePhoto(db, { user_id, caption: "Stage" });
  await page.route("**/uploads/photos/**", (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: "<svg xmlns='http://www.w3.org/2000/svg'/>" }),
  );
  await page.goto(`${handbill.origin}/dashboard`);
  await page.goto(`${handbill.origin}/gallery`);
  let loads = 0;
  page.on("request", (request) => {
    if (request.url().includes("gallery.data")) loads += 1;
  });

  // The lightbox, then a dialog with nothing typed in it.
  const lightbox = page.getByRole("dialog", { name: "Photo", exact: true });
  await page.getByRole("button", { name: "View Stage" }).click();
  await lightbox.waitFor();
  await page.goBack();
  await lightbox.waitFor({ state: "hidden" });
  const edit = page.getByRole("dialog", { name: "Edit photo" });
  const openEdit = async () => {
    await openActions(page, "Stage");
    await page.getByRole("button", { name: "Edit Stage" }).click();
    await edit.waitFor();
  };
  await openEdit();
  await page.goBack();
  await edit.waitFor({ state: "hidden" });
  expect(pathOf(page)).toBe("/gallery");

  // With typed text every way out asks, and pressing Back once more closes the question.
  await openEdit();
  await page.getByLabel("Caption").fill("A long thought");
  const waysOut = [
    () => page.goBack(),
    () => page.keyboard.press("Escape"),
    () => page.mouse.click(5, 5),
    () => edit.getByRole("button", { name: "Close" }).click(),
    () => edit.getByRole("button", { name: "Cancel" }).click(),
  ];
  for (const leave of waysOut) {
    await leave();
    await discard(page).waitFor();
    await page.goBack();
    await discard(page).waitFor({ state: "hidden" });
    expect(await page.getByLabel("Caption").inputValue()).toBe("A long thought");
  }
  await page.goBack();
  await discard(page).getByRole("button", { name: "Discard" }).click();
  await edit.waitFor({ state: "hidden" });

  // Two quick opens, closed by a button; text that was typed and removed again raises no question.
  for (let times = 0; times < 2; times += 1) {
    await openEdit();
    await page.getByLabel("Caption").fill("Other");
    await page.getByLabel("Caption").fill("Stage");
    await page.keyboard.press("Escape");
    await edit.waitFor({ state: "hidden" });
  }
  expect(loads).toBe(0);
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe("/dashboard");
  await page.goForward();
  await expect.poll(() => pathOf(page)).toBe("/gallery");
});

test("an open dialog's entry survives a reload and a way on without a second Back", async () => {
  const { page } = await newMusician("onwards", { viewport: phone });
  await page.goto(`${handbill.origin}/dashboard`);
  await page.goto(`${handbill.origin}/events`);
  const dialog = page.getByRole("dialog", { name: "Add an event" });
  await page.getByRole("button", { name: "Add event" }).first().click();
  await dialog.waitFor();
  // Its buttons are in sight on every screen, however much of the form isn't.
  for (const size of [desktop, { width: 844, height: 390 }, phone]) {
    await page.setViewportSize(size);
    const send = await dialog.getByRole("button", { name: "Add event" }).boundingBox();
    expect(send && send.y > 0 && send.y + send.height <= size.height, `${size.width} px wide`).toBe(true);
  }
  await page.reload();
  await untilHydrated(page);
  expect(await dialog.count()).toBe(0);
  await page.goBack();
  // Wholly: what is opened in the moment in which a document comes may take its place in the history.
  await page.waitForURL("**/dashboard");

  await page.goto(`${handbill.origin}/events`);
  await page.getByRole("button", { name: "Add event" }).first().click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("link", { name: "Past" }).click();
  await page.waitForURL("**/events?show=past");
  await page.goBack();
  await expect.poll(() => page.url()).toBe(`${handbill.origin}/events`);
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe("/dashboard");
});

test("Back asks before unsaved work is left, and is a way out of that question too", async () => {
  const { page } = await newMusician("unsaved", { viewport: phone });
  await page.goto(`${handbill.origin}/dashboard`);
  await untilHydrated(page);
  await page
    .getByRole("main")
    .getByRole("link", { name: /Appearance/ })
    .click();
  await page.waitForURL("**/settings");
  await untilHydrated(page);
  const text = page.getByRole("heading", { name: "Text", exact: true });
  await page.locator("summary").filter({ has: text }).click();
  await page
    .locator("label")
    .filter({ has: page.getByText("Dark", { exact: true }) })
    .click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await page.goBack();
  await question.waitFor();
  await page.goBack();
  await question.waitFor({ state: "hidden" });
  expect(pathOf(page)).toBe("/settings");
  expect(await page.getByRole("radio", { name: /^Dark/ }).isChecked()).toBe(true);
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/dashboard");
});

test("a fan's Back closes the photo and stays on the page; forward and a reload show it again", async () => {
  const { id: user_id } = await newMusician("fanback");
  for (const caption of ["One", "Two"]) await makePhoto(db, { user_id, caption });
  const page = await browser.newPage({ viewport: phone });
  await page.route("**/uploads/photos/**", (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: "<svg xmlns='http://www.w3.org/2000/svg'/>" }),
  );
  await page.goto(`${handbill.origin}/`);
  await page.goto(`${handbill.origin}/artist/fanback`);
  const lightbox = page.getByRole("dialog", { name: "Photo" });
  // A closed photo goes back by itself; a Back that comes in the same moment would go to the same entry.
  const closed = () => page.waitForFunction(() => !document.querySelector(":modal") && !history.state);
  await page.locator("#photos a").first().click();
  await lightbox.getByText("1 of 2", { exact: true }).waitFor();
  await page.goBack();
  await closed();
  expect(pathOf(page)).toBe("/artist/fanback");
  await page.goForward();
  await lightbox.getByText("1 of 2", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await closed();
  await page.locator("#photos a").nth(1).click();
  await lightbox.getByText("2 of 2", { exact: true }).waitFor();
  await lightbox.getByRole("button", { name: "Close" }).click();
  await closed();
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe("/");
});

test("Back in the very moment in which the next screen comes leads back", async () => {
  const { page } = await newMusician("hasty");
  await page.goto(`${handbill.origin}/profile`);
  await untilHydrated(page);
  // The address has changed by then, and React hasn't drawn anything yet.
  await page.evaluate(() =>
    window.navigation.addEventListener("currententrychange", () => history.back(), { once: true }),
  );
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await page.waitForURL("**/profile");
  await page.getByRole("heading", { name: "Profile", exact: true, level: 1 }).waitFor();
  // The screen stays, and the next press works.
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await page.getByRole("heading", { name: /^Welcome back/ }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Profile", exact: true, level: 1 }).waitFor();
});
