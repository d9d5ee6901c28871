import type { BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { contrast, luminance } from "../../app/artist-theme/colour.ts";
import { desktop, expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { type Handbill, startHandbill } from "../harness/handbill.ts";
import { openTestApp } from "../harness/test-app.ts";

const callsToAction = ["Get Started Free", "Start Building Now - It's Free!"];

const { handbill, browser } = await openTestApp();

/** A visitor who is gone when the test ends: a film in an open page would still cost its frames. */
async function visitor(options?: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options);
  onTestFinished(() => page.context().close());
  return page;
}

/** A laptop's screen at 200 %. */
const zoomed = { width: 720, height: 450 };

/** A server of the test's own. It stops after its visitors have left: whatever they still ask for is answered. */
async function ownServer(REGISTRATION: string): Promise<Handbill> {
  const server = await startHandbill({ REGISTRATION });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

/** In the page: the words of a heading that don't stand whole on one line. */
function brokenWords(heading: HTMLElement | SVGElement): string[] {
  const text = heading.firstChild;
  if (!text) return ["no text"];
  const range = document.createRange();
  return [...(text.textContent ?? "").matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const isWhole = range.getClientRects().length === 1;
    return isWhole && range.getBoundingClientRect().right <= heading.getBoundingClientRect().right
      ? []
      : [word];
  });
}

/** For whatever isn't about the film. */
const still = { reducedMotion: "reduce" } as const;

/** Waits until the film runs. */
async function filmOf(page: Page) {
  await page.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 0);
  return page.locator("video");
}

test.each(["unlisted", "closed"])(
  "%s: pressing a call to action only says why it does nothing",
  async (REGISTRATION) => {
    const server = await ownServer(REGISTRATION);
    const page = await visitor(still);
    await page.goto(server.origin);
    await untilHydrated(page);
    for (const name of callsToAction) {
      const button = page.getByRole("button", { name });
      const tooltip = button.locator("xpath=following-sibling::*[@role='tooltip']");
      expect(await tooltip.isVisible()).toBe(false);
      await button.click({ force: true });
      expect(await tooltip.textContent()).toBe("Registration temporarily disabled");
      await tooltip.waitFor();
      await page.keyboard.press("Escape");
      await tooltip.waitFor({ state: "hidden" });
    }
    expect(page.url()).toBe(`${server.origin}/`);
  },
);

test("open: every call to action leads to signing up", async () => {
  const server = await ownServer("open");
  const page = await visitor({ ...still, viewport: phone });
  for (const name of callsToAction) {
    await page.goto(server.origin);
    await page.getByRole("link", { name }).click();
    await page.waitForURL("**/signup");
  }
  await page.goto(server.origin);
  expect(await page.getByText("Registration temporarily disabled").count()).toBe(0);
  await expectAccessible(page);
});

test("the first paint waits for the poster, and for nothing that isn't there", async () => {
  const page = await visitor({ ...still, viewport: phone });
  await page.goto(handbill.origin);
  const awaited = await page.locator("head link[rel=expect][blocking=render]").getAttribute("href");
  await page.locator(`${awaited} h1`).waitFor();
});

test("six cards list the features; three samples are marked as samples", async () => {
  const page = await visitor({ ...still, viewport: phone });
  await page.goto(handbill.origin);
  const cards = page.getByRole("region", { name: "On the bill" }).getByRole("listitem");
  expect(await cards.getByRole("heading").allTextContents()).toEqual([
    "Complete Music Suite",
    "Professional Bio Pages",
    "Advanced Customization",
    "Business Tools",
    "Social Media Hub",
    "Instant Setup",
  ]);
  for (const width of [1440, 1280, 1024, 768, 640, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const heading of await cards.getByRole("heading").all()) {
      expect(await heading.evaluate(brokenWords), `at ${width}`).toEqual([]);
    }
  }
  await page.setViewportSize(phone);
  expect(await cards.nth(0).textContent()).toContain("Unlimited track uploads");
  expect(await cards.nth(4).textContent()).toContain("15+ social services");

  const street = page.getByRole("region", { name: "Word on the street" });
  const samples = street.getByRole("figure");
  expect(await samples.count()).toBe(3);
  for (const sample of await samples.all()) {
    expect(await sample.getByRole("img", { name: "5 out of 5 stars" }).count()).toBe(1);
    expect((await sample.getByRole("blockquote").textContent())?.length).toBeGreaterThan(40);
    await sample.scrollIntoViewIfNeeded();
    const portrait = sample.locator("figcaption img");
    await expect
      .poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThanOrEqual(128);
  }
  expect(await street.textContent()).toContain("Samples: we made these three up.");
});

