import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { makeComment, makeIssue } from "../factories/audience.ts";
import { makeEvent, makeFormerAddress, makePhoto, makeRelease } from "../factories/page.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openTestApp } from "../harness/test-app.ts";
import { wave } from "../harness/wave.ts";

const { handbill, browser, db, newMusician } = await openTestApp();
const { page: musician, id: userId } = await newMusician("nova");
const artist = `${handbill.origin}/artist/nova`;
const letter = await makeIssue(db, {
  musician_id: userId,
  title: "From the road",
  status: "sent",
  started_at: new Date(),
});
const comment = await makeComment(db, { musician_id: userId, content: "What a night!" });
await makeEvent(db, { user_id: userId, title: "Autumn tour" });
await makeRelease(db, { user_id: userId, title: "Out", slug: "out" });
await makePhoto(db, { user_id: userId });
await makeFormerAddress(db, { user_id: userId, custom_url: "nova-before" });

beforeAll(async () => {
  await musician.goto(`${handbill.origin}/music`);
  for (const [index, title] of ["Long Way", "Short Way"].entries()) {
    const file = { name: `${title}.wav`, mimeType: "audio/wav", buffer: wave((60 - index) * 44_100 + 44) };
    await musician.locator("input[type=file]").setInputFiles(file);
    await musician.getByText(`Your tracks (${index + 1})`).waitFor();
  }
});

declare global {
  interface Window {
    /** The audio elements that this document has made, and what has paused one of them. */
    sounds: HTMLAudioElement[];
    pauses: number;
    shifts: number;
  }
}

