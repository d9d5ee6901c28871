import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { variantAddress, variantWidths } from "../app/shared/picture.ts";
import { makeMusician } from "../tests/factories/accounts.ts";
import { newAccount } from "../tests/harness/account.ts";
import { openDatabaseOf, openOwnerOf, startHandbill } from "../tests/harness/handbill.ts";
import { launchBrowser } from "./phone.ts";
import { median, printLine, quantile, round, sayTable } from "./report.ts";

const cpuSlowdown = 4;
/** A page that is seldom pressed while it is measured has few interactions. */
const keys = 40;
const pictures = 12;

const screens = [
  "/dashboard",
  "/profile",
  "/music",
  "/gallery",
  "/video",
  "/settings",
  "/events",
  "/booking-requests",
  "/comments",
  "/messages",
  "/newsletter",
  "/newsletter/letters",
  "/analytics",
  "/social-links",
  "/press-kit",
  "/handbill",
];

/** The rows of a musician after years: `$1` is the user. */
const rows = `
  insert into music_tracks (user_id, title, slug, file_url, duration, file_size, waveform, display_order, created_at, analysed_at,
      metadata_removed_at, play_count, is_visible)
    select $1, 'A Tune With a Name ' || i, 'a-tune-' || i, '/uploads/music/' || $1 || '/track-' || i || '.mp3', 120 + i % 200,
      4000000, repeat(md5(i::text), 3), i, now() - i * interval '1 day', now(), now(), i * 17, i % 9 > 0
    from generate_series(1, 200) i;
  insert into photo_gallery (user_id, image_url, caption, alt_text, display_order)
    select $1, '/uploads/photos/' || $1 || '/photo-' || i % ${pictures} || '.webp', 'Backstage in town ' || i, 'People on a stage', i
    from generate_series(1, 210) i;
  insert into stored_images (url, user_id, width, height, widths, colour)
    select '/uploads/photos/' || $1 || '/photo-' || i || '.webp', $1, 1600, 1067, '{${variantWidths.join()}}', '#6b5d4f'
    from generate_series(0, ${pictures - 1}) i;
  insert into video_gallery (user_id, title, video_url, display_order, is_primary)
    select $1, 'Live in town ' || i, 'https://www.youtube-nocookie.com/embed/abcdefghijk', i, i = 1
    from generate_series(1, 20) i;
  insert into events (user_id, title, event_date, event_time, venue_name, location, ticket_url, description)
    select $1, 'Night ' || i, current_date + i * 3 - 120, '20:00', 'The Hall', 'Town ' || i, 'https://example.org/' || i,
      'Doors at seven. Bring a friend, and bring earplugs for the second set.'
    from generate_series(1, 100) i;
  insert into fan_comments (musician_id, author_name, content, is_approved, created_at)
    select $1, 'Fan ' || i, repeat('Saw you last night and still hum the third one. ', 1 + i % 4), i % 10 > 0,
      now() - i * interval '7 hours'
    from generate_series(1, 500) i;
  insert into newsletter_subscribers (musician_id, subscriber_email, subscriber_name, confirmed_at, created_at, source)
    select $1, 'fan-' || i || '@example.org', 'Fan ' || i, now(), now() - i * interval '1 hour', 'page'
    from generate_series(1, 20000) i;
  insert into booking_requests (musician_id, requester_name, requester_email, message, event_type, status, created_at, is_read)
    select $1, 'Promoter ' || i, 'promoter-' || i || '@example.org', 'We have a hall and a date in spring.', 'performance',
      (array['pending', 'reviewed', 'accepted', 'declined', 'completed'])[1 + i % 5], now() - i * interval '1 day', i % 5 > 0
    from generate_series(1, 60) i;
  insert into page_links (user_id, title, url, icon, display_order)
    select $1, 'Something to have ' || i, 'https://example.org/shop/' || i, 'shop', i from generate_series(1, 20) i;
  insert into social_links (user_id, platform, url)
    select $1, platform, 'https://example.org/' || platform
    from unnest(array['spotify', 'bandcamp', 'instagram', 'youtube', 'website']) platform;
`;

/**
 * The dashboard of a musician with 200 tracks, 210 photos, 500 comments and 20,000 subscribers, at 1440 px: how soon each
 * screen stands, and how soon it answers while one types and sorts.
 * @param runs so often each screen is visited
 */
