import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makeMusician } from "../factories/accounts.ts";
import { makeComment, makeIssue } from "../factories/audience.ts";
import {
  makeEvent,
  makeFormerAddress,
  makePaymentLink,
  makePhoto,
  makePressKit,
  makeSocialLink,
  makeTrack,
  makeVideo,
} from "../factories/page.ts";
import { desktop, expectAccessible, phone, signUp, untilHydrated } from "../harness/browser.ts";
import { unfitPictures } from "../harness/pictures.ts";
import { openTestApp } from "../harness/test-app.ts";

const { handbill, browser, db: database, newMusician } = await openTestApp({ DEMO: "on" });

const demo = "/artist/ishbel-carrow";
// The documented page is classic; layouts.journey.ts shows the one that the demo artist wears.
await database
  .asSystem()
  .write((tx) =>
    tx
      .updateTable("musician_profiles")
      .set({ layout: "classic", name_font: null })
      .where("custom_url", "=", "ishbel-carrow")
      .execute(),
  );

/** A day so many days from now, as YYYY-MM-DD. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const sectionsOf = (page: Page) =>
  page.locator("main section").evaluateAll((sections) => sections.map(({ id }) => id));

test("a full page has every section in its order; one that is switched off is gone", async () => {
  const { id: user_id } = await makeMusician(database, { custom_url: "full", artist_name: "Full House" });
  await makeTrack(database, { user_id });
  await makeVideo(database, { user_id });
  await makePhoto(database, { user_id });
  await makeEvent(database, { user_id, event_date: inDays(3) });
  await makePaymentLink(database, { user_id, platform: "kofi" });
  await makeComment(database, { musician_id: user_id, is_approved: true });
  await makePressKit(database, { user_id });
  const page = await browser.newPage({ viewport: phone });
  await page.goto(`${handbill.origin}/artist/full`);
  const all = [
    "music",
    "videos",
    "photos",
    "events",
    "booking",
    "newsletter",
    "support",
    "press-kit",
    "comments",
  ];
  expect(await sectionsOf(page)).toEqual(all);
  await database.asSystem().write((tx) =>
    tx
      .updateTable("musician_profiles")
      .set({
        show_music_section: false,
        show_video_section: false,
        show_gallery_section: false,
        show_events_section: false,
        show_booking_section: false,
        show_support_section: false,
        show_comments_section: false,
      })
      .where("user_id", "=", user_id)
      .execute(),
  );
  await expect
    .poll(async () => {
      await page.reload();
      return sectionsOf(page);
    })
    .toEqual(["newsletter", "press-kit"]);
});

test("without scrolling every section is there, and the page as long as it stays", async () => {
  const page = await browser.newPage({ viewport: phone });
  await page.goto(handbill.origin + demo);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  const isShown = page
    .locator("main section")
    .evaluateAll((sections) =>
      sections.map(({ firstElementChild }) =>
        firstElementChild?.checkVisibility({ contentVisibilityAuto: true }),
      ),
    );
  expect(new Set(await isShown)).toEqual(new Set([true]));
  for (let screen = 0; screen < before; screen += phone.height) {
    await page.mouse.wheel(0, phone.height);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await height()).toBe(before);
});

test("letters of twice the size fit a phone, the player's buttons too", async () => {
  const page = await browser.newPage({ viewport: phone });
  await page.goto(handbill.origin + demo);
  await page.addStyleTag({ content: "html { font-size: 200% }" });
  await page.locator("[data-play]").first().click();
  const isWithin = () =>
    page.locator("#player button:visible").evaluateAll((all) =>
      all.map((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      }),
    );
  // Once it has come up from below.
  await expect.poll(isWithin).toEqual(Array(7).fill(true));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});

test("where the system chooses the colours, it chooses what is behind them", async () => {
  const page = await browser.newPage({ viewport: phone, forcedColors: "active" });
  await page.goto(handbill.origin + demo);
  expect(await page.locator(".background").isVisible()).toBe(false);
  const icon = page.getByRole("button", { name: "Share" }).locator("svg");
  const colours = await icon.evaluate((svg) => {
    const canvas = document.createElement("i");
    canvas.style.color = "Canvas";
    document.body.append(canvas);
    return [getComputedStyle(svg).stroke, getComputedStyle(canvas).color];
  });
  expect(colours[0]).not.toBe(colours[1]);
});

test("the photos open in a lightbox that wraps, by button, keyboard and swipe, and gives the focus back", async () => {
  const page = await browser.newPage({ viewport: phone, hasTouch: true });
  await page.goto(handbill.origin + demo);
  const photos = page.locator("#photos a");
  const count = await photos.count();
  await photos.nth(1).focus();
  await page.keyboard.press("Enter");
  const lightbox = page.getByRole("dialog", { name: "Photo" });
  await lightbox.getByText(`2 of ${count}`, { exact: true }).waitFor();
  const caption = await photos.nth(1).getAttribute("data-photo");
  expect(await lightbox.locator("figcaption").textContent()).toBe(caption);
  await expectAccessible(page);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await lightbox.getByText(`${count} of ${count}`, { exact: true }).waitFor();
  await lightbox.getByRole("button", { name: "Next photo" }).click();
  await lightbox.getByText(`1 of ${count}`, { exact: true }).waitFor();
  const picture = lightbox.getByRole("img");
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await swipe(page, { from: 300, to: 80 });
  await lightbox.getByText(`2 of ${count}`, { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await lightbox.waitFor({ state: "hidden" });
  expect(await photos.nth(1).evaluate((photo) => photo === document.activeElement)).toBe(true);

  // Closed and opened again at once, before the browser reports the closing.
  await page.keyboard.press("Enter");
  await photos.nth(0).evaluate(async (photo: HTMLElement) => {
    const dialog = document.querySelector("dialog");
    const closed = new Promise((resolve) => dialog?.addEventListener("close", resolve, { once: true }));
    dialog?.close();
    photo.click();
    await closed;
  });
  const href = await photos.nth(0).getAttribute("href");
  expect(await picture.getAttribute("src")).toBe(`${handbill.origin}${href}`);

  // And opened again before the browser has gone back from the one that was closed.
  await photos.nth(2).evaluate(async (photo: HTMLElement) => {
    const dialog = document.querySelector("dialog");
    const hasLeft = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
    dialog?.addEventListener("close", () => photo.click(), { once: true });
    dialog?.close();
    await hasLeft;
  });
  expect(await lightbox.getByText(`3 of ${count}`, { exact: true }).isVisible()).toBe(true);
  await page.goBack();
  await lightbox.waitFor({ state: "hidden" });
  expect(page.url()).toBe(handbill.origin + demo);
});

const screens = [phone, { width: 768, height: 1024 }, desktop];
test.each(screens.flatMap((viewport) => [1, 2, 3].map((density) => ({ viewport, density }))))(
  "each picture has all pixels that $viewport.width at $density show, and at most 1.5 times as many a side",
  async ({ viewport, density }) => {
    const page = await browser.newPage({ viewport, deviceScaleFactor: density });
    await page.goto(handbill.origin + demo);
    await page.locator("[data-play]").first().click();
    await page.locator("#player .player-cover img").waitFor();
    // Cover, avatar, two releases, three tracks on none, the one in the player, and eight photos.
    expect(await unfitPictures(page)).toEqual({ looked: 16, unfit: [] });
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    // Not the first: of a photo that is here already, in a larger size than the lightbox needs, it takes that.
    await page.locator("#photos a").nth(1).click();
    await page.getByRole("dialog", { name: "Photo" }).getByRole("img").waitFor();
    expect(await unfitPictures(page)).toEqual({ looked: 16, unfit: [] });
  },
);

test.each(screens.flatMap((viewport) => [1, 2, 3].map((density) => ({ viewport, density }))))(
  "and each of the landing page, at $viewport.width and $density",
  async ({ viewport, density }) => {
    const page = await browser.newPage({ viewport, deviceScaleFactor: density, reducedMotion: "reduce" });
    await page.goto(handbill.origin);
    // The pictures behind the header and the footer, and three portraits.
    expect(await unfitPictures(page)).toEqual({ looked: 5, unfit: [] });
  },
);

/** Every section that a page may have, of an artist who writes Arabic; the last entry of each in English. */
async function makeArabicPage(): Promise<{ id: string; commentId: string; issueId: string }> {
  const { id: user_id } = await makeMusician(database, {
    custom_url: "layla",
    artist_name: "ليلى الحداد",
    location: "بيروت، لبنان",
    bio: "DJ ومغنية من بيروت تكتب أغانيها بنفسها منذ الطفولة.",
  });
  for (const title of ["أغنية المساء", "حكاية البحر الطويل", "Live in Berlin (2024)"])
    await makeTrack(database, { user_id, title });
  for (const title of ["تحت المطر", "Studio session"]) await makeVideo(database, { user_id, title });
  for (let photo = 0; photo < 4; photo += 1) await makePhoto(database, { user_id, caption: "بيروت" });
  const evening = { user_id, event_date: inDays(3), ticket_url: "https://example.org" };
  await makeEvent(database, { ...evening, title: "أمسية في بيروت", venue_name: "مسرح المدينة" });
  await makeEvent(database, { ...evening, title: "Jazz night!", description: "Bring a friend (or two)." });
  await makeSocialLink(database, { user_id });
  await makePaymentLink(database, { user_id, platform: "kofi" });
  await makePressKit(database, { user_id });
  const comment = { musician_id: user_id, is_approved: true };
  await makeComment(database, { ...comment, author_name: "Ann", content: "What a night! More, please." });
  const { id: commentId } = await makeComment(database, {
    ...comment,
    author_name: "سمر",
    content: "صوت رائع!",
  });
  const { id: issueId } = await makeIssue(database, {
    musician_id: user_id,
    title: "أخبار الخريف",
    status: "sent",
    started_at: new Date(),
    body: "مرحبا بكم.\n\nSee you soon!",
  });
  return { id: user_id, commentId, issueId };
}

