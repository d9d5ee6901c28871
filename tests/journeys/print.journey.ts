import jsQR from "jsqr";
import type { Locator } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makeMusician } from "../factories/accounts.ts";
import { makeComment } from "../factories/audience.ts";
import {
  makeEvent,
  makePhoto,
  makeSocialLink,
  makeStoredImage,
  makeTrack,
  uploadAddress,
} from "../factories/page.ts";
import { expectAccessible, phone } from "../harness/browser.ts";
import { firefox } from "../harness/firefox.ts";
import { pageCount } from "../harness/pdf.ts";
import { openTestApp } from "../harness/test-app.ts";

const { handbill, browser, db, newAccount } = await openTestApp();

const portrait = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#345" } })
  .webp()
  .toBuffer();

/** What a phone's camera reads there. */
async function readCode(code: Locator): Promise<string | undefined> {
  const shot = sharp(await code.screenshot())
    .ensureAlpha()
    .raw();
  const { data, info } = await shot.toBuffer({ resolveWithObject: true });
  return jsQR(Uint8ClampedArray.from(data), info.width, info.height)?.data;
}

test("an artist's page is printed as one handbill, however much is on it", async () => {
  const { id: user_id } = await makeMusician(db, {
    artist_name: "The Lighthouse Sisters",
    custom_url: "lighthouse",
    bio: "Three sisters from a harbour town. ".repeat(14),
  });
  const avatar_url = uploadAddress("avatars", user_id, "portrait.webp");
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("musician_profiles").set({ avatar_url }).where("user_id", "=", user_id).execute(),
    );
  for (let at = 0; at < 200; at += 1) await makeTrack(db, { user_id });
  for (let at = 0; at < 100; at += 1) await makePhoto(db, { user_id });
  for (let at = 1; at < 9; at += 1) {
    await makeEvent(db, {
      user_id,
      title: `Night ${at} of ${"very ".repeat(30)}long titles`,
      event_date: `2099-06-0${at}`,
      cancelled_at: at === 2 ? new Date() : null,
    });
  }
  await makeSocialLink(db, { user_id, platform: "bandcamp" });
  await makeComment(db, { musician_id: user_id, content: "What a night." });

  const page = await browser.newPage({ viewport: phone });
  await page.route("**/uploads/**", (route) => route.fulfill({ contentType: "image/webp", body: portrait }));
  await page.goto(`${handbill.origin}/artist/lighthouse`);
  await page.getByRole("heading", { name: "The Lighthouse Sisters", level: 1 }).waitFor();
  const sheet = page.getByRole("complementary", { name: "On paper" });
  expect(await sheet.isVisible()).toBe(false);
  for (const format of ["A4", "Letter"]) expect(pageCount(await page.pdf({ format }))).toBe(1);

  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 700, height: 1000 });
  expect(
    await page
      .locator("body *:not(script, style, symbol *, .printed, .printed *)")
      .filter({ visible: true })
      .allInnerTexts(),
  ).toEqual([]);
  const words = await sheet.innerText();
  expect(words).toContain("Jun 1");
  expect(words).not.toContain("Night 2");
  expect(words).toContain("Bandcamp");
  expect(words).toContain(`${new URL(handbill.origin).host}/artist/lighthouse`);
  expect(await sheet.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(0, 0, 0)");
  const shot = sharp(await sheet.locator(".printed-picture").screenshot()).removeAlpha();
  const [red, green, blue] = (await shot.stats()).channels.map(({ mean }) => mean);
  expect([green, blue]).toEqual([red, red]);
  // Of what lies outside the flow alone WebKit prints nothing.
  expect(await page.evaluate(() => document.documentElement.getBoundingClientRect().height)).toBe(1000);
  expect(await readCode(sheet)).toBe(`${handbill.origin}/artist/lighthouse?utm_source=print`);
});

