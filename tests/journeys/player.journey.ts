import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { desktop, expectAccessible, phone, signUp } from "../harness/browser.ts";
import { openOwnerOf } from "../harness/handbill.ts";
import { openTestApp } from "../harness/test-app.ts";
import { tone } from "../harness/wave.ts";

const { handbill, browser } = await openTestApp();
const database = await openOwnerOf(handbill);
beforeAll(async () => {
  const musician = await browser.newPage();
  await signUp(musician, handbill.origin, "player@example.org");
  const form = {
    intent: "save-profile",
    artist_name: "Nell Voss",
    bio: "",
    location: "",
    custom_url: "",
    cover_image_size: "large",
  };
  expect((await musician.request.post(`${handbill.origin}/profile`, { form })).ok()).toBe(true);
  await musician.goto(`${handbill.origin}/music`);
  for (const [index, title] of ["First Light", "Second Wind", "Third Rail"].entries()) {
    const file = { name: `${title}.wav`, mimeType: "audio/wav", buffer: tone(220 * (index + 1)) };
    await musician.locator("input[type=file]").setInputFiles(file);
    await musician.getByText(`Your tracks (${index + 1})`).waitFor();
  }
  await musician.context().close();
});
afterAll(() => database.end());

const hostileTitle = `../"Night" / <b>\u200fgnp.exe</b> ${"\u00f6".repeat(250)}`;

/** Sound takes a while to come on a busy machine. */
const patience = { timeout: 15_000 };

const address = `${handbill.origin}/artist/nell-voss`;

declare global {
  interface Window {
    /** The player's audio elements, which are in no document: one is on, the other fetches ahead. */
    sounds: HTMLAudioElement[];
    /** The one that has played last. */
    sound: HTMLAudioElement;
    mediaKeys: Partial<Record<MediaSessionAction, MediaSessionActionHandler>>;
    mediaPositions: (MediaPositionState | undefined)[];
  }
}

/** Waits until visitors are shown this: the server learns of a change behind its back a moment later. */
const untilShown = (isShown: (html: string) => boolean) =>
  vi.waitUntil(async () => isShown(await (await fetch(address)).text()), patience);

/** The artist's page, with access to the sound that plays and to the keyboard's media keys. */
async function openPage(viewport = desktop, page?: Page): Promise<Page> {
  const opened = page ?? (await browser.newPage({ viewport }));
  await opened.addInitScript(() => {
    window.sounds = [];
    window.Audio = class extends Audio {
      constructor() {
        super();
        window.sounds.push(this);
        this.addEventListener("play", () => {
          window.sound = this;
        });
      }
    };
    window.mediaKeys = {};
    window.mediaPositions = [];
    navigator.mediaSession.setActionHandler = (action, handler) => {
      if (handler) window.mediaKeys[action] = handler;
    };
    navigator.mediaSession.setPositionState = (position) => window.mediaPositions.push(position);
  });
  await opened.goto(address);
  return opened;
}

const row = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const bar = (page: Page) => page.getByRole("region", { name: "Player" });
const inBar = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true });
const timeline = (page: Page) => page.getByRole("slider", { name: "Seek" });

const isSilent = (page: Page) => page.evaluate(() => window.sounds.every(({ paused }) => paused));
const positionOf = (page: Page) => page.evaluate(() => window.sound.currentTime);

/** Expects that track to be playing, with sound. */
async function expectHeard(page: Page, title: string): Promise<void> {
  await expect.poll(() => bar(page).getAttribute("data-state"), patience).toBe("playing");
  expect(await bar(page).innerText()).toContain(title);
  const before = await positionOf(page);
  await expect.poll(() => positionOf(page), patience).not.toBe(before);
}

