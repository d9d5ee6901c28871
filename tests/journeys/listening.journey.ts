import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test, vi } from "vitest";
import { makeTrack } from "../factories/page.ts";
import { desktop, expectAccessible, openHideablePage } from "../harness/browser.ts";
import { openTestApp } from "../harness/test-app.ts";
import { wave } from "../harness/wave.ts";

const { handbill, browser, db, newMusician } = await openTestApp();

const titles = ["First Light", "Second Wind", "Third Rail"];
const slug = "plays-on";
const address = `${handbill.origin}/artist/${slug}`;
let musician: Page;
beforeAll(async () => {
  const { page, id: user_id } = await newMusician(slug);
  musician = page;
  for (const [index, title] of titles.entries()) {
    const file_url = `/uploads/music/${user_id}/${index}.wav`;
    await makeTrack(db, { user_id, title, file_url, display_order: index, duration: 3 });
  }
  await vi.waitUntil(async () => (await (await fetch(address)).text()).includes("Third Rail"), patience);
});

/** Sound takes a while to come on a busy machine. */
const patience = { timeout: 20_000 };

declare global {
  interface Window {
    /** What was heard: the title on the lock screen as each sound began, and how many sounded then. */
    soundsHeard: { title: string | undefined; sounding: number }[];
    sounds: HTMLAudioElement[];
  }
}

interface Sounds {
  /** Each track's, whatever its row says; one for all of them, or one for each. */
  seconds?: number | number[];
  gone?: number[];
  /** From this track on, the files come when that has happened. */
  held?: { from: number; until: Promise<unknown> };
}

/** The artist's page, which notes what is heard. */
async function openPage({
  options = { viewport: desktop },
  ...sounds
}: Sounds & { options?: BrowserContextOptions } = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await serveSounds(page, sounds);
  await page.goto(address);
  return page;
}

async function serveSounds(page: Page, { seconds = 2, gone = [], held }: Sounds): Promise<void> {
  const lengths = typeof seconds === "number" ? titles.map(() => seconds) : seconds;
  const bodies = lengths.map((length) => wave(44 + length * 44_100));
  await page.context().route("**/uploads/music/**", async (route) => {
    const number = Number(/(\d)\.wav$/.exec(route.request().url())?.[1]);
    if (gone.includes(number)) return route.fulfill({ status: 404 });
    if (held && number >= held.from) await held.until;
    const body = bodies[number] ?? Buffer.alloc(0);
    // Without ranges nobody could begin further on.
    const from = Number(/bytes=(\d+)/.exec(route.request().headers().range ?? "")?.[1] ?? 0);
    return route.fulfill({
      status: 206,
      body: body.subarray(from),
      headers: {
        "Content-Type": "audio/wav",
        "Accept-Ranges": "bytes",
        "Content-Range": `bytes ${from}-${body.length - 1}/${body.length}`,
      },
    });
  });
  await page.context().addInitScript(() => {
    window.soundsHeard = [];
    window.sounds = [];
    window.Audio = class extends Audio {
      constructor() {
        super();
        window.sounds.push(this);
        this.addEventListener("playing", () => {
          window.soundsHeard.push({
            title: navigator.mediaSession.metadata?.title,
            sounding: window.sounds.filter(({ paused }) => !paused).length,
          });
        });
      }
    };
  });
}

const bar = (page: Page) => page.getByRole("region", { name: "Player" });
const inBar = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true });
const heard = (page: Page) => page.evaluate(() => window.soundsHeard);
const stateOf = (page: Page) => bar(page).getAttribute("data-state");
const position = (page: Page) => page.getByRole("slider", { name: "Seek" }).inputValue().then(Number);
const each = (...names: string[]) => names.map((title) => ({ title, sounding: 1 }));

test("a list is heard through by itself in a window that nobody sees, one track at a time", async () => {
  await using hideable = await openHideablePage();
  const { page } = hideable;
  const hidden = Promise.withResolvers<void>();
  await serveSounds(page, { held: { from: 1, until: hidden.promise } });
  await page.goto(address);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await hideable.hide();
  const hiddenFrom = await heard(page);
  hidden.resolve();
  await expect.poll(() => bar(page).isVisible(), patience).toBe(false);
  expect(await heard(page)).toEqual(each(...titles));
  expect(hiddenFrom.length).toBeLessThan(2);
  expect(await page.evaluate(() => document.visibilityState)).toBe("hidden");
  const session = await page.evaluate(() => {
    const { playbackState, metadata } = navigator.mediaSession;
    return { playbackState, metadata };
  });
  expect(session).toEqual({ playbackState: "none", metadata: null });
  expect(await page.getByRole("button", { name: /^Pause/ }).count()).toBe(0);
});

