import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Layout } from "../../app/artist-theme/appearance.ts";
import { artist as demoArtist } from "../../demo/artist.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makeEvent, makePageLink, makePhoto, makeStoredImage, makeTrack } from "../factories/page.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openTestApp, toast } from "../harness/test-app.ts";

// How the layouts look: pictures of each are kept beside this file and compared. `UPDATE_LAYOUTS=1` takes them anew, after
// a change that is meant; look at them before they are committed.

const { handbill, browser, db, newMusician } = await openTestApp({ DEMO: "on" });

const layouts: Exclude<Layout, "classic">[] = ["poster", "split", "gallery", "minimal"];

/** The demo artist's page, which has all there is; and names that are hard to set. */
const names = {
  long: "The Considerably Extended Harbour Lights Memorial Orchestra",
  alone: "Nova",
  arabic: "نور الميناء القديم",
  chinese: "夜の港と灯台の音楽",
  emoji: "🌙 Moon & 🦊 Fox 🎷",
};
type Content = "full" | "wall" | keyof typeof names;
for (const [slug, artist_name] of Object.entries(names)) {
  await makeMusician(db, { artist_name, custom_url: slug, name_font: "league-gothic" });
}

const address = (content: Content) =>
  `${handbill.origin}/artist/${content === "full" ? demoArtist.customUrl : content}`;

async function wear(content: Content, layout: Layout, choices: { text_color_mode?: "light" | "dark" } = {}) {
  const custom_url = content === "full" ? demoArtist.customUrl : content;
  await db.asSystem().write((tx) =>
    tx
      .updateTable("musician_profiles")
      .set({ layout, ...choices })
      .where("custom_url", "=", custom_url)
      .execute(),
  );
}

/** Opens the page as soon as it is rendered in this layout: a cached one may be served for a moment. */
async function openIn(page: Page, content: Content, layout: Layout): Promise<void> {
  await wear(content, layout);
  await expect
    .poll(async () => {
      await page.goto(address(content));
      return page.locator("main").getAttribute("class");
    })
    .toBe(`page-${layout}`);
  await untilDrawn(page);
}

/** Waits for the fonts, and for the pictures in sight: other sizes of the window have other files. */
async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() =>
    Promise.all(
      [...document.images]
        .filter((image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight - 8)
        .map((image) => image.decode().catch(() => undefined)),
    ),
  );
}

const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
  });

/** Sections out of sight too are laid out, so that they are measured and checked where they will stand. */
const layOutAll = (page: Page) =>
  page.addStyleTag({ content: "main section[id] { content-visibility: visible !important }" });

const folder = join(import.meta.dirname, "layouts");
const versionFile = join(folder, "browser.txt");
const isUpdate = process.env.UPDATE_LAYOUTS !== undefined;
/** Pictures are small: what counts is the composition, not the edge of a letter. */
const widthKept = 320;

/** The share of pixels that differ by more than a trace from the picture that is kept. */
async function differenceFrom(name: string, shot: Buffer): Promise<number> {
  const file = join(folder, `${name}.webp`);
  const small = sharp(shot).resize({ width: widthKept }).removeAlpha();
  if (isUpdate || !existsSync(file)) {
    expect(isUpdate, `there is no ${name}.webp to compare with`).toBe(true);
    await writeFile(file, await small.webp({ quality: 88 }).toBuffer());
    return 0;
  }
  const [now, kept] = await Promise.all([
    small.raw().toBuffer(),
    sharp(await readFile(file))
      .removeAlpha()
      .raw()
      .toBuffer(),
  ]);
  if (now.length !== kept.length) return 1;
  let differing = 0;
  for (let at = 0; at < now.length; at += 3) {
    const channels = [0, 1, 2].map((channel) =>
      Math.abs((now[at + channel] ?? 0) - (kept[at + channel] ?? 0)),
    );
    if (Math.max(...channels) > 48) differing += 1;
  }
  return differing / (now.length / 3);
}