for (const viewport of [phone, desktop]) {
  test(`a fan plays, pauses, goes on, changes tracks and stops, ${viewport.width} pixels wide`, async () => {
    const page = await openPage(viewport);
    expect(await bar(page).isVisible()).toBe(false);
    await page.getByRole("button", { name: "Play First Light" }).click();
    await expectHeard(page, "First Light");
    expect(await bar(page).innerText()).toContain("Nell Voss");
    expect(await bar(page).innerText()).toContain("0:20");
    // Looking closer takes longer than the track may.
    await inBar(page, "Repeat: off").click();
    await inBar(page, "Repeat: all").click();
    await inBar(page, "Shuffle").click();
    await expectAccessible(page);
    await inBar(page, "Shuffle").click();
    // Wherever it is by now: from its beginning there is time for the rest.
    await timeline(page).press("Home");
    await inBar(page, "Repeat: one").click();

    await page.getByRole("button", { name: "Pause First Light" }).click();
    expect(await isSilent(page)).toBe(true);
    await inBar(page, "Play").click();
    await expectHeard(page, "First Light");
    await inBar(page, "Next track").click();
    await expectHeard(page, "Second Wind");
    expect(await page.getByRole("button", { name: "Play First Light" }).isVisible()).toBe(true);
    await inBar(page, "Next track").click();
    await inBar(page, "Next track").click();
    await expectHeard(page, "First Light");
    await inBar(page, "Previous track").click();
    await expectHeard(page, "Third Rail");
    await inBar(page, "Stop").click();
    expect(await bar(page).isVisible()).toBe(false);
    expect(await isSilent(page)).toBe(true);
    expect(await page.getByRole("button", { name: /^Pause/ }).count()).toBe(0);
  });
}

