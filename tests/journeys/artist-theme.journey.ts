import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import {
  type ColorTheme,
  colorThemes,
  type FontFamily,
  fontFamilies,
} from "../../app/artist-theme/appearance.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makeComment } from "../factories/audience.ts";
import { makeBackground, makeEvent, makePaymentLink, makeSocialLink, makeTrack } from "../factories/page.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openTestApp } from "../harness/test-app.ts";

const { handbill, browser, db: database } = await openTestApp();

const bio =
  `Three sisters from a harbour town who sing in a language their grandmother made up. They have toured
fishing villages by boat, recorded in a net loft, and once shared a bill with a lighthouse foghorn.`.replace(
    "\n",
    " ",
  );

/** An artist with a little of everything that is written on a page. @returns the page's address */
async function makePage(choices: Parameters<typeof makeMusician>[1]): Promise<string> {
  const { id: user_id, profile } = await makeMusician(database, {
    bio,
    location: "Ålesund, Norway",
    ...choices,
  });
  await makeTrack(database, { user_id, title: "Salt and Static" });
  await makeEvent(database, { user_id, title: "An evening of slow songs", event_date: "2099-06-01" });
  await makeSocialLink(database, { user_id });
  await makePaymentLink(database, { user_id });
  await makeComment(database, {
    musician_id: user_id,
    content: "Saw you on Thursday and have not stopped humming. Please come back, and bring the tuba.",
  });
  return `${handbill.origin}/artist/${profile.custom_url}`;
}