export async function measureDashboard(runs: number): Promise<object> {
  await using handbill = await startHandbill({ LOG_LEVEL: "warn" });
  const db = await openDatabaseOf(handbill);
  const owner = await openOwnerOf(handbill);
  const browser = await launchBrowser();
  try {
    const { id, headers } = await newAccount(handbill, db, "full@example.org");
    await makeMusician(db, { user_id: id, artist_name: "Full Of It", custom_url: "full-of-it" });
    await fill(owner, id);
    await paint(join(handbill.dataDir, "files", "uploads", "photos", id));
    const figures = [];
    for (const path of screens)
      figures.push(await measureScreen(browser, handbill.origin, path, headers, runs));
    sayTable(figures);
    const first = await weighFirstScreen(browser, handbill.origin, headers);
    sayTable([first]);
    const answers = await measureAnswers(browser, handbill.origin, headers);
    sayTable(answers);
    const searches = await measureSearches(browser, handbill.origin, headers, runs);
    sayTable(searches);
    printLine(`${runs} visits a screen; LCP and usable at ${cpuSlowdown}x the processor's time`);
    return { runs, cpuSlowdown, figures, first, answers, searches };
  } finally {
    await browser.close();
    await owner.end();
    await db.close();
  }
}

async function fill(owner: Client, id: string): Promise<void> {
  const literal = owner.escapeLiteral(id);
  await owner.query("set session_replication_role = replica");
  await owner.query(rows.replaceAll("$1", `${literal}::uuid`));
  await owner.query("analyze");
}

/** Stores the photos, each in all its sizes. */
async function paint(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let number = 0; number < pictures; number++) {
    const background = { r: 20 * number, g: 120, b: 240 - 20 * number };
    const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
    const photo = sharp({ create: { width: 1600, height: 1067, channels: 3, background, noise } });
    const file = join(folder, `photo-${number}.webp`);
    const { data } = await photo.webp({ quality: 60 }).toBuffer({ resolveWithObject: true });
    await sharp(data).toFile(file);
    for (const width of variantWidths) await sharp(data).resize(width).toFile(variantAddress(file, width));
  }
}

type Headers = { Cookie: string };

/** A browser that is signed in, with an empty cache. */
async function openDesktop(browser: Browser, origin: string, { Cookie }: Headers, slowdown: number) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = "", value = ""] = Cookie.split("=");
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(note);
  return { page, session, [Symbol.asyncDispose]: () => context.close() };
}

interface Noted {
  lcp: number;
  /** The longest duration of each interaction, by its id. */
  interactions: Record<number, number>;
}

declare global {
  interface Window {
    dashboardNoted: Noted;
  }
}

/** Runs in the page before everything else. */
function note(): void {
  const noted: Noted = { lcp: 0, interactions: {} };
  window.dashboardNoted = noted;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) noted.lcp = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || !entry.interactionId) continue;
      noted.interactions[entry.interactionId] = Math.max(
        noted.interactions[entry.interactionId] ?? 0,
        entry.duration,
      );
    }
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** When the largest part of the screen stands, and when it can be used. */
async function measureScreen(browser: Browser, origin: string, path: string, headers: Headers, runs: number) {
  const painted = [];
  const usable = [];
  const fast = [];
  for (let run = 0; run < runs; run++) {
    for (const slowdown of [1, cpuSlowdown]) {
      await using opened = await openDesktop(browser, origin, headers, slowdown);
      const { page } = opened;
      const answer = await page.goto(origin + path);
      if (answer?.status() !== 200) throw new Error(`${path} answered ${answer?.status()}.`);
      await untilUsable(page);
      const now = await page.evaluate(() => performance.now());
      if (slowdown === 1) fast.push(now);
      else {
        usable.push(now);
        painted.push(await page.evaluate(() => window.dashboardNoted.lcp));
      }
    }
  }
  return {
    screen: path,
    "ms at full speed": round(median(fast)),
    "LCP ms": round(median(painted)),
    "usable ms": round(median(usable)),
  };
}

const untilUsable = (page: Page) => page.locator("html[data-hydrated]").waitFor({ timeout: 60_000 });

/** What travels for the first screen's scripts, compressed. */
async function weighFirstScreen(browser: Browser, origin: string, headers: Headers) {
  await using opened = await openDesktop(browser, origin, headers, 1);
  const { page, session } = opened;
  await session.send("Network.enable");
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(`${origin}/dashboard`, { waitUntil: "networkidle" });
  return { "first screen": "/dashboard", "script bytes": bytes, "script requests": scripts.size };
}