test.for(layouts)("%s looks as it was meant to, in every content", async (layout, { skip }) => {
  const page = await browser.newPage({ reducedMotion: "reduce" });
  const version = page.context().browser()?.version() ?? "";
  await mkdir(folder, { recursive: true });
  if (isUpdate) await writeFile(versionFile, version);
  const kept = isUpdate ? version : await readFile(versionFile, "utf8");
  skip(kept !== version, `the pictures are Chromium ${kept}'s, and this is ${version}`);
  for (const content of ["full", "long", "alone"] as const) {
    await openIn(page, content, layout);
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await untilDrawn(page);
      const name = `${layout}-${content}-${size.width}`;
      const shot = await page.screenshot();
      expect([name, (await differenceFrom(name, shot)) < 0.02]).toEqual([name, true]);
    }
  }
});

test.each(layouts)("%s holds every name on every screen, and nothing sticks out of it", async (layout) => {
  const page = await browser.newPage();
  for (const content of Object.keys(names) as (keyof typeof names)[]) {
    await openIn(page, content, layout);
    await layOutAll(page);
    for (const [width, height] of [
      [320, 640],
      [844, 390],
      [2560, 1300],
    ] as const) {
      await page.setViewportSize({ width, height });
      const found = await page.evaluate(() => {
        const heading = document.querySelector("h1");
        const { top = -1, left = -1, right = -1 } = heading?.getBoundingClientRect() ?? {};
        return {
          isWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
          // The name is in sight at once, also on a phone that lies on its side.
          isNameInSight: top >= 0 && top < innerHeight - 32 && left >= 0 && right <= innerWidth,
        };
      });
      expect([content, width, found]).toEqual([content, width, { isWide: false, isNameInSight: true }]);
    }
  }
});

test.each(layouts)(
  "%s is accessible with light and with dark text, and read in the order it is seen in",
  async (layout) => {
    const page = await browser.newPage({ viewport: phone });
    for (const text_color_mode of ["light", "dark"] as const) {
      await wear("full", layout, { text_color_mode });
      await openIn(page, "full", layout);
      await layOutAll(page);
      await unfold(page);
      await expectAccessible(page);
    }
    const places = await page
      .locator("main :is(a, button, input, textarea, select, summary)")
      .evaluateAll((all) =>
        all.flatMap((one) => {
          const { top, height } = one.getBoundingClientRect();
          return one.checkVisibility() && one.closest("section, header")
            ? [Math.round(top + height / 2)]
            : [];
        }),
      );
    // In one column: no control stands well above one that comes before it.
    const jumps = places.filter((place, at) => place < (places[at - 1] ?? place) - 400);
    expect(jumps).toEqual([]);
  },
);

/** The rows of all photos in sight: how far they are from filling the page, and the photos from one height. */
const photoRows = () =>
  [...document.querySelectorAll(".photo-rows ul")].flatMap((list) => {
    const whole = list.getBoundingClientRect();
    const photos = [...list.querySelectorAll("img")].map((image) => image.getBoundingClientRect());
    const rows = Map.groupBy(photos, ({ top }) => Math.round(top));
    return [...rows.values()].map((row) => ({
      hole: whole.width - (row.at(-1)?.right ?? 0) + (row[0]?.left ?? 0),
      slant: Math.max(...row.map(({ height }) => height)) - Math.min(...row.map(({ height }) => height)),
      height: row[0]?.height ?? 0,
    }));
  });

