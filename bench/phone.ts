import { gzipSync } from "node:zlib";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { artist } from "../demo/artist.ts";
import { ensureChromium } from "../tests/harness/chromium.ts";
import { startHandbill } from "../tests/harness/handbill.ts";
import { visitOften } from "./compared-pages.ts";
import { median, printLine, round, sayTable } from "./report.ts";

/** The selectors of the button that is pressed and of the element that answers. */
const playButton = "[data-play]";
const playerBar = "#player";

// Chromium's own emulation: it delays each answer by the latency and meters the bytes; making a connection costs
// nothing extra. The processor's share of time is cut.
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const cpuSlowdown = 4;
export const conditions = `390x844 at 2x, slow 4G (1.6 Mbit/s, 150 ms), processor ${cpuSlowdown}x slower`;
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
/** How long after loading the page is observed, so that work that starts when idle is seen. */
const watchMs = 5_000;

/** The page's own timings, in milliseconds since the navigation. */
interface Noted {
  fcp: number;
  lcp: number;
  cls: number;
  longTasks: { at: number; lasted: number }[];
  touchedAt?: number;
  playerAt?: number;
}

declare global {
  interface Window {
    noted: Noted;
  }
}

/** The demo artist's page on an emulated phone with a slow connection: medians of several first visits. */
export async function measurePhone(runs: number): Promise<object> {
  await using handbill = await startHandbill({ DEMO: "on", LOG_LEVEL: "warn" });
  const url = `${handbill.origin}/artist/${artist.customUrl}`;
  await visitOften(url);
  const browser = await launchBrowser();
  try {
    const visits = [];
    const taps = [];
    for (let run = 0; run < runs; run++) {
      visits.push(await visit(browser, url));
      taps.push(await tapToPlay(browser, url));
    }
    const [figures, tap] = [medians(visits), medians(taps)];
    sayTable(
      Object.entries({ ...figures, ...tap }).map(([figure, value]) => ({ figure, median: round(value, 3) })),
    );
    printLine(`${runs} first visits; ${conditions}`);
    return { runs, figures, tap, visits, taps };
  } finally {
    await browser.close();
  }
}

/** The browser that visits are made with. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureChromium(),
    args: ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"],
  });
}

/** The median of each figure. */
export function medians(rows: Record<string, number>[]): Record<string, number> {
  return Object.fromEntries(
    Object.keys(rows[0] ?? {}).map((name) => [name, median(rows.map((row) => row[name] ?? Number.NaN))]),
  );
}

/** One first visit of a page: when it is painted, how long it doesn't answer, what it moves, and what travels for it. */
export async function visit(browser: Browser, url: string): Promise<Record<string, number>> {
  await using opened = await openPhone(browser);
  const { page, session } = opened;
  const wire = await watchWire(session);
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(watchMs);
  const noted = await page.evaluate(() => window.noted);
  const inline = await page.evaluate(() =>
    [...document.querySelectorAll("script:not([src]):not([type='application/ld+json'])")].map(
      ({ textContent }) => textContent ?? "",
    ),
  );
  const bytes = wire.bytes();
  const inlineScript = gzipSync(inline.join("")).length;
  return {
    "FCP ms": noted.fcp,
    "LCP ms": noted.lcp,
    "TBT ms": blocking(noted),
    CLS: noted.cls,
    "document bytes": bytes.Document ?? 0,
    "script bytes": (bytes.Script ?? 0) + inlineScript,
    "of these inline": inlineScript,
    "style bytes": bytes.Stylesheet ?? 0,
    "picture bytes": bytes.Image ?? 0,
    "font bytes": bytes.Font ?? 0,
    "bytes without pictures, fonts and sound": Object.entries(bytes).reduce(
      (sum, [kind, size]) => (["Image", "Font", "Media"].includes(kind) ? sum : sum + size),
      0,
    ),
    bytes: Object.values(bytes).reduce((sum, size) => sum + size, 0),
    requests: wire.requests(),
  };
}

/** How long the page didn't answer input after its first paint: the part of long tasks beyond 50 ms. */
function blocking({ fcp, longTasks }: Noted): number {
  return longTasks
    .filter(({ at }) => at >= fcp)
    .reduce((sum, { lasted }) => sum + Math.max(0, lasted - 50), 0);
}

/** A tap on the first play button one second after the first paint: until the sound is asked for, and the player shows. */
async function tapToPlay(browser: Browser, url: string): Promise<Record<string, number>> {
  await using opened = await openPhone(browser);
  const { page, session } = opened;
  const sound = Promise.withResolvers<number>();
  session.on("Network.requestWillBeSent", ({ request, type, wallTime }) => {
    if (type === "Media" || /\/uploads\/music\//.test(request.url)) sound.resolve(wallTime * 1000);
  });
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => window.noted.fcp > 0 && performance.now() > window.noted.fcp + 1000);
  await page.locator(playButton).first().tap({ timeout: 20_000 });
  await page.waitForFunction(() => window.noted.playerAt !== undefined, undefined, { timeout: 20_000 });
  const {
    origin,
    touchedAt = 0,
    playerAt = 0,
  } = await page.evaluate(() => ({
    origin: performance.timeOrigin,
    ...window.noted,
  }));
  const late = new Promise<number>((_, reject) =>
    setTimeout(() => reject(new Error("The tap asked for no sound.")), 20_000).unref(),
  );
  return {
    "tap to sound asked for ms": (await Promise.race([sound.promise, late])) - origin - touchedAt,
    "tap to player shown ms": playerAt - touchedAt,
  };
}

/** A phone with an empty cache. */
async function openPhone(browser: Browser) {
  const context = await browser.newContext(phone);
  const page: Page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow4g);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  await page.addInitScript(note, playerBar);
  return { page, session, [Symbol.asyncDispose]: () => context.close() };
}

/** Runs in the page before everything else. */
function note(playerSelector: string): void {
  const noted: Noted = { fcp: 0, lcp: 0, cls: 0, longTasks: [] };
  window.noted = noted;
  const observe = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  observe("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") noted.fcp = startTime;
  });
  observe("largest-contentful-paint", ({ startTime }) => {
    noted.lcp = startTime;
  });
  observe("layout-shift", (entry) => {
    if ("value" in entry && "hadRecentInput" in entry && !entry.hadRecentInput)
      noted.cls += Number(entry.value);
  });
  observe("longtask", ({ startTime, duration }) => {
    noted.longTasks.push({ at: startTime, lasted: duration });
  });
  addEventListener("pointerdown", ({ timeStamp }) => (noted.touchedAt ??= timeStamp), true);
  const look = () => {
    const player = document.querySelector(playerSelector);
    const isShown = player?.checkVisibility() && player.getBoundingClientRect().height > 0;
    if (noted.touchedAt !== undefined && isShown) noted.playerAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Counts what travels, by kind, as it is on the wire: compressed, with its headers. */
async function watchWire(session: CDPSession) {
  const kinds = new Map<string, string>();
  const bytes: Record<string, number> = {};
  session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "Other";
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  });
  return { bytes: () => bytes, requests: () => kinds.size };
}