/** How soon the screen shows what a key did, at the 75th percentile. */
async function measureAnswers(browser: Browser, origin: string, headers: Headers) {
  const journeys: Record<string, (page: Page) => Promise<void>> = {
    "typing in the profile, the page beside it": async (page) => {
      await page.goto(`${origin}/profile`);
      await untilUsable(page);
      await page.getByLabel("Bio", { exact: false }).first().focus();
      for (let key = 0; key < keys; key++) await page.keyboard.press("a", { delay: 60 });
    },
    "typing words in the profile, the page beside it renewed in the pauses": async (page) => {
      await page.goto(`${origin}/profile`);
      await untilUsable(page);
      await page.getByTitle("Live preview of your page").waitFor({ timeout: 60_000 });
      await page.getByLabel("Bio", { exact: false }).first().focus();
      for (let word = 0; word < 8; word++) {
        for (const key of "word ") await page.keyboard.press(key === " " ? "Space" : key, { delay: 60 });
        await page.waitForTimeout(300 + 60 * word);
      }
    },
    "sorting 200 tracks by keys": async (page) => {
      await page.goto(`${origin}/music`);
      await untilUsable(page);
      await page
        .getByRole("button", { name: /^(Move|Reorder|Drag)/ })
        .first()
        .focus();
      await page.keyboard.press("Space");
      for (let key = 0; key < keys / 2; key++) await page.keyboard.press("ArrowDown", { delay: 60 });
      await page.keyboard.press("Space");
    },
    "the palette: opened, typed into, chosen from": async (page) => {
      await page.goto(`${origin}/dashboard`);
      await untilUsable(page);
      for (const words of ["night 4", "newsl", "a tune with", "settings"]) {
        await page.keyboard.press("Control+k");
        await page.getByRole("combobox").waitFor();
        for (const letter of words)
          await page.keyboard.press(letter === " " ? "Space" : letter, { delay: 60 });
        await page
          .getByRole("status")
          .filter({ hasText: /result|found/ })
          .waitFor();
        for (let key = 0; key < 3; key++) await page.keyboard.press("ArrowDown", { delay: 60 });
        await page.keyboard.press("Escape");
        await page.getByRole("combobox").waitFor({ state: "detached" });
      }
    },
  };
  const figures = [];
  for (const [what, go] of Object.entries(journeys)) {
    for (const slowdown of [1, cpuSlowdown]) {
      await using opened = await openDesktop(browser, origin, headers, slowdown);
      await go(opened.page);
      await opened.page.waitForTimeout(1_000);
      const all = Object.values(await opened.page.evaluate(() => window.dashboardNoted.interactions));
      figures.push({
        what: `${what}, ${slowdown}x`,
        interactions: all.length,
        "p75 ms": round(quantile(all, 0.75)),
        "slowest ms": round(Math.max(...all)),
      });
    }
  }
  return figures;
}

/** How long after the words are sent their result stands on the screen. */
async function measureSearches(browser: Browser, origin: string, headers: Headers, runs: number) {
  const searches = [
    { list: "200 tracks", path: "/music", words: "Name 150", row: "A Tune With a Name 150" },
    { list: "500 comments", path: "/comments", words: "Fan 321", row: "Fan 321" },
  ];
  const figures = [];
  for (const { list, path, words, row } of searches) {
    for (const slowdown of [1, cpuSlowdown]) {
      const all: number[] = [];
      for (let run = 0; run < runs; run++) {
        await using opened = await openDesktop(browser, origin, headers, slowdown);
        const { page } = opened;
        await page.goto(origin + path);
        await untilUsable(page);
        await page.getByRole("searchbox").fill(words);
        // Its rows are all there, as they are when somebody has begun to look for one.
        await page.waitForLoadState("networkidle");
        all.push(await page.evaluate(timeSearch, row));
      }
      figures.push({ search: `${list}, ${slowdown}x`, "ms to its result": round(median(all)) });
    }
  }
  return figures;
}

/** Runs in the page: sends the form, and waits until the row stands there alone. */
function timeSearch(row: string): Promise<number> {
  const begin = performance.now();
  document.querySelector<HTMLFormElement>("form[role=search]")?.requestSubmit();
  return new Promise((resolve) => {
    const look = () => {
      const names = [...document.querySelectorAll("main li :is(h3, strong)")];
      if (names.length > 0 && names.every(({ textContent }) => textContent === row))
        resolve(performance.now() - begin);
      else requestAnimationFrame(look);
    };
    look();
  });
}
