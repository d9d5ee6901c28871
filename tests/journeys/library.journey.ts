import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { desktop, expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { openActions, openTestApp, toast } from "../harness/test-app.ts";
import { wave } from "../harness/wave.ts";

const { handbill, browser, db: database, newMusician } = await openTestApp({ DEMO: "off" });

const fixture = (name: string) => readFile(join(import.meta.dirname, "..", "fixtures", name));

const square = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();

/** Puts a picture into a new ID3 tag before an MP3, which has a title in its own: Arpeggio. */
async function withPicture(mp3: Uint8Array): Promise<Buffer> {
  const content = Buffer.concat([Buffer.from("\0image/png\0\x03\0", "latin1"), await square(300, 300)]);
  const frame = Buffer.concat([Buffer.from("APIC\0\0\0\0\0\0", "latin1"), content]);
  frame.writeUInt32BE(content.length, 4);
  const size = [21, 14, 7, 0].map((shift) => (frame.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from("ID3\x03\0\0", "latin1"), Buffer.from(size), frame, mp3]);
}

interface Seeded {
  title: string;
  file_url?: string | null;
  waveform?: string;
  is_shorter?: boolean;
}

/** Longer than any journey takes to press the next button: one that is over takes the player with it. */
const sound = wave(60 * 44_100);

/** A signed-in musician whose library holds these tracks. Where `file_url` isn't null, there is a file. */
async function openLibrary(
  name: string,
  tracks: Seeded[],
  viewport = desktop,
): Promise<{ page: Page; userId: string }> {
  const { page, id } = await newMusician(name, { viewport });
  if (tracks.length > 0) {
    const rows = tracks.map((track, index) => ({
      file_url: `/uploads/music/${id}/${index}.mp3`,
      duration: 4,
      display_order: index + 1,
      user_id: id,
      analysed_at: new Date(),
      ...track,
    }));
    await database.asSystem().write((tx) => tx.insertInto("music_tracks").values(rows).execute());
  }
  // Their files are the same; only those that are played need one.
  await page.route("**/uploads/music/*/*.mp3", (route) =>
    route.fulfill({ body: sound, contentType: "audio/wav" }),
  );
  await page.goto(`${handbill.origin}/music`);
  return { page, userId: id };
}

/** In the page: resolves when all changes so far are painted. */
const drawn = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

const rows = (page: Page) =>
  page.getByRole("list", { name: "Your tracks" }).getByRole("heading", { level: 3 });
const bar = (page: Page) => page.getByRole("region", { name: "Player" });

const three: Seeded[] = [{ title: "First Light" }, { title: "Second Wind" }, { title: "Third Rail" }];

test("a track is renamed in its place, hidden, kept from downloads, and deleted", async () => {
  const { page } = await openLibrary("rename", three);
  await openActions(page, "Second Wind");
  await page.getByRole("button", { name: "Rename Second Wind" }).click();
  const field = page.getByRole("textbox", { name: "Track title" });
  await field.fill("");
  await page.keyboard.press("Enter");
  await page.getByText("Track title is required").waitFor();
  await field.fill("Second Thoughts");
  await page.keyboard.press("Enter");
  await toast(page, "Track renamed").waitFor();
  await expect
    .poll(() => rows(page).allTextContents())
    .toEqual(["First Light", "Second Thoughts", "Third Rail"]);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.ariaLabel))
    .toBe("Actions for Second Thoughts");
  // Into the menu, and its first choice.
  for (const key of ["Enter", "Tab", "Enter"]) await page.keyboard.press(key);
  await field.fill("Never mind");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Second Thoughts" }).waitFor();

  const shown = page.getByRole("button", { name: "Show First Light on your page" });
  await shown.click();
  await toast(page, "Track hidden").waitFor();
  expect(await shown.getAttribute("aria-pressed")).toBe("false");
  // It shows at once, before anything is answered.
  const pressed = await shown.evaluate((button: HTMLElement) => {
    button.click();
    return button.ariaPressed;
  });
  expect(pressed).toBe("true");
  await toast(page, "Track shown").waitFor();
  const downloads = page.getByRole("button", { name: "Let fans download First Light" });
  await openActions(page, "First Light");
  await downloads.click();
  await toast(page, "Downloads disabled for track").waitFor();
  await openActions(page, "First Light");
  await downloads.click();
  await toast(page, "Downloads enabled for track").waitFor();

  await openActions(page, "Third Rail");
  await page.getByRole("button", { name: "Delete Third Rail" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Track deleted").waitFor();
  await page.reload();
  expect(await rows(page).allTextContents()).toEqual(["First Light", "Second Thoughts"]);
});

test("a deleted track is taken back from the next screen, restored from the list, and deleted for good", async () => {
  const { page } = await openLibrary("undo", three);
  const remove = async () => {
    await openActions(page, "Third Rail");
    await page.getByRole("button", { name: "Delete Third Rail" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await toast(page, "Track deleted").waitFor();
  };
  await remove();
  // While it has the focus, the toast stays.
  const undo = page.getByRole("button", { name: "Undo" });
  // The row's button, which had the focus before the question, is gone; the screen takes it.
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  const before = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press("F6");
  await expect.poll(() => undo.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("F6");
  expect(await before.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("F6");
  const main = page.getByRole("navigation", { name: "Main" });
  await main.getByRole("link", { name: "Gallery" }).dispatchEvent("click");
  await page.getByRole("heading", { name: "Photo Gallery", level: 1 }).waitFor();
  await page.keyboard.press("Enter");
  await toast(page, "“Third Rail” is back").waitFor();
  await main.getByRole("link", { name: "Music" }).click();
  await rows(page).last().waitFor();
  await remove();
  await page.keyboard.press("Control+z");
  await toast(page, "“Third Rail” is back").waitFor();
  await expect.poll(() => rows(page).allTextContents()).toEqual(["First Light", "Second Wind", "Third Rail"]);

  await remove();
  await page.goto(`${handbill.origin}/recently-deleted`);
  const list = page.getByRole("list", { name: "Recently deleted" });
  await list.getByText("30 days left").waitFor();
  await expectAccessible(page);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Restore Third Rail" }).click();
  await toast(page, "“Third Rail” is back").waitFor();
  await page.getByRole("heading", { name: "Nothing was deleted lately" }).waitFor();

  await page.goto(`${handbill.origin}/music`);
  await remove();
  await page.goto(`${handbill.origin}/recently-deleted`);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Delete Third Rail now" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete now" }).click();
  await toast(page, "Deleted for good").waitFor();
  await page.getByRole("heading", { name: "Nothing was deleted lately" }).waitFor();
});

test("tracks are searched, several are hidden and deleted at once, and one Undo brings them all back", async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    title: `${index % 3 ? "Side" : "Rain"} ${index}`,
  }));
  const { page } = await openLibrary("several", many);
  await page.getByRole("searchbox", { name: "Search tracks" }).fill("rain");
  await page.keyboard.press("Enter");
  await page.getByText("4 of 12 tracks").waitFor();
  await page.getByLabel("Sort by").selectOption("Newest first");
  await page.waitForURL("**sort=newest");
  // Only the artist's own order can be changed. The address changes a moment before the list.
  await expect.poll(() => page.getByRole("button", { name: "Move Rain 0" }).count()).toBe(0);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select Rain 3" }).check();
  await page.getByRole("checkbox", { name: "Select Rain 9" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Hide selected" }).click();
  await toast(page, "2 tracks hidden").waitFor();
  await page.getByRole("button", { name: "Delete selected" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "2 tracks deleted").waitFor();
  await page.getByText("2 of 10 tracks").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await toast(page, "2 items are back.").waitFor();
  await page.getByText("4 of 12 tracks").waitFor();
  expect(
    await page
      .getByRole("button", { name: /^Show Rain/ })
      .evaluateAll((all) => all.filter((each) => each.ariaPressed === "false").map((each) => each.ariaLabel)),
  ).toHaveLength(2);

  // The last ones take the list with them, and can be taken back as well.
  await page.getByLabel("Show", { exact: true }).selectOption("Hidden");
  await page.getByText("2 of 12 tracks").waitFor();
  await page.goto(`${handbill.origin}/music`);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Delete selected" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "12 tracks deleted").waitFor();
  await page.getByRole("heading", { name: "No tracks yet" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "Your tracks (12)" }).waitFor();
});

test("a failed change gives the documented reason, and the row is as before", async () => {
  const { page } = await openLibrary("fails", three);
  await page.getByRole("button", { name: "Actions for First Light" }).waitFor();
  await page.route("**/music.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  const shown = page.getByRole("button", { name: "Show First Light on your page" });
  await shown.click();
  await toast(page, "Failed to update track visibility").waitFor();
  await expect.poll(() => shown.getAttribute("aria-pressed")).toBe("true");
  await openActions(page, "First Light");
  await page.getByRole("button", { name: "Let fans download First Light" }).click();
  await toast(page, "Failed to update download settings").waitFor();
  await openActions(page, "First Light");
  await page.getByRole("button", { name: "Move First Light down" }).click();
  await toast(page, "Failed to reorder tracks").waitFor();
  await expect.poll(() => rows(page).allTextContents()).toEqual(["First Light", "Second Wind", "Third Rail"]);
  await openActions(page, "First Light");
  await page.getByRole("button", { name: "Rename First Light" }).click();
  await page.getByRole("textbox", { name: "Track title" }).fill("Work of an hour");
  await page.keyboard.press("Enter");
  await toast(page, "Failed to rename track").waitFor();
  expect(await page.getByRole("textbox", { name: "Track title" }).inputValue()).toBe("Work of an hour");
  await page.keyboard.press("Escape");
  await openActions(page, "First Light");
  await page.getByRole("button", { name: "Delete First Light" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Failed to delete track").first().waitFor();
  expect(browser.takeProblems().every((problem) => problem.includes("ERR_FAILED"))).toBe(true);
});

test("tracks are put in order by keyboard, and the page plays them so", async () => {
  const { page } = await openLibrary("order", three);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Move Third Rail", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  const order = ["Third Rail", "First Light", "Second Wind"];
  await expect.poll(() => rows(page).allTextContents()).toEqual(order);
  const stored = () =>
    database
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("music_tracks")
          .innerJoin("users", "users.id", "user_id")
          .select("title")
          .where("email", "=", "order@example.org")
          .orderBy("display_order")
          .execute(),
      );
  await expect.poll(async () => (await stored()).map(({ title }) => title)).toEqual(order);

  // The server might apply the earlier of two orders last: so the later one waits.
  const first = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/music.data*", async (route) => {
    if (route.request().method() === "POST") {
      sent += 1;
      if (sent === 1) await first.promise;
    }
    await route.continue();
  });
  const down = page.getByRole("button", { name: "Move Third Rail down" });
  await openActions(page, "Third Rail");
  await down.click();
  await expect.poll(() => rows(page).allTextContents()).toEqual(["First Light", "Third Rail", "Second Wind"]);
  await openActions(page, "Third Rail");
  await down.click();
  const last = ["First Light", "Second Wind", "Third Rail"];
  await expect.poll(() => rows(page).allTextContents()).toEqual(last);
  // Whatever was to be sent has been sent before this.
  await page.evaluate(() => fetch("/healthz"));
  expect(sent).toBe(1);
  first.resolve();
  await expect.poll(async () => (await stored()).map(({ title }) => title)).toEqual(last);
  expect(sent).toBe(2);
  expect(await rows(page).allTextContents()).toEqual(last);
});

test("cover art is shown before it is sent, must be square, and can be taken away", async () => {
  const { page } = await openLibrary("cover", three, phone);
  await openActions(page, "First Light");
  await page.getByRole("button", { name: "Add cover art of First Light" }).click();
  const dialog = page.getByRole("dialog", { name: "Cover art" });
  const input = dialog.locator("input[type=file]");
  const send = (name: string, mimeType: string, buffer: Buffer) =>
    input.setInputFiles({ name, mimeType, buffer });
  await send("wide.png", "image/png", await square(640, 480));
  await page
    .getByText(
      "Cover art must be square format. Your image is 640x480px. Please use a square image (e.g., 400x400px, 800x800px, 1000x1000px).",
    )
    .waitFor();
  await send("song.mp3", "audio/mpeg", Buffer.from("x"));
  await page.getByText("Please select an image file", { exact: true }).waitFor();
  await send("broken.png", "image/png", Buffer.from("x"));
  await page.getByText("Unable to read image file. Please try a different image.").waitFor();
  await send("cover.png", "image/png", await square(600, 600));
  await dialog.getByRole("img", { name: "As it will look" }).waitFor();
  await expectAccessible(page);

  await page.route("**/upload", (route) => route.fulfill({ status: 413, body: "Your library is full" }));
  // A chosen picture is work as typed text is.
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Save cover art" }).click();
  await page.getByText("Failed to upload cover art: Your library is full").waitFor();
  await page.unroute("**/upload");
  // Reported at once: trying again by itself would only take a minute longer.
  await page.route("**/upload", (route) => route.fulfill({ status: 429, body: "Only 20 uploads at a time" }));
  await dialog.getByRole("button", { name: "Save cover art" }).click();
  await page.getByText("Failed to upload cover art: Only 20 uploads at a time").waitFor();
  await page.unroute("**/upload");
  await page.route("**/upload", (route) =>
    route.fulfill({ status: 507, body: "The server has no room left" }),
  );
  await dialog.getByRole("button", { name: "Save cover art" }).click();
  await page.getByText("Failed to upload cover art: The server has no room left").waitFor();
  expect(browser.takeProblems().every((problem) => problem.includes("507"))).toBe(true);
  await page.unroute("**/upload");
  await dialog.getByRole("button", { name: "Save cover art" }).click();
  await page.getByText("Cover art uploaded successfully!").waitFor();
  await dialog.waitFor({ state: "hidden" });

  await openActions(page, "First Light");
  await page.getByRole("button", { name: "Change cover art of First Light" }).click();
  await dialog.getByRole("img", { name: "Cover art of First Light" }).waitFor();
  await dialog.getByRole("button", { name: "Remove cover art" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("Cover art removed").first().waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await openActions(page, "First Light");
  await page.getByRole("button", { name: "Add cover art of First Light" }).waitFor();
});

test("a file's title and picture are offered; its waveform comes by itself", async () => {
  const { page } = await openLibrary("offers", []);
  const song = await withPicture(await fixture("tone.mp3"));
  const list = Promise.withResolvers<void>();
  await page.route("**/music.data*", async (route) => {
    await list.promise;
    await route.continue();
  });
  const request = page.waitForRequest("**/music.data*");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "01_nb_final.mp3", mimeType: "audio/mpeg", buffer: song });
  await request;
  await page.evaluate(drawn);
  // No success is reported before the track is in the list.
  expect(await page.getByText("Track uploaded successfully!").count()).toBe(0);
  list.resolve();
  await page.getByText("Track uploaded successfully!").waitFor();
  await page.getByText("Your tracks (1)").waitFor();
  const name = await rows(page).innerText();
  await page.getByRole("button", { name: `Use this title for ${name}`, exact: true }).click();
  await page.getByRole("heading", { name: "Arpeggio" }).waitFor();
  // Worked out in the background; the screen asks until it is there, ever more rarely.
  await page.getByRole("list", { name: "Your tracks" }).locator("[style*='clip-path']").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use this cover for Arpeggio", exact: true }).click();
  await page.getByText("Cover art uploaded successfully!").waitFor();
  await openActions(page, "Arpeggio");
  await page.getByRole("button", { name: "Change cover art of Arpeggio" }).waitFor();
  expect(await page.getByRole("button", { name: "Use this cover" }).count()).toBe(0);
});

test("a long library is one list to put in order, also when its end comes later", async () => {
  const titles = Array.from({ length: 60 }, (_, index) => `Number ${index + 1}`);
  const { page, userId } = await openLibrary(
    "long",
    titles.map((title) => ({ title, is_visible: title !== "Number 60" })),
  );
  await page.getByRole("heading", { name: "Number 60" }).waitFor();
  await page.route("**/music/other-tracks.data*", (route) => route.abort(), { times: 1 });
  await page.reload();
  await page.getByText("10 more could not be loaded").waitFor();
  expect(browser.takeProblems().every((problem) => problem.includes("ERR_FAILED"))).toBe(true);
  expect(await rows(page).count()).toBe(50);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Number 60" }).waitFor();
  const shown = page.getByLabel("Show", { exact: true });
  await shown.selectOption("On your page");
  await page.getByText("59 of 60 tracks").waitFor();
  await expect.poll(() => rows(page).allTextContents()).toEqual(titles.slice(0, 59));
  await shown.selectOption("All tracks");
  await page.getByRole("heading", { name: "Number 60" }).waitFor();

  await page.getByRole("button", { name: "Move Number 60", exact: true }).focus();
  for (const key of ["Space", "Home", "Space"]) await page.keyboard.press(key);
  await page.getByRole("button", { name: "Move Number 1", exact: true }).focus();
  for (const key of ["Space", "End", "Space"]) await page.keyboard.press(key);
  const order = ["Number 60", ...titles.slice(1, 59), "Number 1"];
  await expect.poll(() => rows(page).allTextContents()).toEqual(order);
  const stored = async () =>
    (
      await database
        .asSystem()
        .read((tx) =>
          tx
            .selectFrom("music_tracks")
            .select("title")
            .where("user_id", "=", userId)
            .orderBy("display_order")
            .execute(),
        )
    ).map(({ title }) => title);
  await expect.poll(stored).toEqual(order);
});

test("a track that is shorter than its file says is marked", async () => {
  const { page } = await openLibrary("short", [{ title: "Cut", is_shorter: true }]);
  await page.getByText("Shorter than its file says").waitFor();
});

test("the player plays on from screen to screen, with everything by keyboard", async () => {
  const { page } = await openLibrary("plays", [...three, { title: "Not yet", file_url: null }]);
  await page.getByRole("button", { name: "Play Second Wind" }).click();
  await expect.poll(() => bar(page).getAttribute("data-state")).toBe("playing");
  for (const name of ["Repeat: off", "Repeat: all"]) await bar(page).getByRole("button", { name }).click();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await page.waitForURL("**/dashboard");
  await expect.poll(() => bar(page).getAttribute("data-state")).toBe("playing");
  await page.keyboard.press("Space");
  await expect.poll(() => bar(page).getAttribute("data-state")).toBe("paused");
  const timeline = bar(page).getByRole("slider", { name: "Seek" });
  // Five seconds back at each press, however long it has played.
  await expect
    .poll(async () => {
      await timeline.press("ArrowLeft");
      return timeline.getAttribute("aria-valuetext");
    })
    .toBe("0:00 of 0:04");
  // A link that stays on the screen keeps the focus after it was followed.
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
  await page.keyboard.press("Space");
  await expect.poll(() => bar(page).getAttribute("data-state")).toBe("playing");
  await page.keyboard.press("Space");
  await expect.poll(() => bar(page).getAttribute("data-state")).toBe("paused");
  await bar(page).getByRole("button", { name: "Next track" }).click();
  await bar(page).getByText("Third Rail").waitFor();
  await bar(page).getByRole("button", { name: "Previous track" }).click();
  await bar(page).getByRole("button", { name: "Previous track" }).click();
  await bar(page).getByText("First Light").waitFor();
  // A track without a file plays three seconds of nothing, and then the player goes.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await bar(page).getByRole("button", { name: "Previous track" }).click();
  await bar(page).getByText("Not yet").waitFor();
  expect(await bar(page).getByRole("link").count()).toBe(0);
  await page.clock.runFor(2_900);
  expect(await bar(page).getAttribute("data-state")).toBe("playing");
  await page.clock.runFor(200);
  await bar(page).waitFor({ state: "detached" });
});

test("one tab plays at a time, and a download is checked before it begins", async () => {
  const { page } = await openLibrary("tabs", three);
  await page.getByRole("button", { name: "Play First Light" }).click();
  for (const name of ["Repeat: off", "Repeat: all"]) await bar(page).getByRole("button", { name }).click();
  await expect.poll(() => bar(page).getAttribute("data-state")).toBe("playing");
  const other = await page.context().newPage();
  await other.route("**/uploads/music/*/*.mp3", (route) =>
    route.fulfill({ body: sound, contentType: "audio/wav" }),
  );
  await other.goto(`${handbill.origin}/music`);
  await other.getByRole("button", { name: "Play Third Rail" }).click();
  await expect.poll(() => bar(page).getAttribute("data-state")).toBe("paused");
  const download = page.waitForEvent("download");
  await bar(page).getByRole("link", { name: "Download First Light" }).click();
  expect((await download).suggestedFilename()).toBe("First Light.mp3");
  await page.route("**/uploads/music/*/*.mp3", (route) => route.fulfill({ status: 404 }));
  await bar(page).getByRole("link", { name: "Download First Light" }).click();
  await toast(page, "Download failed. Please try again.").waitFor();
});

test("a thousand tracks are there at once, and the last can be edited", async () => {
  const many = Array.from({ length: 1001 }, (_, index) => ({
    title: `Track ${index + 1}`,
    waveform: "Zz".repeat(48),
  }));
  const { page } = await openLibrary("many", many);
  await page.getByText("Your tracks (1001)").waitFor();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect.poll(() => rows(page).allTextContents()).toEqual(["Track 1001"]);
  await openActions(page, "Track 1001");
  await page.getByRole("button", { name: "Rename Track 1001" }).click();
  await page.getByRole("textbox", { name: "Track title" }).fill("The last one");
  await page.keyboard.press("Enter");
  await toast(page, "Track renamed").waitFor();
});

test("another musician's ids in any request change nothing and answer 404", async () => {
  const { userId } = await openLibrary("theirs", three);
  const { page } = await openLibrary("mine", three);
  const theirs = await database
    .asSystem()
    .read((tx) =>
      tx.selectFrom("music_tracks").selectAll().where("user_id", "=", userId).orderBy("title").execute(),
    );
  const id = theirs[0]?.id ?? "";
  const forms: Record<string, string>[] = [
    { intent: "rename-track", id, title: "Mine now" },
    { intent: "set-visibility", id, isVisible: "false" },
    { intent: "set-downloads", id, isEnabled: "false" },
    { intent: "remove-cover", id },
    { intent: "take-title", id },
    { intent: "dismiss-title", id },
    { intent: "take-cover", id },
    { intent: "dismiss-cover", id },
    { intent: "delete-track", id },
    { intent: "reorder-tracks", order: theirs.map((track) => track.id).join(" ") },
  ];
  for (const form of forms) {
    const answer = await page.request.post(`${handbill.origin}/music`, {
      form,
      headers: { origin: handbill.origin },
    });
    expect(answer.status(), form.intent).toBe(404);
  }
  const after = await database
    .asSystem()
    .read((tx) =>
      tx.selectFrom("music_tracks").selectAll().where("user_id", "=", userId).orderBy("title").execute(),
    );
  expect(after).toEqual(theirs);
});