test("the whole row of a track can be pressed, and the bar hides nothing of the page's end", async () => {
  const page = await openPage(phone);
  await row(page, "Second Wind").click();
  await expectHeard(page, "Second Wind");
  const foot = page.getByRole("link", { name: "Made with Handbill" });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const [lowest, top] = [await foot.boundingBox(), await bar(page).boundingBox()];
  if (!lowest || !top) throw new Error("Neither may be away.");
  expect(lowest.y + lowest.height).toBeLessThanOrEqual(top.y);
  for (const button of await bar(page).locator("button:visible, a:visible").all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

test("one moves within a track with the pointer and with the keyboard", async () => {
  const page = await openPage();
  await page.getByRole("button", { name: "Play First Light" }).click();
  await expectHeard(page, "First Light");
  await inBar(page, "Pause").click();
  const before = await positionOf(page);

  const box = await timeline(page).boundingBox();
  if (!box) throw new Error("There is no timeline.");
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + 20, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, middle);
  // Until it is let go, it only says where it would go.
  expect(await timeline(page).getAttribute("aria-valuetext")).toBe("0:10 of 0:20");
  expect(await positionOf(page)).toBe(before);
  await page.mouse.up();
  await expect.poll(() => positionOf(page)).toBeCloseTo(10, 0);

  const at = Math.floor(await positionOf(page));
  await page.keyboard.press("ArrowRight");
  expect(await timeline(page).getAttribute("aria-valuetext")).toBe(`0:${at + 5} of 0:20`);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => positionOf(page)).toBeCloseTo(5, 0);
  await page.keyboard.press("Home");
  await expect.poll(() => positionOf(page)).toBe(0);
  expect(await bar(page).innerText()).toContain("0:00");
});

test("the timeline takes the track's shape, and is a plain rail where that isn't known", async () => {
  // No job writes a waveform any more.
  const analysed = async () =>
    (await database.query("select from music_tracks where analysed_at is null")).rowCount;
  await expect.poll(analysed).toBe(0);
  const shape = "Az".repeat(48);
  await database.query(
    `update music_tracks set waveform = case title when 'First Light' then $1 end
     where title in ('First Light', 'Second Wind')`,
    [shape],
  );
  await untilShown((html) => html.includes(shape));
  const page = await openPage(phone);
  const wave = page.locator(".player-wave");
  await page.getByRole("button", { name: "Play First Light" }).click();
  expect(await wave.isVisible()).toBe(true);
  expect(await wave.evaluate((element) => getComputedStyle(element).clipPath)).toContain("polygon(0% 48%");
  // The bar slides in: this waits until it stands still.
  await inBar(page, "Pause").hover();
  const place = await wave.boundingBox();
  await page.mouse.click((place?.x ?? 0) + (place?.width ?? 0) / 2, (place?.y ?? 0) + 5);
  await expect.poll(() => positionOf(page), patience).toBeGreaterThan(9);
  await inBar(page, "Next track").click();
  expect(await wave.isVisible()).toBe(false);
});

test("one may move within a track that isn't here yet", async () => {
  const page = await openPage();
  const held = Promise.withResolvers<void>();
  await page.route("**/uploads/music/**", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Play Second Wind" }).click();
  expect(await bar(page).getAttribute("data-state")).toBe("loading");
  await timeline(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect(await timeline(page).getAttribute("aria-valuetext")).toBe("0:10 of 0:20");
  held.resolve();
  await expectHeard(page, "Second Wind");
  expect(await positionOf(page)).toBeGreaterThanOrEqual(10);
});

test("a track that is over goes back to rest; with repeat it begins again", async () => {
  const page = await openPage();
  await page.getByRole("button", { name: "Play Third Rail" }).click();
  await expectHeard(page, "Third Rail");
  await inBar(page, "Repeat: off").click();
  await inBar(page, "Repeat: all").click();
  await timeline(page).focus();
  await page.keyboard.press("End");
  await expect.poll(() => positionOf(page)).toBeLessThan(3);
  await expectHeard(page, "Third Rail");

  await inBar(page, "Repeat: one").click();
  await timeline(page).focus();
  // From here it can be moved back.
  await page.keyboard.press("End");
  await expect.poll(() => page.evaluate(() => window.sound.paused)).toBe(true);
  expect(await timeline(page).evaluate((seek) => seek === document.activeElement)).toBe(true);
  await page.keyboard.press("Home");
  await inBar(page, "Play").click();
  await expectHeard(page, "Third Rail");

  await timeline(page).focus();
  for (let press = 0; press < 4; press++) await page.keyboard.press("ArrowRight");
  await bar(page).waitFor({ state: "hidden" });
  expect(await page.getByRole("button", { name: /^Pause/ }).count()).toBe(0);
  // The focus in the bar is not lost with it.
  const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect(focused).toBe("Play Third Rail");
});

test("a track is as loud as one likes", async () => {
  const page = await openPage();
  await page.getByRole("button", { name: "Play First Light" }).click();
  const volume = page.getByRole("slider", { name: "Volume" });
  const loudness = () => page.evaluate(() => (window.sound.muted ? 0 : window.sound.volume));
  await volume.fill("0.5");
  await expect.poll(loudness).toBe(0.5);
  await inBar(page, "Mute").click();
  await expect.poll(loudness).toBe(0);
  await expect.poll(() => volume.inputValue()).toBe("0");
  expect(await inBar(page, "Mute").getAttribute("aria-pressed")).toBe("true");
  await inBar(page, "Mute").click();
  await expect.poll(loudness).toBe(0.5);
  await expect.poll(() => volume.inputValue()).toBe("0.5");
});

test("a track without a file shows as playing for three seconds", async () => {
  await database.query(
    "insert into music_tracks (user_id, title, display_order) select user_id, 'Unwritten', 9 from musician_profiles",
  );
  onTestFinished(async () => {
    await database.query("delete from music_tracks where title = 'Unwritten'");
    await untilShown((html) => !html.includes("Unwritten"));
  });
  await untilShown((html) => html.includes("Unwritten"));
  const page = await browser.newPage({ viewport: phone });
  await page.clock.install({ time: 0 });
  await openPage(phone, page);
  await page.clock.pauseAt(3_600_000);
  await page.getByRole("button", { name: "Play Unwritten" }).click();
  await page.clock.runFor(2_900);
  expect(await bar(page).getAttribute("data-state")).toBe("playing");
  expect(await inBar(page, "Pause").isVisible()).toBe(true);
  await page.clock.runFor(200);
  expect(await bar(page).isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Play Unwritten" }).isVisible()).toBe(true);
});

test("the lock screen knows the track and works the player", async () => {
  const page = await openPage(phone);
  const press = (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) =>
    page.evaluate(([name, more]) => window.mediaKeys[name]?.({ action: name, ...more }), [
      action,
      details,
    ] as const);
  const shown = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession;
      return { title: metadata?.title, artist: metadata?.artist, playbackState };
    });
  await page.getByRole("button", { name: "Play First Light" }).click();
  await expectHeard(page, "First Light");
  expect(await shown()).toEqual({ title: "First Light", artist: "Nell Voss", playbackState: "playing" });
  await press("pause");
  expect(await isSilent(page)).toBe(true);
  expect(await shown()).toMatchObject({ playbackState: "paused" });
  await press("seekto", { seekTime: 4 });
  await press("seekforward", { seekOffset: 8 });
  await press("seekbackward", { seekOffset: 2 });
  await expect.poll(() => positionOf(page)).toBe(10);
  await expect
    .poll(() => page.evaluate(() => window.mediaPositions.at(-1)))
    .toEqual({ duration: 20, position: 10 });
  await press("play");
  await expectHeard(page, "First Light");
  await press("previoustrack");
  await expectHeard(page, "Third Rail");
  await press("nexttrack");
  await expectHeard(page, "First Light");
  await press("stop");
  expect(await bar(page).isVisible()).toBe(false);
  expect(await shown()).toMatchObject({ title: undefined, playbackState: "none" });
});

test("the space bar plays and pauses, except where it means something else", async () => {
  const page = await openPage();
  await page.keyboard.press("Space");
  expect(await bar(page).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Play First Light" }).click();
  await expectHeard(page, "First Light");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Space");
  expect(await isSilent(page)).toBe(true);
  await page.keyboard.press("Space");
  await expectHeard(page, "First Light");
  // On a button it presses that button.
  await inBar(page, "Shuffle").focus();
  await page.keyboard.press("Space");
  expect(await inBar(page, "Shuffle").getAttribute("aria-pressed")).toBe("true");
  expect(await isSilent(page)).toBe(false);
});

test("only one thing plays: another tab, or a video, silences the track", async () => {
  const page = await openPage();
  await page.getByRole("button", { name: "Play First Light" }).click();
  await expectHeard(page, "First Light");
  const other = await openPage(desktop, await page.context().newPage());
  await other.getByRole("button", { name: "Play Second Wind" }).click();
  await expectHeard(other, "Second Wind");
  await expect.poll(() => isSilent(page)).toBe(true);
  await inBar(page, "Play").click();
  await expectHeard(page, "First Light");
  await expect.poll(() => isSilent(other)).toBe(true);
  // The video gallery's event when one of its videos begins.
  await page.evaluate(() => document.dispatchEvent(new CustomEvent("handbill:playing", { detail: "video" })));
  expect(await isSilent(page)).toBe(true);
});

test("a track whose file is missing shows an error, and plays when the file is back", async () => {
  const page = await browser.newPage({ viewport: phone });
  let isAway = true;
  await page.route("**/uploads/music/**", (route) =>
    isAway ? route.fulfill({ status: 404, body: "gone" }) : route.continue(),
  );
  await openPage(phone, page);
  await page.getByRole("button", { name: "Play First Light" }).click();
  const problem = bar(page).getByRole("status").getByText("Couldn't be loaded.");
  await problem.waitFor();
  for (const viewport of [{ width: 1280, height: 720 }, phone]) {
    await page.setViewportSize(viewport);
    expect(await problem.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  }
  expect(await page.getByRole("button", { name: "Play First Light" }).isVisible()).toBe(true);
  await expectAccessible(page);
  isAway = false;
  await inBar(page, "Try again").click();
  await expectHeard(page, "First Light");
  expect(await inBar(page, "Try again").isVisible()).toBe(false);
});

test("when the network fails during a track, it goes on from where it was", async () => {
  const page = await browser.newPage();
  // Large enough for the browser not to wait for all of it.
  const song = tone(440, { rate: 88_200, seconds: 60 });
  const failed = Promise.withResolvers<void>();
  /** Requests from the first for the rest of the song on, which fails. */
  let requests = 0;
  await page.route("**/uploads/music/**", async (route) => {
    const from = Number(/bytes=(\d+)/.exec(route.request().headers().range ?? "")?.[1]);
    if (from > 0 || requests > 0) requests += 1;
    const end = requests === 0 ? 500_000 : song.length;
    if (requests === 1) {
      await failed.promise;
      return route.fulfill({ status: 410 });
    }
    return route.fulfill({
      status: 206,
      body: song.subarray(from, end),
      headers: {
        "Content-Type": "audio/wav",
        "Accept-Ranges": "bytes",
        "Content-Range": `bytes ${from}-${end - 1}/${song.length}`,
      },
    });
  });
  await openPage(desktop, page);
  await page.getByRole("button", { name: "Play First Light" }).click();
  await expect.poll(() => positionOf(page), patience).toBeGreaterThan(1);
  const positionBefore = await positionOf(page);
  failed.resolve();
  await expect.poll(() => requests, patience).toBeGreaterThan(1);
  await expectHeard(page, "First Light");
  expect(await positionOf(page)).toBeGreaterThanOrEqual(positionBefore);
});

test("a download says that it begins, and arrives under its title", async () => {
  await database.query(
    `insert into music_tracks (user_id, title, file_url, display_order)
     select user_id, $1, '/uploads/music/' || user_id || '/song.flac', 9 from musician_profiles`,
    [hostileTitle],
  );
  onTestFinished(async () => {
    await database.query("delete from music_tracks where title = $1", [hostileTitle]);
    await untilShown((html) => !html.includes("song.flac"));
  });
  await untilShown((html) => html.includes("song.flac"));
  const page = await openPage(phone);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download First Light" }).click();
  await page.getByText('Downloading "First Light"...').waitFor();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("First Light.wav");
  expect((await readFile(await download.path())).equals(tone(220))).toBe(true);

  // As well from the bar, and whatever the title.
  await page.route("**/song.flac", (route) => route.fulfill({ body: "song", contentType: "audio/flac" }));
  await page.getByRole("button", { name: `Play ${hostileTitle}` }).click();
  const another = page.waitForEvent("download");
  await bar(page)
    .getByRole("link", { name: `Download ${hostileTitle}` })
    .click();
  const name = (await another).suggestedFilename();
  expect(name).toMatch(/\.flac$/);
  expect(name).not.toMatch(/[/\\<>"]/);
});

test("a download that can't be had says so, and leads nowhere", async () => {
  const page = await openPage(phone);
  await page.route("**/uploads/music/**", (route) => route.fulfill({ status: 404 }));
  await page.getByRole("link", { name: "Download First Light" }).click();
  await page.getByText("Download failed. Please try again.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/artist/nell-voss");
});

test("without script each track has the browser's own player and a download", async () => {
  const page = await browser.newPage({ viewport: phone, javaScriptEnabled: false });
  await page.goto(address);
  expect(await page.getByRole("button", { name: /^Play/ }).count()).toBe(0);
  expect(await page.locator("audio[controls][preload=none]:visible").count()).toBe(3);
  const link = page.getByRole("link", { name: "Download Second Wind" });
  expect(await link.getAttribute("download")).toBe("Second Wind.wav");
  const downloading = page.waitForEvent("download");
  await link.click();
  expect((await downloading).suggestedFilename()).toBe("Second Wind.wav");
});