test("every layout's own picture is on paper too, for browsers that load none when they print", async () => {
  const page = await browser.newPage();
  await page.route("**/uploads/**", (route) => route.fulfill({ contentType: "image/webp", body: portrait }));
  const choices = (images: Locator) =>
    images.evaluateAll((all) =>
      all.map((one) => ["srcset", "sizes", "loading"].map((name) => one.getAttribute(name)).join("; ")),
    );
  for (const custom_url of ["avatar", "cover", "avatar-cover"]) {
    const { id: user_id } = await makeMusician(db, { custom_url });
    const addressIf = (name: string) =>
      custom_url.includes(name) ? uploadAddress("avatars", user_id, `${name}.webp`) : null;
    const pictures = { avatar_url: addressIf("avatar"), cover_image: addressIf("cover") };
    for (const url of Object.values(pictures)) if (url) await makeStoredImage(db, { user_id, url });
    for (const layout of ["classic", "poster", "split", "gallery", "minimal"] as const) {
      // It shows no cover.
      if (layout === "minimal" && custom_url === "cover") continue;
      await db.asSystem().write((tx) =>
        tx
          .updateTable("musician_profiles")
          .set({ layout, ...pictures })
          .where("user_id", "=", user_id)
          .execute(),
      );
      await page.goto(`${handbill.origin}/artist/${custom_url}`);
      const [onPaper] = await choices(page.locator(".printed-picture img"));
      expect(onPaper).toContain("w.webp");
      expect([layout, await choices(page.locator("main img"))]).toEqual([
        layout,
        expect.arrayContaining([onPaper]),
      ]);
    }
  }
});

test("Firefox too prints an artist's page as one handbill", async ({ skip }) => {
  skip(!firefox.isHere(), "Firefox isn't installed here");
  await makeMusician(db, { custom_url: "on-paper", bio: "From a harbour town. ".repeat(20) });
  await using driven = await firefox.open();
  await driven.open(`${handbill.origin}/artist/on-paper`);
  expect(pageCount(await driven.print())).toBe(1);
});

test("a page in the dark with a name alone is black on white paper too", async () => {
  await makeMusician(db, { artist_name: "Nova", custom_url: "nova-alone", text_color_mode: "light" });
  const page = await browser.newPage({ colorScheme: "dark" });
  await page.goto(`${handbill.origin}/artist/nova-alone`);
  for (const format of ["A4", "Letter"]) expect(pageCount(await page.pdf({ format }))).toBe(1);
  await page.emulateMedia({ media: "print" });
  const corner = await sharp(await page.screenshot({ clip: { x: 0, y: 880, width: 8, height: 8 } }))
    .removeAlpha()
    .raw()
    .toBuffer();
  expect(new Set(corner)).toEqual(new Set([255]));
});