/** The words' distances from the right and from the left edge of their section. */
function roomAround(words: Locator): Promise<{ left: number; right: number }> {
  return words.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const words = range.getBoundingClientRect();
    const around = (element.closest("section") ?? document.body).getBoundingClientRect();
    return { left: words.left - around.left, right: around.right - words.right };
  });
}

test("the pages of an artist who writes from right to left are laid out so, with English where it belongs", async () => {
  const { commentId, issueId } = await makeArabicPage();
  const page = await browser.newPage({ viewport: phone });
  const paths = ["", "/events", "/comments", `/comments/${commentId}/report`, `/letters/${issueId}`];
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    for (const path of paths) {
      await page.goto(`${handbill.origin}/artist/layla${path}`);
      const { dir, lang, sideways } = await page.locator("html").evaluate((html: HTMLElement) => ({
        dir: html.dir,
        lang: html.lang,
        sideways: html.scrollWidth - html.clientWidth,
      }));
      expect({ dir, lang, sideways }, path).toEqual({ dir: "rtl", lang: "en", sideways: 0 });
      if (viewport === phone) await expectAccessible(page);
    }
  }
  await page.goto(`${handbill.origin}/artist/layla`);
  const name = page.getByRole("heading", { level: 1 });
  expect(await name.getAttribute("lang")).toBe("");
  const room = (text: string) => roomAround(page.getByText(text, { exact: true }).first());
  for (const words of ["ليلى الحداد", "Music", "Your name", "Live in Berlin (2024)"]) {
    const { left, right } = await room(words);
    expect(right, words).toBeLessThan(left);
  }
  // A visitor's English text begins at the left, and the interface's full stops are at its end.
  const english = await room("What a night! More, please.");
  expect(english.left).toBeLessThan(english.right);
  const sentence = page.getByText("New songs and dates from");
  expect(await sentence.evaluate((words) => getComputedStyle(words).direction)).toBe("ltr");
  const label = page.getByText("Name (optional)");
  expect(await label.evaluate((words) => getComputedStyle(words).unicodeBidi)).toBe("plaintext");

  await page.goto(`${handbill.origin}${demo}`);
  expect(await page.locator("html").getAttribute("dir")).toBe("ltr");
});