test("photos stand in full rows, in their own proportions, on screens of each width", async () => {
  const { id: user_id } = await newMusician("wall");
  const shapes = [
    [1600, 1000],
    [600, 900],
    [900, 900],
    [1600, 500],
  ] as const;
  for (let at = 0; at < 19; at += 1) {
    const [width = 1, height = 1] = shapes[(at * 7 + (at >> 2)) % shapes.length] ?? [];
    const { url } = await makeStoredImage(db, { user_id, width, height, widths: [] });
    await makePhoto(db, { user_id, image_url: url });
  }
  const page = await browser.newPage();
  const canvas = sharp({ create: { width: 4, height: 3, channels: 3, background: "#405060" } });
  const body = await canvas.webp().toBuffer();
  await page.route("**/uploads/photos/**", (route) => route.fulfill({ contentType: "image/webp", body }));
  for (const layout of layouts) {
    await openIn(page, "wall", layout);
    await unfold(page);
    for (const width of [320, 600, 1100, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const rows = await page.evaluate(photoRows);
      expect(rows.length).toBeGreaterThan(3);
      const wrong = rows.filter(({ hole, slant, height }) => Math.abs(hole) > 1 || slant > 1 || height > 700);
      expect([layout, width, wrong]).toEqual([layout, width, []]);
      const bent = await page.locator("#photos img").evaluateAll(
        (all) =>
          all.filter((image) => {
            const { width, height } = image.getBoundingClientRect();
            const own = Number(image.getAttribute("width")) / Number(image.getAttribute("height"));
            return Math.abs(width / height / own - 1) > 0.02;
          }).length,
      );
      expect([layout, width, bent]).toEqual([layout, width, 0]);
    }
  }
});

test("what is far down is laid out soon after the rest, and Back leads to where one was", async () => {
  const page = await browser.newPage({ viewport: desktop });
  await openIn(page, "full", "poster");
  await page.waitForFunction(() => !document.documentElement.classList.contains("later-layout"));
  await page.evaluate(() => scrollTo(0, 3000));
  const placeOf = () => page.locator("#comments").evaluate((section) => section.getBoundingClientRect().top);
  const place = await placeOf();
  await page.goto(`${address("full")}/comments`);
  await page.goBack();
  await expect.poll(placeOf).toBe(place);
});

test.each(layouts)(
  "in %s a fan plays, follows a link and leaves a comment, with script and without",
  async (layout) => {
    const { id } = await newMusician(`fans-of-${layout}`);
    await db
      .asSystem()
      .write((tx) => tx.updateTable("musician_profiles").set({ layout }).where("user_id", "=", id).execute());
    const link = await makePageLink(db, { user_id: id });
    await makeTrack(db, { user_id: id, title: "Ebb Song" });
    await makePhoto(db, { user_id: id });
    const path = `${handbill.origin}/artist/fans-of-${layout}`;
    for (const javaScriptEnabled of [true, false]) {
      const page = await browser.newPage({ viewport: phone, javaScriptEnabled });
      await page.goto(path);
      expect(await page.getByRole("link", { name: link.title }).getAttribute("href")).toBe(link.url);
      if (javaScriptEnabled) {
        await page.getByRole("button", { name: "Play", exact: true }).first().click();
        await page.getByRole("region", { name: "Player" }).getByText("Ebb Song").waitFor();
      }
      if (layout === "minimal") await page.locator("summary", { hasText: "Comments" }).click();
      await page.getByLabel("Your name").last().fill("Ines");
      await page.getByLabel("Your comment").fill(`Lovely, ${javaScriptEnabled}`);
      await page.getByRole("button", { name: "Post comment" }).click();
      if (javaScriptEnabled) await toast(page, "Comment posted successfully!").waitFor();
      else await page.getByText("Comment posted successfully!").waitFor();
      await page.getByText(`Lovely, ${javaScriptEnabled}`).waitFor();
    }
  },
);

test("a section that is folded on the page stands open in the preview beside its tool", async () => {
  const { page, id: user_id } = await newMusician("folded");
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("musician_profiles").set({ layout: "minimal" }).where("user_id", "=", user_id).execute(),
    );
  const { title } = await makeEvent(db, { user_id });
  await page.goto(`${handbill.origin}/events`);
  const preview = page.frameLocator('iframe[title="Live preview of your page"]');
  await preview.getByRole("heading", { name: title }).waitFor();
  await page.getByRole("button", { name: "Add event" }).click();
  await page.getByLabel("Title").fill("Night under the pier");
  await page.getByLabel("Date", { exact: true }).fill("2099-06-01");
  await preview.getByRole("heading", { name: "Night under the pier" }).waitFor();
});