test("a musician chooses a sheet, sees it, prints it on one page, and takes the code alone", async () => {
  const { page, id: user_id } = await newAccount("hilda", { deviceScaleFactor: 3 });
  await page.goto(`${handbill.origin}/handbill`);
  await page.getByRole("heading", { name: "Your name comes first" }).waitFor();
  await makeMusician(db, {
    user_id,
    artist_name: "The Extraordinarily Long Named Orchestra of the Northern Sea",
    custom_url: "orchestra",
    bio: "Three sisters from a harbour town. ".repeat(14),
  });
  for (let at = 0; at < 45; at += 1) {
    const event_date = `2099-${String(1 + Math.floor(at / 5)).padStart(2, "0")}-1${at % 5}`;
    await makeEvent(db, { user_id, title: `Night ${at + 1}`, event_date, event_time: "20:30:00" });
  }

  for (const [paper, length] of ["a4", "letter"].flatMap((paper) =>
    [79, 239, 489].map((length) => [paper, length] as const),
  )) {
    const bio = "Three sisters from a harbour town. ".repeat(14).slice(0, length);
    await db
      .asSystem()
      .write((tx) =>
        tx.updateTable("musician_profiles").set({ bio }).where("user_id", "=", user_id).execute(),
      );
    await page.goto(`${handbill.origin}/handbill/sheet?preview&design=poster&paper=${paper}`);
    // Its text is there to the last word, beside four dates.
    const words = page.locator(".words");
    await page.evaluate(() => document.fonts.ready);
    expect(await words.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    expect(await words.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
    await page.locator(".words + .shows").getByText("Night 4").waitFor();
  }
  await page.goto(`${handbill.origin}/dashboard`);
  await page.getByRole("link", { name: "Print a handbill" }).click();
  await page.waitForURL("**/handbill");
  await page.frameLocator('iframe[title="Preview: Poster, Letter"]').getByText("Night 1").waitFor();
  await page.getByText("Gig sheet").click();
  await page.getByText("A4", { exact: true }).click();
  const preview = page.frameLocator('iframe[title="Preview: Gig sheet, A4"]');
  await preview.getByText("and 5 more at the address below").waitFor();
  await expectAccessible(page, { withFrames: false });
  for (const [kind, first] of [
    ["SVG", "<svg"],
    ["PNG", "\u0089PNG"],
  ] as const) {
    const link = page.getByRole("link", { name: `QR code as ${kind}` });
    const file = await page.request.get(`${handbill.origin}${await link.getAttribute("href")}`);
    expect(file.headers()["content-disposition"]).toContain("Northern Sea QR code");
    expect((await file.body()).toString("latin1").slice(0, 4)).toBe(first);
  }

  const href = await page.getByRole("link", { name: "Print", exact: true }).getAttribute("href");
  expect(href).toContain("design=dates&paper=a4");
  for (const paper of ["a4", "letter"]) {
    for (const design of ["poster", "strips", "dates"]) {
      await page.goto(`${handbill.origin}/handbill/sheet?design=${design}&paper=${paper}`);
      await page.getByRole("button", { name: "Print" }).waitFor();
      const over = await page.locator(".inside").evaluate((sheet) => sheet.scrollHeight - sheet.clientHeight);
      expect([design, paper, over]).toEqual([design, paper, 0]);
      expect(pageCount(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
      if (paper === "a4")
        expect(await readCode(page.locator("footer svg, .strip-list svg").first())).toBe(
          `${handbill.origin}/artist/orchestra?utm_source=print`,
        );
    }
  }
  await expectAccessible(page);
});

test("without script a sheet is chosen and printed too, and a stranger gets none", async () => {
  const { page, id: user_id } = await newAccount("ida", { javaScriptEnabled: false });
  await makeMusician(db, { user_id, artist_name: "Ida", custom_url: "ida" });
  await page.goto(`${handbill.origin}/handbill`);
  await page.getByText("Tear-off strips").click();
  await page.getByRole("button", { name: "Show this sheet" }).click();
  await page.locator('iframe[title="Preview: Tear-off strips, Letter"]').waitFor();
  await page.goto(`${handbill.origin}/handbill/sheet?design=strips`);
  await page.getByText("Print it with your browser").waitFor();
  expect(await page.getByRole("button").count()).toBe(0);
  expect(pageCount(await page.pdf({ preferCSSPageSize: true }))).toBe(1);
  const stranger = await browser.newPage();
  for (const path of [
    "/handbill",
    "/handbill/sheet",
    "/handbill/qr.svg",
    "/handbill/qr.png",
    "/handbill/picture.png",
  ]) {
    const answer = await stranger.request.get(handbill.origin + path, { maxRedirects: 0 });
    expect([path, answer.headers().location]).toEqual([path, expect.stringMatching(/^\/signin/)]);
  }
});

test("a date's title of the other direction begins where the sheet's titles do", async () => {
  const { page, id: user_id } = await newAccount("jamila");
  await makeMusician(db, { user_id, artist_name: "فرقة الميناء القديم", custom_url: "jamila" });
  await makeEvent(db, { user_id, title: "Open air", event_date: "2099-06-01" });
  await makeEvent(db, { user_id, title: "ليلة الموسيقى", event_date: "2099-06-01" });
  await page.goto(`${handbill.origin}/handbill/sheet?design=dates`);
  const ends = await page.locator(".shows span").evaluateAll((titles) =>
    titles.map((title) => {
      const range = document.createRange();
      range.selectNodeContents(title);
      return Math.round(range.getBoundingClientRect().right);
    }),
  );
  expect(ends).toEqual([ends[0], ends[0]]);
});
