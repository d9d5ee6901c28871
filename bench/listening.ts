import { type Browser, chromium, type Page } from "playwright-core";
import { artist } from "../demo/artist.ts";
import { ensureChromium } from "../tests/harness/chromium.ts";
import { startHandbill } from "../tests/harness/handbill.ts";
import { median, printLine, round, sayTable } from "./report.ts";

// How long a listener waits: from the tap until the sound plays, beside an audio element that plays the same file on a
// page of nothing else, and between two tracks. And what it costs who only visits: the bytes of sound that come, and the
// page's largest paint with them and without. All by turns in one run, on a fast connection and on an emulated phone with
// a slow one.

const networks = {
  "50 Mbit/s": {
    cpu: 1,
    emulated: { offline: false, latency: 20, downloadThroughput: 6_250_000, uploadThroughput: 2_500_000 },
  },
  "slow 4G, processor 4x slower": {
    cpu: 4,
    emulated: {
      offline: false,
      latency: 150,
      downloadThroughput: 1_600_000 / 8,
      uploadThroughput: 750_000 / 8,
    },
  },
};
type Network = (typeof networks)[keyof typeof networks];

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** So long after loading, everything that waits for an idle browser has been done. */
const settleMs = 4_000;
/** So long a finger rests on a button. */
const touchMs = 80;
/** So long before a track's end the listener joins, in seconds. */
const before = 6;

interface Heard {
  /** When the finger was lifted, a track ended, or one played, as `performance.now()` has it. */
  liftedAt: number;
  endedAt: number;
  playedAt: number;
}

declare global {
  interface Window {
    waited: Heard;
    sounds: HTMLAudioElement[];
  }
}

export async function measureListening(runs: number): Promise<object> {
  await using handbill = await startHandbill({ DEMO: "on", LOG_LEVEL: "warn" });
  const url = `${handbill.origin}/artist/${artist.customUrl}`;
  const html = await (await fetch(url)).text();
  const sounds = [...html.matchAll(/data-src="([^"]+)"/g)].map(([, address = ""]) => address);
  const [first = "", , third = ""] = sounds;
  const last = sounds.at(-1) ?? "";
  const [release = ""] = /\/artist\/[^"]+\/music\/[^"]+/.exec(html) ?? [];
  const pages = { "artist's page": url, "release's page": handbill.origin + release };
  const button = (sound: string) => `[data-src="${sound}"]`;
  const headline = "[data-play-first] >> nth=0";
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const rows: Record<string, string | number>[] = [];
  try {
    for (const [name, network] of Object.entries(networks)) {
      const samples: Record<string, number[]> = {};
      const note = (figure: string, value: number) => {
        samples[figure] = [...(samples[figure] ?? []), value];
      };
      const bare = (sound: string) =>
        tap(browser, network, { url: `${handbill.origin}/bare`, button: "button", sound });
      for (let run = 0; run < runs; run++) {
        note("headline: bare element", await bare(first));
        note("headline: in sight", await tap(browser, network, { url, button: headline, seenMs: settleMs }));
        note("headline: at once", await tap(browser, network, { url, button: headline }));
        note("third track: bare element", await bare(third));
        note(
          "third track: in sight",
          await tap(browser, network, { url, button: button(third), seenMs: settleMs }),
        );
        note("last track: bare element", await bare(last));
        note(
          "last track: in sight",
          await tap(browser, network, { url, button: button(last), seenMs: settleMs }),
        );
        note("between two tracks", await gapAfter(browser, network, url));
        for (const [page, address] of Object.entries(pages)) {
          const seen = await visit(browser, network, address, false);
          note(`${page}: bytes of sound without a press, cached ones once more`, seen.sound);
          note(`${page}: LCP`, seen.largest);
          const sparing = await visit(browser, network, address, true);
          note(`${page}: bytes of sound, Save-Data`, sparing.sound);
          note(`${page}: LCP, Save-Data`, sparing.largest);
        }
      }
      for (const [figure, values] of Object.entries(samples)) {
        rows.push({
          connection: name,
          figure,
          median: round(median(values)),
          most: round(Math.max(...values)),
        });
      }
    }
  } finally {
    await browser.close();
  }
  sayTable(rows);
  printLine(
    `${runs} times each, milliseconds from the lifted finger, or the end of a track, until the next one plays`,
  );
  return { runs, rows };
}

