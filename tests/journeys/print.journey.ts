import jsQR from "jsqr";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makeMusician } from "../factories/accounts.ts";
import { makeComment } from "../factories/audience.ts";
import { makeEvent, makePhoto, makeSocialLink, makeTrack, uploadAddress } from "../factories/page.ts";
import { phone } from "../harness/browser.ts";
import { pageCount } from "../harness/pdf.ts";
import { openTestApp } from "../harness/test-app.ts";

const { handbill, browser, db } = await openTestApp();

const portrait = await sharp({ create: { width: 400, height: 400, channels: 3, background: "#345" } })
  .webp()
  .toBuffer();

/** What a phone's camera reads on the page as it is printed. */
async function readCode(page: Page): Promise<string | undefined> {
  const shot = sharp(await page.screenshot({ fullPage: true }))
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
  const sheet = page.getByRole("complementary", { name: "Handbill of The Lighthouse Sisters" });
  expect(await sheet.isVisible()).toBe(false);
  for (const format of ["A4", "Letter"]) expect(pageCount(await page.pdf({ format }))).toBe(1);

  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 700, height: 1000 });
  expect(
    await page
      .locator("body *:not(script, style, symbol *, .printed, .printed *)")
      .filter({ visible: true })
      .allInnerTexts(),
  )
    // Only what the sheet stands in.
    .toHaveLength(2);
  const words = await sheet.innerText();
  expect(words).toContain("Jun 1");
  expect(words).not.toContain("Night 2");
  expect(words).toContain("Bandcamp");
  expect(words).toContain(`${new URL(handbill.origin).host}/artist/lighthouse`);
  expect(await sheet.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(0, 0, 0)");
  expect(await readCode(page)).toBe(`${handbill.origin}/artist/lighthouse?utm_source=print`);
});

test("a page in the dark with a name alone is black on white paper too", async () => {
  await makeMusician(db, { artist_name: "Nova", custom_url: "nova-alone", text_color_mode: "light" });
  const page = await browser.newPage({ colorScheme: "dark" });
  await page.goto(`${handbill.origin}/artist/nova-alone`);
  for (const format of ["A4", "Letter"]) expect(pageCount(await page.pdf({ format }))).toBe(1);
  await page.emulateMedia({ media: "print" });
  const shot = sharp(await page.screenshot()).extract({ left: 0, top: 880, width: 8, height: 8 });
  expect((await shot.stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
});