test("the film runs by itself, silent and without end, and stops and goes on by keyboard", async () => {
  const page = await visitor();
  await page.goto(handbill.origin);
  const film = await filmOf(page);
  const state = () =>
    film.evaluate((video: HTMLVideoElement) => ({
      muted: video.muted,
      loop: video.loop,
      paused: video.paused,
      inline: video.playsInline,
    }));
  expect(await state()).toEqual({ muted: true, loop: true, paused: false, inline: true });
  expect(await page.locator("[aria-hidden=true] video").count()).toBe(1);

  await page.getByRole("button", { name: "Get Started Free" }).focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  const goOn = page.getByRole("button", { name: "Play background video" });
  await goOn.waitFor();
  expect((await state()).paused).toBe(true);
  expect(await goOn.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Pause background video" }).waitFor();
  expect((await state()).paused).toBe(false);
  await expectAccessible(page);
});

test("a visitor who prefers less movement, or less data, gets the still and nothing of the film", async () => {
  const calm = await visitor({ ...still, viewport: phone });
  const thrifty = await visitor();
  await thrifty.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  const stills = new Map([
    [calm, "/landing/still-tall.avif"],
    [thrifty, "/landing/still.avif"],
  ]);
  for (const [page, itsStill] of stills) {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(handbill.origin, { waitUntil: "networkidle" });
    expect(await page.locator("video").count()).toBe(0);
    expect(await page.getByRole("button", { name: /background video/ }).count()).toBe(0);
    expect(requests.filter((path) => path.startsWith("/landing/film"))).toEqual([]);
    expect(requests.filter((path) => path.startsWith("/landing/still"))).toEqual([itsStill]);
  }
  await calm.emulateMedia({ reducedMotion: "no-preference" });
  await filmOf(calm);
  await calm.emulateMedia({ reducedMotion: "reduce" });
  await calm.locator("video").waitFor({ state: "detached" });
});

test.each([
  ["light", { width: 1024, height: 640 }],
  ["dark", { width: 1024, height: 640 }],
  ["light", phone],
  ["dark", phone],
] as const)(
  "in the %s at %o the text stands out from every moment of the film",
  async (colorScheme, viewport) => {
    const page = await visitor({ viewport, colorScheme });
    await page.goto(handbill.origin);
    const film = await filmOf(page);
    await page.getByRole("button", { name: "Pause background video" }).click();
    const foreground = await page
      .getByRole("heading", { level: 1 })
      .evaluate((heading) => getComputedStyle(heading).color);
    // The film alone, all of it there.
    await page.addStyleTag({
      content: "header, h1, h1 ~ *, button, .tabs { visibility: hidden }",
    });
    const sheet = (await page.locator(".overprint").first().boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    const clip = { ...sheet, height: Math.min(sheet.height, viewport.height - sheet.y) };
    const colours = new Set<number>();
    for (let time = 0.25; time < 12; time += 1.4) {
      await film.evaluate(
        (video: HTMLVideoElement, to) =>
          new Promise((resolve) => {
            video.addEventListener("seeked", resolve, { once: true });
            video.currentTime = to;
          }),
        time,
      );
      const { data } = await sharp(await page.screenshot({ clip }))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      for (let at = 0; at < data.length; at += 3) colours.add(data.readUIntBE(at, 3));
    }
    const front = luminance(rgb(foreground));
    const worst = Math.min(
      ...[...colours].map((colour) =>
        contrast(front, luminance([(colour >> 16) / 255, ((colour >> 8) & 255) / 255, (colour & 255) / 255])),
      ),
    );
    expect(colours.size).toBeGreaterThan(20);
    expect(worst).toBeGreaterThanOrEqual(4.5);
  },
);

/** Of 'rgb(1, 2, 3)'. */
function rgb(css: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = (css.match(/\d+/g) ?? []).map((channel) => Number(channel) / 255);
  return [red, green, blue];
}

test.each([
  { viewport: phone },
  { viewport: desktop },
  { ...still, viewport: phone },
  { ...still, viewport: desktop },
])(
  "the heading is the largest thing to appear, and fonts that come late move nothing: %o",
  async (options) => {
    const page = await visitor(options);
    await page.addInitScript(() => {
      const seen = () => document.documentElement.dataset;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ("element" in entry && entry.element instanceof Element)
            seen().largest = entry.element.closest("h1, img, video")?.tagName;
        }
      }).observe({ type: "largest-contentful-paint", buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if ("value" in entry) seen().shifted = String(Number(seen().shifted ?? 0) + Number(entry.value));
      }).observe({ type: "layout-shift", buffered: true });
    });
    const painted = Promise.withResolvers<void>();
    await page.route("**/*.woff2", async (route) => {
      await painted.promise;
      await route.continue();
    });
    await page.goto(handbill.origin, { waitUntil: "commit" });
    await page.waitForFunction(() => document.documentElement?.dataset.largest);
    painted.resolve();
    await page.waitForFunction(() => document.fonts.check("850 20px Archivo"));
    await page.waitForFunction(() => {
      const picture = document.querySelector<HTMLImageElement>(".overprint img");
      return picture?.complete && getComputedStyle(picture).opacity === "1";
    });
    if (!("reducedMotion" in options)) await filmOf(page);
    const { largest, shifted = 0 } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
    expect(largest).toBe("H1");
    expect(Number(shifted)).toBeLessThan(0.001);
  },
);