interface Tap {
  url: string;
  /** The button's selector. */
  button: string;
  /** So long the button is in sight before it is tapped. */
  seenMs?: number;
  /** Plays this on a page of nothing else, instead of the artist's page. */
  sound?: string;
}

async function tap(
  browser: Browser,
  network: Network,
  { url, button, seenMs = 0, sound }: Tap,
): Promise<number> {
  await using opened = await openPhone(browser, network);
  const { page, session } = opened;
  if (sound) {
    const body = `<button>Play</button><script>
      const audio = new Audio();
      audio.preload = "none";
      audio.src = "${sound}";
      document.querySelector("button").onclick = () => audio.play();
    </script>`;
    await page.route("**/bare", (route) => route.fulfill({ contentType: "text/html", body }));
  }
  await page.goto(url, { waitUntil: "load" });
  await page.locator(button).scrollIntoViewIfNeeded();
  await page.waitForTimeout(seenMs);
  const box = await page.locator(button).boundingBox();
  if (!box) throw new Error(`${button} isn't in sight.`);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.waitForTimeout(touchMs);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.waitForFunction(() => window.waited.playedAt > 0);
  return await page.evaluate(() => window.waited.playedAt - window.waited.liftedAt);
}

async function gapAfter(browser: Browser, network: Network, url: string): Promise<number> {
  await using opened = await openPhone(browser, network);
  const { page } = opened;
  await page.goto(url, { waitUntil: "load" });
  await page.locator("[data-play-first]").first().tap();
  await page.waitForFunction(() => window.waited.playedAt > 0);
  await page.evaluate((seconds) => {
    const sound = window.sounds.find(({ paused }) => !paused);
    if (sound) sound.currentTime = sound.duration - seconds;
  }, before);
  const isNext = () => window.waited.endedAt > 0 && window.waited.playedAt > window.waited.endedAt;
  await page.waitForFunction(isNext, undefined, { timeout: 60_000 });
  return await page.evaluate(() => window.waited.playedAt - window.waited.endedAt);
}

/** A visit without a press: the bytes of sound that came, and when the largest part was painted. */
async function visit(
  browser: Browser,
  network: Network,
  url: string,
  savesData: boolean,
): Promise<{ sound: number; largest: number }> {
  await using opened = await openPhone(browser, network);
  const { page, session } = opened;
  if (savesData) {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "connection", { value: { saveData: true } });
    });
  }
  const media = new Set<string>();
  let sound = 0;
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.includes("/uploads/music/")) media.add(requestId);
  });
  session.on("Network.dataReceived", ({ requestId, dataLength }) => {
    if (media.has(requestId)) sound += dataLength;
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(settleMs);
  const largest = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        }),
      ),
  );
  return { sound, largest };
}

/** A phone with an empty cache, which notes what it hears. */
async function openPhone(browser: Browser, { cpu, emulated }: Network) {
  const context = await browser.newContext(phone);
  const page: Page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", emulated);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  await page.addInitScript(() => {
    window.waited = { liftedAt: 0, endedAt: 0, playedAt: 0 };
    window.sounds = [];
    window.Audio = class extends Audio {
      constructor() {
        super();
        window.sounds.push(this);
        this.addEventListener("playing", ({ timeStamp }) => {
          window.waited.playedAt = timeStamp;
        });
        this.addEventListener("ended", ({ timeStamp }) => {
          window.waited.endedAt = timeStamp;
        });
      }
    };
    addEventListener(
      "pointerup",
      ({ timeStamp }) => {
        window.waited.liftedAt = timeStamp;
      },
      true,
    );
  });
  return { page, session, [Symbol.asyncDispose]: () => context.close() };
}
