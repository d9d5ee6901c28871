import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { artist } from "../../artist.ts";
import { pressKitFile } from "../../files.ts";

// Prints the demo artist's press kit anew: `node demo/generators/press-kit/print.ts`. It needs Chromium; starting,
// building and testing Handbill don't, because the finished PDF is kept in `demo/press-kit`.

const html = join(import.meta.dirname, "press-kit.html");

const trackList = artist.tracks
  .map(({ title, seconds }) => {
    const length = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    return `<li><span>${title}</span><span>${length}</span></li>`;
  })
  .join("");

/** A picture as JPEG: the one kind that goes into a PDF as it is, instead of several times as large. */
async function asJpeg(file: string): Promise<string> {
  const picture = await readFile(join(import.meta.dirname, file));
  const jpeg = await sharp(picture).resize({ width: 800 }).jpeg({ quality: 60, mozjpeg: true }).toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString("base64")}`;
}

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(html).href);
  await page.locator("ol").evaluate((list, rows) => {
    list.innerHTML = rows;
  }, trackList);
  for (const image of await page.locator("img").all()) {
    const jpeg = await asJpeg((await image.getAttribute("src")) ?? "");
    await image.evaluate((element, src) => element.setAttribute("src", src), jpeg);
  }
  await page.waitForFunction(() => Array.from(document.images).every((image) => image.complete));
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await page.pdf({ path: pressKitFile, preferCSSPageSize: true, printBackground: true, tagged: true });
} finally {
  await browser.close();
}