test("other sites know what to show beside the address", async () => {
  const page = await visitor(still);
  await page.goto(`${handbill.origin}/?utm_source=poster`);
  const meta = (name: string) =>
    page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute("content");
  expect(await page.locator('link[rel="canonical"]').getAttribute("href")).toBe(`${handbill.origin}/`);
  expect(await meta("description")).toMatch(/^One page for a musician's tracks.{50,}$/);
  expect(await meta("og:url")).toBe(`${handbill.origin}/`);
  expect(await meta("twitter:card")).toBe("summary_large_image");
  const card = await page.request.get((await meta("og:image")) ?? "");
  expect(card.headers()["content-type"]).toBe("image/jpeg");
  const { width, height } = await sharp(await card.body()).metadata();
  expect([width, height]).toEqual([1200, 630]);
});

test("without scripts everything can be read, and every link leads on", async () => {
  const page = await visitor({ viewport: phone, javaScriptEnabled: false });
  await page.goto(handbill.origin);
  expect((await page.getByRole("heading", { level: 1 }).innerText()).replace(/\s+/g, " ").toLowerCase()).toBe(
    "your music, your story, all in one place",
  );
  expect(await page.getByRole("button", { name: /background video/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Get Started Free" }).focus();
  await page.getByText("Registration temporarily disabled").nth(1).waitFor();
  await page.getByRole("link", { name: "View Sample Bio" }).click();
  await page.waitForURL("**/sample-bio");
  await page.getByRole("heading", { level: 1 }).waitFor();
});

test.each(["light", "dark"] as const)("it fits at 200 % zoom and passes axe, %s", async (colorScheme) => {
  const page = await visitor({ ...still, colorScheme });
  for (const viewport of [desktop, phone, zoomed, { width: 320, height: 568 }]) {
    await page.setViewportSize(viewport);
    await page.goto(handbill.origin);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await expectAccessible(page);
  }
});

test("letters of twice the size fit a phone", async () => {
  const page = await visitor({ ...still, viewport: phone });
  for (const path of ["/", "/signin"]) {
    await page.goto(handbill.origin + path);
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    const signIn = await page.getByRole("link", { name: "Sign In" }).first().boundingBox();
    expect((signIn?.x ?? 0) + (signIn?.width ?? phone.width)).toBeLessThan(phone.width);
  }
});

test.each([desktop, phone, zoomed])(
  "the button that stops the film covers nothing at %o",
  async (viewport) => {
    const page = await visitor({ viewport });
    await page.goto(handbill.origin);
    const stop = await page.getByRole("button", { name: "Pause background video" }).elementHandle();
    const box = await stop?.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    const reached = await stop?.evaluate((button) => {
      button.scrollIntoView({ block: "center" });
      const { x, y, width, height } = button.getBoundingClientRect();
      const corners = [
        [x + 1, y + 1],
        [x + width - 1, y + 1],
        [x + 1, y + height - 1],
        [x + width - 1, y + height - 1],
      ] as const;
      button.toggleAttribute("hidden", true);
      const beneath = corners.map(([left, top]) =>
        document.elementFromPoint(left, top)?.closest("a, button, p, h1"),
      );
      button.toggleAttribute("hidden", false);
      return beneath.filter((element) => element).length;
    });
    expect(reached).toBe(0);
  },
);
