import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeVideo } from "../factories/page.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { dragByFinger } from "../harness/finger.ts";
import { openTestApp, pressEnter } from "../harness/test-app.ts";

const { handbill, browser, db: database, newMusician } = await openTestApp();

/** A musician with a page of that name, signed in, and their id. Whatever asks a provider is answered here. */
async function musician(name: string, viewport = desktop) {
  const signedIn = await newMusician(name, { viewport });
  return { ...signedIn, requests: await answerProviders(signedIn.page) };
}

/** @returns the addresses that the page asks the providers for, as it asks */
async function answerProviders(page: Page): Promise<string[]> {
  const requests: string[] = [];
  const isProvider = ({ hostname }: URL) => /youtube|ytimg|vimeo/.test(hostname);
  await page.route(isProvider, (route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<title>player</title>" });
  });
  return requests;
}

const openVideos = (page: Page) => page.goto(`${handbill.origin}/video`, { waitUntil: "networkidle" });
const dialogOf = (page: Page) => page.getByRole("dialog");

/** The videos' names, as their controls have them, in their order. */
const titles = (page: Page) =>
  page
    .getByRole("button", { name: /^Edit/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")?.slice(5)));

async function addVideo(page: Page, address: string, title?: string): Promise<void> {
  await page.getByRole("button", { name: "Add video" }).click();
  await page.getByLabel("Video URL").fill(address);
  if (title) await page.getByLabel("Title").fill(title);
  await dialogOf(page).getByRole("button", { name: "Add video" }).click();
  await dialogOf(page).waitFor({ state: "hidden" });
}

test("a pasted address picks its type, is seen as fans see it, and its provider gets no request before it plays", async () => {
  const { page, requests } = await musician("paste");
  await openVideos(page);
  await page.getByText("No videos yet").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add video" }).click();
  const dialog = dialogOf(page);
  await page.getByLabel("Video URL").fill("vimeo.com/76979871/8272103f6e");
  expect(await page.getByLabel("Video type").inputValue()).toBe("vimeo");
  await page.getByLabel("Video URL").fill("https://files.example/live_at-the-harbour.mp4");
  expect(await page.getByLabel("Video type").inputValue()).toBe("mp4");
  expect(await page.getByLabel("Title").inputValue()).toBe("live at the harbour");
  await page.getByLabel("Video URL").fill("https://youtu.be/dQw4w9WgXcQ?si=shared");
  expect(await page.getByLabel("Video type").inputValue()).toBe("youtube");
  await page.getByLabel("Title").fill("Harbour");
  await dialog.getByRole("link", { name: "Play Harbour" }).waitFor();
  await expectAccessible(page);
  expect(requests).toEqual([]);
  await dialog.getByRole("link", { name: "Play Harbour" }).click();
  await dialog.frameLocator('iframe[title="Harbour"]').locator("body").waitFor();
  await expect
    .poll(() => requests)
    .toEqual(["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"]);
  await dialog.getByRole("button", { name: "Add video" }).click();
  await page.getByText("Video saved").waitFor();
  await dialog.waitFor({ state: "hidden" });

  await addVideo(page, "https://vimeo.com/76979871", "Quay");
  await addVideo(page, "https://files.example/live_at-the-harbour.mp4");
  expect(await titles(page)).toEqual(["Harbour", "Quay", "live at the harbour"]);
  await expectAccessible(page);

  const fan = await browser.newPage({ viewport: phone });
  const requestsOfFan = await answerProviders(fan);
  await fan.goto(`${handbill.origin}/artist/paste`, { waitUntil: "networkidle" });
  await fan.getByRole("link", { name: "Play Harbour" }).scrollIntoViewIfNeeded();
  await expectAccessible(fan);
  expect(requestsOfFan).toEqual([]);
  const file = await readFile(join(import.meta.dirname, "..", "fixtures", "video.mp4"));
  await fan.route("https://files.example/**", (route) =>
    route.fulfill({ contentType: "video/mp4", body: file }),
  );
  await fan.getByRole("button", { name: "Previous video" }).click();
  const video = fan.locator("video");
  expect(await video.getAttribute("src")).toBe("https://files.example/live_at-the-harbour.mp4");
  await video.evaluate(async (element) => {
    if (element instanceof HTMLVideoElement) await element.play();
  });
});

test("hostile and unfit addresses stay in the dialog with the reason, past the browser's check as well", async () => {
  const { page } = await musician("hostile", phone);
  await openVideos(page);
  await page.getByRole("button", { name: "Add video" }).click();
  const dialog = dialogOf(page);
  const submit = dialog.getByRole("button", { name: "Add video" });
  await submit.click();
  await dialog.getByText("Video URL is required").waitFor();
  await dialog.getByText("Title is required").waitFor();
  await page.getByLabel("Title").fill("Evil");
  for (const [type, address, text] of [
    ["youtube", "https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ", "Please enter a valid YouTube URL"],
    ["youtube", "https://evil.test/watch?v=11characters", "Please enter a valid YouTube URL"],
    ["vimeo", "https://vimeo.com/staffpicks", "Please enter a valid Vimeo URL"],
    ["mp4", "javascript:alert(1)//.mp4", "Please enter a valid MP4 URL"],
  ] as const) {
    await page.getByLabel("Video URL").fill(address);
    await page.getByLabel("Video type").selectOption(type);
    await submit.click();
    await dialog.getByText(text).waitFor();
    expect(await page.getByLabel("Video URL").evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    const form = {
      intent: "save-video",
      title: "Evil",
      video_type: type,
      video_url: address,
      thumbnail_url: "",
    };
    const answer = await page.request.post(`${handbill.origin}/video`, {
      form,
      headers: { Origin: handbill.origin },
    });
    expect(answer.status(), address).toBe(400);
  }
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.reload();
  await page.getByText("No videos yet").waitFor();
});

test("one video is primary and stands first; the others are put in order by keyboard and by a finger", async () => {
  const { page, id: user_id } = await musician("order", phone);
  for (const title of ["A", "B", "C", "D"]) await makeVideo(database, { user_id, title });
  await openVideos(page);
  // The focus stays where one has gone meanwhile.
  const answer = Promise.withResolvers<void>();
  await page.route("**/video.data*", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await pressEnter(page.getByRole("button", { name: "Make C the primary video" }));
  const later = page.getByRole("button", { name: "Delete D" });
  await later.focus();
  answer.resolve();
  await page.getByText("Primary video updated").waitFor();
  expect(await later.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(() => titles(page)).toEqual(["C", "A", "B", "D"]);
  await page.getByRole("button", { name: "Make B the primary video" }).click();
  await expect.poll(() => titles(page)).toEqual(["B", "A", "C", "D"]);
  expect(await page.getByText("Primary video", { exact: true }).count()).toBe(1);

  await page.getByRole("button", { name: "Move D", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Home");
  expect(await page.locator("[aria-live=assertive]").textContent()).toBe("Position 1 of 3.");
  await page.keyboard.press("Space");
  await expect.poll(() => titles(page)).toEqual(["B", "D", "A", "C"]);
  await page.getByRole("button", { name: "Move C up" }).click();
  await expect.poll(() => titles(page)).toEqual(["B", "D", "C", "A"]);

  await page.waitForLoadState("networkidle");
  const grip = (name: string) => page.getByRole("button", { name: `Move ${name}`, exact: true });
  const drop = await dragByFinger(page, grip("D"), grip("C"));
  await expect.poll(() => titles(page)).toEqual(["B", "C", "D", "A"]);
  await drop();
  const kept = async () => {
    const rows = await database
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("video_gallery")
          .select("title")
          .where("user_id", "=", user_id)
          .orderBy("is_primary", "desc")
          .orderBy("display_order")
          .execute(),
      );
    return rows.map(({ title }) => title);
  };
  await expect.poll(kept).toEqual(["B", "C", "D", "A"]);
  await page.reload({ waitUntil: "networkidle" });
  expect(await titles(page)).toEqual(["B", "C", "D", "A"]);

  const show = page.getByRole("button", { name: "Show B on your page" });
  const pressed = await show.evaluate((button: HTMLElement) => {
    button.click();
    return button.ariaPressed;
  });
  expect(pressed).toBe("false");
  await page.getByText("Video hidden").waitFor();
  await page.getByText("Not on your page").waitFor();
  await page.getByRole("button", { name: "Delete A" }).click();
  const requests = page.getByRole("alertdialog", { name: "Delete video" });
  await expectAccessible(page);
  await requests.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Video deleted").waitFor();
  expect(await titles(page)).toEqual(["B", "C", "D"]);
  const fan = await browser.newPage();
  await answerProviders(fan);
  await fan.goto(`${handbill.origin}/artist/order`);
  await expect.poll(() => fan.locator("#videos li p").allTextContents()).toEqual(["C", "D"]);
});

test("a failed change gives the documented reason, and nothing is lost", async () => {
  const { page, id: user_id } = await musician("offline");
  for (const title of ["A", "B"]) await makeVideo(database, { user_id, title });
  await openVideos(page);
  await page.route("**/video.data*", (route) => route.abort("connectionreset"));
  await page.getByRole("button", { name: "Make B the primary video" }).click();
  await page.getByText("Failed to set primary video").waitFor();
  await page.getByRole("button", { name: "Show A on your page" }).click();
  await page.getByText("Failed to update video visibility").waitFor();
  await page.getByRole("button", { name: "Move A down" }).click();
  await page.getByText("Failed to reorder videos").waitFor();
  expect(await titles(page)).toEqual(["A", "B"]);
  await page.getByRole("button", { name: "Edit A" }).click();
  await page.getByLabel("Title").fill("Not lost");
  await page.getByRole("button", { name: "Save video" }).click();
  await page.getByText("Failed to save video").waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Not lost");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Delete B" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Failed to delete video").waitFor();
  await page.keyboard.press("Escape");
  await page.unroute("**/video.data*");
  await page.getByRole("button", { name: "Edit A" }).click();
  await page.getByLabel("Title").fill("Saved");
  await page.getByRole("button", { name: "Save video" }).click();
  await page.getByText("Video saved").waitFor();
  expect(await titles(page)).toEqual(["Saved", "B"]);
  const resets = browser.takeProblems();
  expect(new Set(resets)).toEqual(new Set(["Failed to load resource: net::ERR_CONNECTION_RESET"]));
});