/** The artist's page once its deferred script is there, which takes navigations over. */
async function openPage(options: BrowserContextOptions = {}, path = ""): Promise<Page> {
  const page = await browser.newPage({ viewport: desktop, ...options });
  await page.addInitScript(() => {
    // As a browser that a person steers: its visits are counted.
    Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false });
    window.sounds = [];
    window.pauses = 0;
    window.shifts = 0;
    window.Audio = class extends Audio {
      constructor() {
        super();
        window.sounds.push(this);
        this.addEventListener("pause", () => window.pauses++);
      }
    };
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) {
        // Those after a press too, which count where the network is slow.
        if ("value" in shift) window.shifts += Number(shift.value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const seen = page.waitForRequest(isView);
  await page.goto(artist + path);
  await seen;
  return page;
}

const isView = (request: { url(): string; postData(): string | null }) =>
  request.url().endsWith("/count") && Boolean(request.postData()?.includes('"views"'));

const patience = { timeout: 15_000 };
const bar = (page: Page) => page.getByRole("region", { name: "Player" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

async function startMusic(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play Long Way" }).click();
  await expect.poll(() => bar(page).getAttribute("data-state"), patience).toBe("playing");
  await page.evaluate(() => {
    window.pauses = 0;
  });
}

/** Expects the track to have gone on until now from where it was, in the one player that there is. */
async function expectHeard(page: Page, title = "Long Way"): Promise<void> {
  expect(await bar(page).textContent()).toContain(title);
  const position = () => page.evaluate(() => Math.max(...window.sounds.map((sound) => sound.currentTime)));
  const before = await position();
  expect(before).toBeGreaterThan(0);
  await expect.poll(position, patience).toBeGreaterThan(before);
  expect(await page.locator("#player").count()).toBe(1);
  expect(await page.evaluate(() => window.pauses)).toBe(0);
}

const documentOf = (page: Page) => page.evaluate(() => performance.timeOrigin);

for (const viewport of [phone, desktop]) {
  test(`the music goes on from page to page and back, ${viewport.width} pixels wide`, async () => {
    const page = await openPage({ viewport });
    const views: string[] = [];
    page.on("request", (request) => isView(request) && views.push(request.postData() ?? ""));
    await startMusic(page);
    const first = await documentOf(page);
    const { sounds, shifts } = await page.evaluate(() => ({
      sounds: window.sounds.length,
      shifts: window.shifts,
    }));

    const expectPage = async (name: string, path: string, title: string) => {
      await heading(page, name).waitFor();
      expect(page.url()).toBe(artist + path);
      expect(await page.title()).toBe(title);
      const canonical = page.locator("link[rel=canonical]");
      expect(await canonical.getAttribute("href")).toBe(artist + path);
      expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
      await expectHeard(page);
    };
    await page.locator("#events").getByRole("link", { name: "Calendar and past events" }).click();
    await expectPage("Events", "/events", "Events: nova");
    expect(await heading(page, "Events").evaluate((it) => it === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await page.getByRole("link", { name: "nova", exact: true }).press("Enter");
    await expectPage("nova", "", "nova: music, dates and more");
    expect(await page.getByRole("button", { name: "Pause Long Way" }).isVisible()).toBe(true);
    await expectAccessible(page);
    await page.getByRole("link", { name: /^Report/ }).click();
    await expectPage("Report a comment", `/comments/${comment.id}/report`, "Report a comment: nova");
    await page.evaluate((path) => location.assign(path), `/artist/nova/letters/${letter.id}`);
    await expectPage("From the road", `/letters/${letter.id}`, "From the road: nova");
    await page.evaluate(() => location.assign("/artist/nova"));
    await expectPage("nova", "", "nova: music, dates and more");
    await page.getByRole("link", { name: "About Short Way" }).click();
    await expectPage("Short Way", "/tracks/short-way", "Short Way: nova");
    await page.evaluate(() => location.assign("/artist/nova/music/out"));
    await expectPage("Out", "/music/out", "Out: nova");
    await expectAccessible(page);
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await expectPage("From the road", `/letters/${letter.id}`, "From the road: nova");
    await page.goBack();
    await expectPage("Report a comment", `/comments/${comment.id}/report`, "Report a comment: nova");
    await page.goBack();
    await expectPage("nova", "", "nova: music, dates and more");
    await page.goForward();
    await expectPage("Report a comment", `/comments/${comment.id}/report`, "Report a comment: nova");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await expect.poll(() => views.length).toBe(13);
    expect(views.at(-1)).toContain(`"from":"${artist}"`);
    expect(await documentOf(page)).toBe(first);
    expect(await page.evaluate(() => window.sounds.length)).toBe(sounds);
    expect(await page.evaluate(() => window.shifts)).toBe(shifts);
  });
}

test("what a page can do, it can after another one as well, and once only", async () => {
  const page = await openPage({}, "/events");
  const first = await documentOf(page);
  const counted: string[] = [];
  page.on("request", (request) => request.url().endsWith("/count") && counted.push(request.postData() ?? ""));
  for (const name of ["first", "second"]) {
    await page.getByRole("link", { name: "nova", exact: true }).click();
    await heading(page, "nova").waitFor();
    const photo = page.locator("a[data-photo]").first();
    await photo.click();
    const lightbox = page.getByRole("dialog", { name: "Photo" });
    await lightbox.getByText("1 of 1").waitFor();
    await page.goBack();
    await lightbox.waitFor({ state: "hidden" });
    await page.getByLabel("Message", { exact: true }).fill(name);
    await page.getByText(`${name.length}/1000 characters`).waitFor();
    await page.locator("#events").getByRole("link", { name: "Calendar and past events" }).click();
    await heading(page, "Events").waitFor();
  }
  await page.getByRole("link", { name: "nova", exact: true }).click();
  await startMusic(page);
  await page.locator("#events").getByRole("link", { name: "Calendar and past events" }).click();
  await heading(page, "Events").waitFor();
  // Listening is counted where the track has no row any more, and the next track comes from the page that has gone.
  const plays = () => counted.filter((report) => report.includes('"plays"'));
  await expect.poll(() => plays().length, patience).toBe(1);
  await bar(page).getByRole("button", { name: "Next track" }).click();
  await expect.poll(() => bar(page).textContent()).toContain("Short Way");
  expect(plays()).toHaveLength(1);
  expect(counted.filter((report) => report.includes('"views"'))).toHaveLength(6);
  expect(await documentOf(page)).toBe(first);
});

test("a comment is sent while the music plays, from a page that took another's place", async () => {
  const page = await openPage();
  await startMusic(page);
  await page.evaluate(() => location.assign("/artist/nova/comments"));
  await heading(page, "Comments").waitFor();
  const form = page.getByRole("form", { name: "Comment" });
  await form.getByLabel("Name").fill("Ines");
  await form.getByLabel("Comment").fill("Heard it all the way here.");
  await form.getByRole("button").click();
  await page.getByRole("listitem").filter({ hasText: "Heard it all the way here." }).waitFor();
  expect(page.url()).toBe(`${artist}/comments`);
  await expectHeard(page);
});

test("an address that leads elsewhere is loaded, with the music at rest where it was", async () => {
  const page = await openPage();
  await startMusic(page);
  const first = await documentOf(page);
  await page.evaluate(() => location.assign("/artist/nova-before/events"));
  await page.waitForURL(`${artist}/events`);
  expect(await documentOf(page)).not.toBe(first);
  await expect.poll(() => bar(page).getAttribute("data-state"), patience).toBe("paused");
  expect(await bar(page).textContent()).toContain("Long Way");
  await bar(page).getByRole("button", { name: "Play", exact: true }).click();
  // Its file is put on by the press alone.
  await expect.poll(() => bar(page).getAttribute("data-state"), patience).toBe("playing");
  await expectHeard(page);
  await page.evaluate(() => location.assign("/artist/nova/letters/none"));
  await heading(page, "Artist Not Found").waitFor();
});

test("after a reload the pages before are still there, before the script as well as with it", async () => {
  const page = await openPage();
  await page.locator("#events").getByRole("link", { name: "Calendar and past events" }).click();
  await heading(page, "Events").waitFor();
  const seen = page.waitForRequest(isView);
  await page.reload();
  await seen;
  const loaded = await documentOf(page);
  await page.goBack();
  await heading(page, "nova").waitFor();
  expect(await documentOf(page)).toBe(loaded);
  await page.goForward();
  await heading(page, "Events").waitFor();

  const come = Promise.withResolvers<void>();
  await page.route("**/assets/public-*.js", async (route) => {
    await come.promise;
    await route.continue();
  });
  await page.reload();
  await page.goBack();
  await page.waitForURL(artist);
  expect(await heading(page, "Events").isVisible()).toBe(true);
  come.resolve();
  await heading(page, "nova").waitFor();
});

test("without script the same links lead there", async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(artist);
  await page.locator("#events").getByRole("link", { name: "Calendar and past events" }).click();
  await heading(page, "Events").waitFor();
  expect(page.url()).toBe(`${artist}/events`);
});

test("one content policy holds for all of an artist's pages", async () => {
  const paths = [
    "",
    "/tracks/long-way",
    "/music/out",
    "/events",
    "/comments",
    `/comments/${comment.id}/report`,
    `/letters/${letter.id}`,
  ];
  const answers = await Promise.all(paths.map((path) => fetch(artist + path)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  expect(new Set(answers.map(({ headers }) => headers.get("Content-Security-Policy"))).size).toBe(1);
});