/** A picture on which no text is readable: black, white and every pure colour side by side. */
async function loudPicture(): Promise<Buffer> {
  const colours = ["#000", "#fff", "#f00", "#0f0", "#00f", "#ff0", "#0ff", "#f0f"];
  const squares = Array.from({ length: 256 }, (_, at) => {
    const [x, y] = [at % 16, Math.floor(at / 16)];
    return `<rect x="${x * 40}" y="${y * 40}" width="40" height="40" fill="${colours[(x * 3 + y * 5) % 8]}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640">${squares.join("")}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

interface Word {
  text: string;
  colour: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Every line of text that can be seen, with its colour. The page is made as high as all of it first. */
async function visibleText(page: Page): Promise<Word[]> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: phone.width, height });
  return page.evaluate(() => {
    const words: Word[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!element || !text) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { x, y, width, height } of range.getClientRects()) {
        const seen = document.elementFromPoint(x + width / 2, y + height / 2);
        if (width < 2 || height < 2 || !seen || !element.contains(seen)) continue;
        words.push({ text, colour: getComputedStyle(element).color, x, y, width, height });
      }
    }
    return words;
  });
}

/** WCAG 2.2: the share of each byte in the luminance of a colour. */
const linear = Array.from({ length: 256 }, (_, byte) =>
  byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
);

function luminance(red = 0, green = 0, blue = 0): number {
  return 0.2126 * (linear[red] ?? 0) + 0.7152 * (linear[green] ?? 0) + 0.0722 * (linear[blue] ?? 0);
}

/** The texts that don't stand out from every single pixel behind them, with the measured contrast. */
async function faintTexts(page: Page): Promise<string[]> {
  const words = await visibleText(page);
  expect(words.length).toBeGreaterThan(20);
  await page.addStyleTag({
    content: "* { color: transparent !important; transition: none !important } svg { visibility: hidden }",
  });
  const devTools = await page.context().newCDPSession(page);
  // Every pixel as it is, packed loosely: the browser needs longer to pack it well than for all the rest.
  const shot = await devTools.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
  const picture = sharp(Buffer.from(shot.data, "base64")).removeAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return words.flatMap(({ text, colour, x, y, width, height }) => {
    const own = luminance(...(/\(([^)]*)\)/.exec(colour)?.[1] ?? "").split(/[ ,/]+/, 3).map(Number));
    let least = 21;
    for (let row = Math.ceil(y); row < Math.min(y + height, info.height); row += 2) {
      for (let column = Math.ceil(x); column < Math.min(x + width, info.width); column += 2) {
        const at = (row * info.width + column) * 3;
        const other = luminance(data[at], data[at + 1], data[at + 2]);
        least = Math.min(least, (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05));
      }
    }
    return least < 4.5 ? [`'${text}', ${colour}: ${least.toFixed(2)}`] : [];
  });
}

test.each(Object.keys(colorThemes) as ColorTheme[])(
  "%s can be read with light and with dark text, on its own background and on any picture",
  async (color_theme) => {
    const body = await loudPicture();
    const option = await makeBackground(database, {
      type: "image",
      url: "https://pictures.example/loud.png",
    });
    const page = await browser.newPage({ viewport: phone });
    await page.route(option.url, (route) => route.fulfill({ contentType: "image/png", body }));
    for (const text_color_mode of ["light", "dark"] as const) {
      for (const background_id of [null, option.id]) {
        const address = await makePage({ color_theme, text_color_mode, background_id });
        await page.setViewportSize(phone);
        await page.goto(address);
        await page.evaluate(() => document.fonts.ready);
        await expectAccessible(page);
        const choice = `${text_color_mode} text, ${background_id ? "picture" : "no picture"}`;
        expect([choice, ...(await faintTexts(page))]).toEqual([choice]);
      }
    }
    await page.context().close();
  },
);

interface TypeSet {
  /** The height of each text, at each width of the screen. */
  heights: number[];
  /** The length of all lines together. */
  length: number;
}

async function measureTexts(page: Page): Promise<TypeSet> {
  const sets: TypeSet[] = [];
  for (const width of [360, 390, 412, 768, 1024, 1440]) {
    await page.setViewportSize({ ...desktop, width });
    const texts = page.locator("main :is(h1, h2, h3, p, li, label, a, time)");
    sets.push(
      await texts.evaluateAll((all) => {
        const range = document.createRange();
        const lines = all.flatMap((text) => {
          range.selectNodeContents(text);
          return [...range.getClientRects()];
        });
        return {
          heights: all.map((text) => text.getBoundingClientRect().height),
          length: lines.reduce((sum, { width }) => sum + width, 0),
        };
      }),
    );
  }
  return {
    heights: sets.flatMap(({ heights }) => heights),
    length: sets.reduce((sum, { length }) => sum + length, 0),
  };
}

test.each(Object.keys(fontFamilies) as FontFamily[])(
  "lines stay as they are when %s arrives",
  async (font) => {
    const page = await browser.newPage({ viewport: phone });
    const arrival = Promise.withResolvers<void>();
    const requests: string[] = [];
    await page.route("**/*.woff2", async (route) => {
      requests.push(new URL(route.request().url()).pathname);
      await arrival.promise;
      await route.continue();
    });
    await page.goto(await makePage({ font_family: font }), { waitUntil: "domcontentloaded" });
    const before = await measureTexts(page);
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    arrival.resolve();
    await page.evaluate(() => document.fonts.ready);
    const after = await measureTexts(page);
    expect(Math.abs(after.length / before.length - 1)).toBeLessThan(0.015);
    // Letters differ, so that once in a while a word fits on a line in one font and not in the other.
    const moved = after.heights.filter((height, at) => height !== before.heights[at]);
    expect(moved.length / after.heights.length).toBeLessThan(0.03);
    // Of all ten fonts, only the chosen one was requested.
    expect(requests.filter((path) => !path.startsWith(`/assets/${font}-`))).toEqual([]);
    await page.context().close();
  },
);

/**
 * In the browser: observes layout shifts. @returns a function that resolves, after the paint, to their sum until then
 * (CLS)
 */
function watchShifts(): () => Promise<number> {
  let sum = 0;
  const watch = new PerformanceObserver((list) => add(list.getEntries()));
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) if ("value" in entry) sum += Number(entry.value);
  };
  watch.observe({ type: "layout-shift" });
  return async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    add(watch.takeRecords());
    return sum;
  };
}

test.each(Object.keys(fontFamilies) as FontFamily[])(
  "nothing on a phone moves when %s arrives",
  async (font) => {
    const page = await browser.newPage({ viewport: phone });
    const arrival = Promise.withResolvers<void>();
    await page.route("**/*.woff2", async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await page.goto(await makePage({ font_family: font }), { waitUntil: "domcontentloaded" });
    const shift = await page.evaluateHandle(watchShifts);
    arrival.resolve();
    await page.evaluate(() => document.fonts.ready);
    // The browser's own measure; 0.1 is called good.
    expect(await shift.evaluate((sum) => sum())).toBeLessThan(0.02);
    await page.context().close();
  },
);

test("nothing on a phone moves while the page comes in pieces", async () => {
  const { pathname } = new URL(await makePage({}));
  const html = await (await fetch(handbill.origin + pathname)).text();
  const [header, works] = [html.indexOf('<section id="music"'), html.indexOf('<section id="booking"')];
  const [worksAsked, restAsked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = createServer(async (_, answer) => {
    answer.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).write(html.slice(0, header));
    await worksAsked.promise;
    answer.write(html.slice(header, works));
    await restAsked.promise;
    answer.end(html.slice(works));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.close();
  });
  const slow = `http://127.0.0.1:${Object(server.address()).port}`;
  const page = await browser.newPage({ viewport: phone });
  await page.route(`${slow}/**`, (route) => {
    const { pathname: requests } = new URL(route.request().url());
    return route.continue(requests === pathname ? {} : { url: handbill.origin + requests });
  });
  await page.goto(slow + pathname, { waitUntil: "commit" });
  await page.getByText(bio).waitFor();
  const shift = await page.evaluateHandle(watchShifts);
  const moved = () => shift.evaluate((sum) => sum());
  await moved();
  worksAsked.resolve();
  await page.getByRole("heading", { name: "Upcoming Events" }).waitFor();
  await moved();
  restAsked.resolve();
  await page.waitForLoadState();
  expect(await moved()).toBeLessThan(0.02);
});

test("a video behind the page starts after it, and can be stopped", async () => {
  const video = await readFile(join(import.meta.dirname, "..", "fixtures", "video.mp4"));
  const option = await makeBackground(database, { type: "video", url: "https://pictures.example/loop.mp4" });
  const address = await makePage({ background_id: option.id });
  const page = await browser.newPage();
  await page.route(option.url, (route) => route.fulfill({ contentType: "video/mp4", body: video }));
  await page.goto(address);
  const isPlaying = () => !document.querySelector("video")?.paused;
  const control = page.getByRole("button", { name: "Background video", pressed: true });
  await control.waitFor();
  await page.waitForFunction(isPlaying);
  await expectAccessible(page);
  await control.press("Enter");
  expect(await page.evaluate(isPlaying)).toBe(false);
  await page.getByRole("button", { name: "Background video", pressed: false }).click();
  await page.waitForFunction(isPlaying);
});

test("a YouTube video behind the page is its provider's player alone, out of everybody's way", async () => {
  const address = await makePage({
    youtube_background_enabled: true,
    youtube_background_url: "https://youtu.be/abcdefghijk?si=shared",
  });
  const page = await browser.newPage();
  await page.route("https://www.youtube-nocookie.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>The player</title>" }),
  );
  await page.goto(address);
  const frame = page.locator(".background iframe");
  await frame.waitFor({ state: "attached" });
  const source = new URL((await frame.getAttribute("src")) ?? "");
  expect(source.origin + source.pathname).toBe("https://www.youtube-nocookie.com/embed/abcdefghijk");
  expect(Object.fromEntries(source.searchParams)).toMatchObject({ autoplay: "1", mute: "1", controls: "0" });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Background video" }).click();
  expect(await frame.count()).toBe(0);
});

test("a visitor who prefers less movement sees none", async () => {
  const option = await makeBackground(database, { type: "video", url: "https://pictures.example/never.mp4" });
  const addresses = [
    await makePage({ background_id: option.id }),
    await makePage({
      youtube_background_enabled: true,
      youtube_background_url: "https://youtu.be/abcdefghijk",
    }),
  ];
  const page = await browser.newPage({ reducedMotion: "reduce" });
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(handbill.origin)) elsewhere.push(request.url());
  });
  for (const address of addresses) {
    const deferredScript = page.waitForResponse(/\/assets\/public-/);
    await page.goto(address);
    await deferredScript;
    // The deferred script starts its parts when idle.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(await page.getByRole("button", { name: "Background video" }).count()).toBe(0);
  }
  expect(elsewhere).toEqual([]);
});