test("repeated, the list begins again; its modes and its volume are there after a reload", async () => {
  // The last track isn't over before the list is repeated, nor is the first one before all else is done.
  const repeated = Promise.withResolvers<void>();
  const page = await openPage({ seconds: [60, 2, 2], held: { from: 2, until: repeated.promise } });
  await page.getByRole("button", { name: "Play Third Rail" }).click();
  await inBar(page, "Repeat: off").click();
  repeated.resolve();
  await expect.poll(async () => (await heard(page)).length, patience).toBeGreaterThan(1);
  expect((await heard(page)).slice(0, 2)).toEqual(each("Third Rail", "First Light"));
  await page.getByRole("slider", { name: "Volume" }).fill("0.4");
  await inBar(page, "Repeat: all").click();
  await inBar(page, "Shuffle").click();
  await inBar(page, "Pause").click();
  const [title, at] = [await bar(page).locator(".player-title").innerText(), await position(page)];

  await page.reload();
  await expect.poll(() => stateOf(page)).toBe("paused");
  expect(await bar(page).locator(".player-title").innerText()).toBe(title);
  expect(await position(page)).toBeCloseTo(at, 2);
  expect(await page.getByRole("slider", { name: "Volume" }).inputValue()).toBe("0.4");
  await inBar(page, "Repeat: one").waitFor();
  expect(await inBar(page, "Shuffle").getAttribute("aria-pressed")).toBe("true");
  await expectAccessible(page);
  await inBar(page, "Play").click();
  await expect.poll(async () => (await heard(page)).slice(0, 1), patience).toEqual(each(title));
  expect(await position(page)).toBeGreaterThan(at - 0.01);
});

test("two tabs play one at a time, and each knows its own place after a reload", async () => {
  const page = await openPage({ seconds: 60 });
  await page.getByRole("button", { name: "Play First Light" }).click();
  await expect.poll(() => stateOf(page), patience).toBe("playing");
  const other = await page.context().newPage();
  await other.goto(address);
  expect(await bar(other).isVisible()).toBe(false);
  await other.getByRole("button", { name: "Play Second Wind" }).click();
  await expect.poll(() => stateOf(page), patience).toBe("paused");
  for (const [tab, title] of [
    [page, "First Light"],
    [other, "Second Wind"],
  ] as const) {
    await tab.reload();
    await bar(tab).getByText(title).waitFor();
    expect(await stateOf(tab)).toBe("paused");
    expect(await heard(tab)).toEqual([]);
  }
  await inBar(other, "Stop").click();
  await other.reload();
  expect(await bar(other).isVisible()).toBe(false);
});

test("a track whose file has gone says so, and the next one begins; the last one waits", async () => {
  const page = await openPage({ gone: [1] });
  await page.getByRole("button", { name: "Play First Light" }).click();
  const failed = bar(page).filter({ hasText: "Second Wind" });
  await failed.getByRole("status").getByText("Couldn't be loaded.").waitFor(patience);
  await expect.poll(() => heard(page), patience).toEqual(each("First Light", "Third Rail"));
  expect(await bar(page).getByRole("status").innerText()).toBe("");
});

test("a link leads to a second of the first track; a reload to where its visitor was", async () => {
  const page = await openPage({ seconds: 60 });
  await page.goto(`${address}?t=1`);
  await page.getByRole("button", { name: "Play First Light" }).click();
  await expect.poll(() => stateOf(page), patience).toBe("playing");
  await inBar(page, "Pause").click();
  expect(await position(page)).toBeGreaterThanOrEqual(1);
  const slider = page.getByRole("slider", { name: "Seek" });
  await slider.press("Home");
  await page.reload();
  expect([await stateOf(page), await position(page)]).toEqual(["paused", 0]);
  await page.goto(`${address}?t=2`);
  expect(await bar(page).isVisible()).toBe(false);
});

test("an artist may have each track end in silence", async () => {
  await musician.goto(`${handbill.origin}/music`);
  const choice = musician.getByRole("checkbox", { name: /the next one begins/ });
  expect(await choice.isChecked()).toBe(true);
  await choice.click();
  await musician.getByText("Each track ends by itself").waitFor();
  await expectAccessible(musician);
  await musician.reload();
  expect(await choice.isChecked()).toBe(false);
  const isKept = async () => (await (await fetch(address)).text()).includes("data-stops-after-each");
  await vi.waitUntil(isKept, patience);
  const page = await openPage();
  await page.getByRole("button", { name: "Play First Light" }).click();
  await expect.poll(async () => (await heard(page)).length, patience).toBe(1);
  await bar(page).waitFor({ state: "hidden", ...patience });
  expect(await heard(page)).toEqual(each("First Light"));
});