test.each(["classic", "minimal"] as const)(
  "a title from right to left stands among the others in %s",
  async (layout) => {
    const { id: user_id } = await makeMusician(database, { custom_url: `guests-${layout}`, layout });
    await makeTrack(database, { user_id, title: "أغنية المساء" });
    const page = await browser.newPage({ viewport: phone });
    await page.goto(`${handbill.origin}/artist/guests-${layout}`);
    if (layout === "minimal") await page.locator("summary", { hasText: "Music" }).click();
    const title = page.getByText("أغنية المساء");
    expect(await title.evaluate((words) => getComputedStyle(words).direction)).toBe("rtl");
    const { left, right } = await roomAround(title);
    expect(left).toBeLessThan(right);
  },
);

/** A finger across the middle of the screen. */
async function swipe(page: Page, { from, to }: { from: number; to: number }): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: 400 }] });
  await touch("touchStart", from);
  await touch("touchMove", (from + to) / 2);
  await touch("touchMove", to);
  await touch("touchEnd");
}

test("videos start with the primary one, wrap, and reach their provider only when they are played", async () => {
  const { id: user_id } = await makeMusician(database, { custom_url: "films" });
  const video = (id: string) => `https://www.youtube-nocookie.com/embed/${id}`;
  await makeVideo(database, { user_id, title: "Second", video_url: video("aaaaaaaaaaa"), display_order: 1 });
  await makeVideo(database, { user_id, title: "Third", video_url: video("bbbbbbbbbbb"), display_order: 2 });
  const first = {
    user_id,
    title: "First",
    video_url: video("ccccccccccc"),
    thumbnail_url: "https://i.ytimg.com/vi/ccccccccccc/hqdefault.jpg",
    is_primary: true,
    display_order: 3,
  };
  await makeVideo(database, first);
  await makeVideo(database, {
    user_id,
    title: "Fourth",
    video_type: "vimeo",
    video_url: "https://player.vimeo.com/video/76979871?h=8272103f6e",
    thumbnail_url: "https://i.vimeocdn.com/video/1.jpg",
    display_order: 4,
  });
  const page = await browser.newPage({ viewport: phone });
  const requests: string[] = [];
  await page.route(/youtube|ytimg|vimeo/, (route) => {
    requests.push(new URL(route.request().url()).href);
    return route.fulfill({ contentType: "text/html", body: "<title>player</title>" });
  });
  await page.goto(`${handbill.origin}/artist/films`);
  const shown = () => page.locator("#videos li:visible p").allTextContents();
  await expect.poll(shown).toEqual(["First"]);
  await page.getByRole("button", { name: "Previous video" }).click();
  await expect.poll(shown).toEqual(["Fourth"]);
  await page.getByRole("button", { name: "Next video" }).click();
  await expect.poll(shown).toEqual(["First"]);
  await page.waitForLoadState("networkidle");
  expect(requests).toEqual([]);
  const link = page.getByRole("link", { name: "Play First" });
  expect(await link.getAttribute("href")).toBe("https://www.youtube.com/watch?v=ccccccccccc");
  await link.click();
  await page.frameLocator('iframe[title="First"]').locator("body").waitFor();
  expect(requests).toEqual(["https://www.youtube-nocookie.com/embed/ccccccccccc?autoplay=1"]);
  await page.getByRole("button", { name: "Previous video" }).click();
  await page.getByRole("link", { name: "Play Fourth" }).click();
  await page.frameLocator('iframe[title="Fourth"]').locator("body").waitFor();
  expect(requests.slice(1)).toEqual(["https://player.vimeo.com/video/76979871?h=8272103f6e&autoplay=1"]);
});

test("the link can be copied and shared, and the contact saved", async () => {
  const page = await browser.newPage({
    viewport: desktop,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.goto(handbill.origin + demo);
  const notices = page.getByRole("region", { name: "Notifications" });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole("button", { name: "Copy link" }).click();
  await notices.getByText("Profile link copied to clipboard!").waitFor();
  await page.getByRole("button", { name: "Copied!" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(handbill.origin + demo);
  await page.clock.runFor(2_000);
  await page.getByRole("button", { name: "Copy link" }).waitFor();

  const [card] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save contact" }).click(),
  ]);
  expect(card.suggestedFilename()).toBe("Ishbel_Carrow_contact.vcf");
  // The lines that address books show, and without a network.
  const lines = (await readFile(await card.path(), "utf8")).replaceAll("\r\n ", "").split("\r\n");
  const photo = lines.find((line) => line.startsWith("PHOTO;ENCODING=b;TYPE=JPEG:"))?.split(":")[1] ?? "";
  expect(await sharp(Buffer.from(photo, "base64")).metadata()).toMatchObject({ format: "jpeg" });
  await notices.getByText("Contact card downloaded!").waitFor();

  const share = page.getByRole("button", { name: "Share" });
  await page.evaluate(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    navigator.share = async (data) => {
      shared.push(data);
    };
  });
  await share.click();
  await notices.getByText("Profile shared successfully!").waitFor();
  expect(await page.evaluate(() => Reflect.get(window, "shared"))).toEqual([
    { title: "Ishbel Carrow", text: "Check out Ishbel Carrow's music", url: handbill.origin + demo },
  ]);
  await page.clock.runFor(6_000);
  await page.evaluate(() => {
    navigator.share = () => Promise.reject(new DOMException("", "AbortError"));
  });
  await share.click();
  expect(await notices.getByRole("button").count()).toBe(0);
  await page.evaluate(() => {
    navigator.share = () => Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await share.click();
  await notices.getByText("Profile link copied to clipboard!").waitFor();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
  });
  await page.getByRole("button", { name: "Copy link" }).click();
  await notices.getByText("Failed to copy link").waitFor();
});

test("six events bring 'View All Events': a calendar and all of them, past ones too", async () => {
  const { id: user_id } = await makeMusician(database, { custom_url: "tour", artist_name: "On Tour" });
  for (let night = 1; night <= 5; night++) {
    await makeEvent(database, { user_id, title: `Night ${night}`, event_date: inDays(night) });
  }
  await makeEvent(database, { user_id, title: "Draft", event_date: inDays(1), is_published: false });
  await makeEvent(database, { user_id, title: "Long ago", event_date: "2024-02-29" });
  const page = await browser.newPage({ viewport: phone });
  await page.goto(`${handbill.origin}/artist/tour`);
  const titles = page.locator("#events h3");
  expect(await titles.allTextContents()).toEqual(["Night 1", "Night 2", "Night 3", "Night 4", "Night 5"]);
  expect(await page.getByRole("link", { name: "View All Events" }).count()).toBe(0);
  for (const title of ["Night 6", "Night 7"]) {
    await makeEvent(database, { user_id, title, event_date: inDays(Number(title.slice(-1))) });
  }
  await expect
    .poll(async () => {
      await page.reload();
      return titles.count();
    })
    .toBe(6);
  await page.getByRole("link", { name: "View All Events" }).click();
  await page.waitForURL("**/artist/tour/events");
  await page.getByRole("heading", { name: "Events", exact: true }).waitFor();
  expect(await page.locator("#upcoming h3").allTextContents()).toHaveLength(7);
  expect(await page.locator("#past h3").allTextContents()).toEqual(["Long ago"]);
  await expectAccessible(page);
  await page.goto(`${handbill.origin}/artist/tour/events?month=2024-02`);
  await page.getByRole("heading", { name: "February 2024", level: 2 }).waitFor();
  await page.getByRole("link", { name: "February 29, 2024: Long ago" }).click();
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#event-/);
  await page.getByRole("link", { name: "Next month" }).click();
  await page.getByRole("heading", { name: "March 2024", level: 2 }).waitFor();
});

test("without JavaScript everything can be read and followed", async () => {
  const page = await browser.newPage({ viewport: phone, javaScriptEnabled: false });
  await page.goto(handbill.origin + demo);
  await page.getByRole("heading", { name: "Ishbel Carrow", exact: true }).waitFor();
  expect(await sectionsOf(page)).toEqual(
    expect.arrayContaining(["music", "photos", "events", "booking", "newsletter", "support", "comments"]),
  );
  for (const name of ["Share", "Copy link"]) expect(await page.getByRole("button", { name }).count()).toBe(0);
  const photo = await page.locator("#photos a").first().getAttribute("href");
  expect((await page.request.get(handbill.origin + photo)).headers()["content-type"]).toBe("image/webp");
  await page.getByRole("link", { name: "View All Events" }).click();
  await page.getByRole("heading", { name: "Calendar" }).waitFor();
});

const hostile = `</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>"'&\u200Fgnp.exe🎸`;

test("hostile text is text, wherever it stands", async () => {
  const { id: user_id } = await makeMusician(database, {
    custom_url: "hostile",
    artist_name: hostile.slice(0, 100),
    bio: hostile.repeat(4).slice(0, 480),
    location: hostile.slice(0, 100),
  });
  await makeTrack(database, { user_id, title: hostile });
  await makeVideo(database, { user_id, title: hostile });
  await makePhoto(database, { user_id, caption: hostile });
  await makeEvent(database, {
    user_id,
    title: hostile,
    event_date: inDays(1),
    description: hostile,
    location: hostile,
    venue_name: hostile,
    ticket_url: "https://example.org/?<script>",
  });
  await makePressKit(database, { user_id, file_name: `${hostile}.pdf` });
  await makeSocialLink(database, { user_id, url: "https://example.org/</script><script>" });
  await makeComment(database, {
    musician_id: user_id,
    author_name: hostile.slice(0, 100),
    content: hostile,
    is_approved: true,
  });
  const page = await browser.newPage({ viewport: phone });
  for (const path of ["/artist/hostile", "/artist/hostile/events"]) {
    await page.goto(handbill.origin + path);
    await page.getByText(hostile.slice(0, 60)).first().waitFor();
    expect(await page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
  await page.goto(`${handbill.origin}/artist/hostile`);
  expect(await page.locator("#music .track-title").first().textContent()).toContain(hostile);
  const graph = await structuredDataOf(page);
  expect(graph).toContainEqual(expect.objectContaining({ "@type": "MusicRecording", name: hostile }));
  const links = await page
    .locator("a")
    .evaluateAll((all: HTMLAnchorElement[]) => all.map(({ protocol }) => protocol));
  expect(new Set(links)).toEqual(new Set(["http:", "https:"]));
});

async function structuredDataOf(page: Page): Promise<unknown[]> {
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  return JSON.parse(text ?? "")["@graph"];
}

test("machines understand the page", async () => {
  const page = await browser.newPage();
  await page.goto(handbill.origin + demo);
  const content = (selector: string) => page.locator(selector).first().getAttribute("content");
  expect(await page.title()).toContain("Ishbel Carrow");
  expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(handbill.origin + demo);
  expect(await content("meta[name=description]")).toContain("Ishbel");
  expect(await content("meta[name=theme-color]")).toMatch(/^#[0-9a-f]{6}$/);
  expect(await content("meta[property='og:image']")).toBe(`${handbill.origin}${demo}/card.jpg`);
  expect(await content("meta[name='twitter:card']")).toBe("summary_large_image");
  expect(await page.locator("a[rel~=me]").count()).toBeGreaterThan(2);
  const graph = await structuredDataOf(page);
  const group = {
    "@type": "Person",
    name: "Ishbel Carrow",
    sameAs: expect.arrayContaining([expect.any(String)]),
  };
  expect(graph).toContainEqual(expect.objectContaining(group));
  expect(graph).toContainEqual(
    expect.objectContaining({ "@type": "MusicRecording", name: "Last Tram to Newhaven", duration: "PT1M1S" }),
  );
  expect(graph).toContainEqual(
    expect.objectContaining({
      "@type": "MusicEvent",
      location: expect.objectContaining({ "@type": "Place" }),
      offers: expect.objectContaining({ "@type": "Offer" }),
    }),
  );
  const get = (path: string) => page.request.get(handbill.origin + path);
  expect(await sharp(await (await get(`${demo}/card.jpg`)).body()).metadata()).toMatchObject({
    format: "jpeg",
    width: 1200,
    height: 630,
  });
  expect(await page.locator("img:not([src])").count()).toBe(0);
  // A visitor who puts the page on their phone's screen means the artist, not the dashboard.
  expect(await page.locator("link[rel=manifest]").count()).toBe(0);
  expect((await get("/favicon.ico")).headers()["content-type"]).toBe("image/x-icon");
  const { page: dashboard } = await newMusician("routes");
  const screen = await (await dashboard.request.get(`${handbill.origin}/profile`)).text();
  const version = /manifest-(\w+)\.js/.exec(screen)?.[1];
  const routes = await get(`/__manifest?paths=%2Fprofile&version=${version}`);
  expect([routes.status(), routes.headers()["content-encoding"]]).toEqual([200, "br"]);
  expect(await (await get("/robots.txt")).text()).toContain(`Sitemap: ${handbill.origin}/sitemap.xml`);
  const sitemap = await (await get("/sitemap.xml")).text();
  for (const beside of ["", "/events", "/comments"]) {
    expect(sitemap).toContain(`<loc>${handbill.origin}${demo}${beside}</loc>`);
  }
  const manifest = await (await get("/manifest.webmanifest")).json();
  for (const { src } of manifest.icons) expect((await get(src)).status()).toBe(200);
  for (const [beside, title] of [
    ["/events", "Events: Ishbel Carrow"],
    ["/comments", "Comments: Ishbel Carrow"],
  ]) {
    await page.goto(handbill.origin + demo + beside);
    expect(await content("meta[property='og:title']")).toBe(title);
    expect(await content("meta[property='og:image']")).toBe(`${handbill.origin}${demo}/card.jpg`);
    expect(await content("meta[name='twitter:card']")).toBe("summary_large_image");
  }
});

test("an address without an artist says so, and a musician's own to-be what to do", async () => {
  const page = await browser.newPage({ viewport: phone });
  expect((await page.goto(`${handbill.origin}/artist/nobody-at-all`))?.status()).toBe(404);
  await page.getByRole("heading", { name: "Artist Not Found" }).waitFor();
  await page.getByText("The requested artist profile could not be found.").waitFor();
  await expectAccessible(page);
  await signUp(page, handbill.origin, "new.band@example.org");
  await page.goto(`${handbill.origin}/artist/new-band`);
  await page.getByRole("heading", { name: "Profile Not Complete" }).waitFor();
  await expectAccessible(page);
});

test("on the page of all comments one writes one, with script and without", async () => {
  await makeMusician(database, { custom_url: "talked-about" });
  for (const javaScriptEnabled of [false, true]) {
    const page = await browser.newPage({ viewport: phone, javaScriptEnabled });
    await page.goto(`${handbill.origin}/artist/talked-about/comments`);
    await page.getByLabel("Your name").fill("Ines");
    await page.getByLabel("Your comment").fill(`Lovely, ${javaScriptEnabled}`);
    await page.getByRole("button", { name: "Post comment" }).click();
    await page.getByText("Comment posted successfully!").first().waitFor();
    await page.getByText(`Lovely, ${javaScriptEnabled}`).waitFor();
    expect(new URL(page.url()).pathname).toBe("/artist/talked-about/comments");
    // As HTML knows times, whatever the database counts in.
    const time = page.locator("time[data-age]").first();
    expect(await time.getAttribute("datetime")).toMatch(/T\d\d:\d\d:\d\d\.\d{3}Z$/);
    // Axe is a script itself.
    if (javaScriptEnabled) await expectAccessible(page);
  }
});

test("a former address leads to the present one, whatever of the artist is asked for", async () => {
  const page = await browser.newPage();
  const { id } = await makeMusician(database, { custom_url: "now" });
  await makeFormerAddress(database, { user_id: id, custom_url: "before" });
  for (const beside of ["", "/events", "/comments", "/events.ics", "/contact.vcf", "/card.jpg"]) {
    const answer = await page.request.get(`${handbill.origin}/artist/before${beside}`, { maxRedirects: 0 });
    expect
      .soft([answer.status(), answer.headers().location, answer.headers()["cache-control"]])
      .toEqual([308, `/artist/now${beside}`, "no-cache"]);
  }
});

test("a visitor who comes from a page of the site reads what is on its way", async () => {
  const page = await browser.newPage({ viewport: phone });
  await page.goto(handbill.origin);
  const link = page.getByRole("link", { name: "View Sample Bio" });
  await untilHydrated(page);
  // No event reports that a page is about to be left, except in the next page of the same site.
  await page.evaluate(() => {
    const note = () => {
      const text = document.querySelector("[role=status]")?.textContent;
      if (text) sessionStorage.setItem("waiting", text);
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
  });
  await link.click();
  await page.getByRole("heading", { name: "Ishbel Carrow", exact: true }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem("waiting"))).toBe("Loading sample bio...");
});

test("the demo page passes axe on a phone and a desktop, and is no wider than either", async () => {
  for (const viewport of [phone, desktop]) {
    const page = await browser.newPage({ viewport });
    await page.goto(handbill.origin + demo);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});
