import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { makePhoto } from "../factories/page.ts";
import { expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { dragByFinger } from "../harness/finger.ts";
import { openActions, openTestApp, pressEnter } from "../harness/test-app.ts";

const { handbill, browser, db: database, newMusician } = await openTestApp();

async function openGallery(page: Page): Promise<void> {
  await page.goto(`${handbill.origin}/gallery`, { waitUntil: "networkidle" });
  await untilHydrated(page);
}

async function photo(name: string, colour: string) {
  const canvas = sharp({ create: { width: 600, height: 400, channels: 3, background: colour } });
  return { name, mimeType: "image/jpeg", buffer: await canvas.jpeg().toBuffer() };
}

/** The names of the grid's photos, as their controls have them. */
const names = (page: Page) =>
  page
    .getByRole("button", { name: /^View/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label")?.slice(5)));

async function describe(page: Page, place: number, caption: string, altText = ""): Promise<void> {
  await page
    .getByRole("button", { name: /^Actions for/ })
    .nth(place)
    .click();
  await page.getByRole("button", { name: /^Edit/ }).click();
  await page.getByLabel("Caption").fill(caption);
  await page.getByLabel("Alt text").fill(altText);
  await page.getByRole("button", { name: "Save photo" }).click();
  await page.getByRole("dialog", { name: "Edit photo" }).waitFor({ state: "hidden" });
}

test("photos of one drop arrive, a file that is too large or no picture stays out, and fans see the rest in order", async () => {
  const { page } = await newMusician("drop");
  await openGallery(page);
  await page.getByText("No photos yet").waitFor();
  await expectAccessible(page);
  // Files on a disk: ten megabytes take long to hand to the browser.
  const folder = await mkdtemp(join(tmpdir(), "handbill-photos-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = async (name: string, content: Uint8Array | string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  await page
    .locator("input[type=file]")
    .setInputFiles([
      await file("one.jpg", (await photo("", "#803020")).buffer),
      await file("two.jpg", (await photo("", "#208030")).buffer),
      await file("huge.png", Buffer.alloc(10 * 1024 * 1024 + 1)),
      await file("words.txt", "words"),
      await file("three.jpg", (await photo("", "#203080")).buffer),
    ]);
  await page.getByText("huge.png is too large. Images must be smaller than 10MB").waitFor();
  await page.getByText("Please select an image file", { exact: true }).waitFor();
  await page.getByText("3 photo(s) uploaded successfully!").waitFor();
  expect(await page.getByText("photo(s) uploaded successfully!").count()).toBe(1);
  await page.getByText("Your photos (3)").waitFor();

  await describe(page, 0, "Third", "A blue wall");
  await describe(page, 1, "Second");
  await describe(page, 2, "First");
  expect(await names(page)).toEqual(["Third", "Second", "First"]);
  await page.getByRole("button", { name: "Move Third", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  expect(await page.locator("[aria-live=assertive]").textContent()).toBe("Position 2 of 3.");
  await page.keyboard.press("Space");
  await expect.poll(() => names(page)).toEqual(["Second", "Third", "First"]);
  await expectAccessible(page);

  const fan = await browser.newPage({ viewport: phone });
  const seen = async () => {
    await fan.goto(`${handbill.origin}/artist/drop`);
    const pictures = fan.locator("#photos a img");
    return pictures.evaluateAll((images) => images.map((image) => image.getAttribute("alt")));
  };
  await expect.poll(seen).toEqual(["Second", "A blue wall", "First"]);
});

test("a hostile file is refused with the server's words, once for all that are alike, and leaves nothing", async () => {
  const { page } = await newMusician("hostile");
  await openGallery(page);
  const fake = (name: string) => ({
    name,
    mimeType: "image/jpeg",
    buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
  });
  await page.locator("input[type=file]").setInputFiles([fake("a.jpg"), fake("b.jpg")]);
  await page.getByText("Failed to upload photos: Please select an image file").waitFor();
  await expect.poll(() => page.getByText("Not uploaded.").count()).toBe(2);
  expect(await page.getByText("Failed to upload photos:").count()).toBe(1);
  await page.getByRole("button", { name: "Remove a.jpg" }).click();
  await page.getByRole("button", { name: "Remove b.jpg" }).click();
  await page.getByText("No photos yet").waitFor();
});

test("the lightbox goes round by keyboard, keeps the focus inside, and gives it to the last photo", async () => {
  const { page, id: user_id } = await newMusician("lightbox", { viewport: phone });
  for (const [index, caption] of ["Left", "Middle", "Right"].entries()) {
    await makePhoto(database, { user_id, caption, created_at: new Date(Date.UTC(2026, 0, 9 - index)) });
  }
  await page.route("**/uploads/photos/**", async (route) =>
    route.fulfill({ contentType: "image/jpeg", body: (await photo("", "#405060")).buffer }),
  );
  await openGallery(page);
  await pressEnter(page.getByRole("button", { name: "View Left" }));
  const lightbox = page.getByRole("dialog", { name: "Photo" });
  await lightbox.getByText("1 of 3").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("ArrowLeft");
  await lightbox.getByText("3 of 3").waitFor();
  expect(await lightbox.locator("figcaption").textContent()).toBe("Right");
  await lightbox.getByRole("button", { name: "Next photo" }).click();
  await lightbox.getByText("1 of 3").waitFor();
  await page.keyboard.press("ArrowRight");
  await lightbox.getByText("2 of 3").waitFor();
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press("Tab");
    expect(await lightbox.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press("Escape");
  await lightbox.waitFor({ state: "hidden" });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("View Middle");

  await openActions(page, "Middle");
  await page.getByRole("button", { name: "Delete Middle" }).click();
  await page
    .getByRole("alertdialog", { name: "Delete photo" })
    .getByRole("button", { name: "Delete" })
    .click();
  await page.getByText("Photo deleted").waitFor();
  expect(await names(page)).toEqual(["Left", "Right"]);
});

test("a photo is dragged to another place with a finger; a server out of reach puts it back", async () => {
  const { page, id: user_id } = await newMusician("finger", { viewport: phone });
  for (const [index, caption] of ["A", "B", "C", "D"].entries()) {
    await makePhoto(database, { user_id, caption, created_at: new Date(Date.UTC(2026, 0, 9 - index)) });
  }
  await page.route("**/uploads/photos/**", async (route) =>
    route.fulfill({ contentType: "image/jpeg", body: (await photo("", "#405060")).buffer }),
  );
  await openGallery(page);
  const drag = async (from: string, to: string) => {
    const grip = (name: string) => page.getByRole("button", { name: `Move ${name}`, exact: true });
    const drop = await dragByFinger(page, grip(from), grip(to));
    await expect.poll(() => page.locator("[data-dnd-dragging]").count()).toBe(1);
    return drop;
  };
  let drop = await drag("A", "B");
  await expect.poll(() => names(page).then(([first]) => first)).toBe("B");
  const kept = page.waitForResponse((answer) => answer.request().method() === "POST");
  await drop();
  await kept;
  await expect.poll(() => names(page)).toEqual(["B", "A", "C", "D"]);
  await page.reload({ waitUntil: "networkidle" });
  expect(await names(page)).toEqual(["B", "A", "C", "D"]);

  await page.route("**/gallery.data*", (route) => route.abort("connectionreset"));
  drop = await drag("B", "A");
  await expect.poll(() => names(page).then(([first]) => first)).toBe("A");
  await drop();
  await page.getByText("Failed to reorder photos").waitFor();
  await expect.poll(() => names(page)).toEqual(["B", "A", "C", "D"]);
  await openActions(page, "B");
  await page.getByRole("button", { name: "Edit B" }).click();
  await page.getByLabel("Caption").fill("Not lost");
  await page.getByRole("button", { name: "Save photo" }).click();
  await page.getByText("Failed to save photo").waitFor();
  expect(await page.getByLabel("Caption").inputValue()).toBe("Not lost");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await openActions(page, "D");
  await page.getByRole("button", { name: "Delete D" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Failed to delete photo").waitFor();
  const resets = browser.takeProblems();
  expect(new Set(resets)).toEqual(new Set(["Failed to load resource: net::ERR_CONNECTION_RESET"]));
});

test("of a thousand photos the first screen comes at once, the others while scrolling, down to the last", async () => {
  const { page, id: user_id } = await newMusician("thousand");
  await database.asSystem().write((tx) =>
    tx
      .insertInto("photo_gallery")
      .values(
        Array.from({ length: 1002 }, (_, index) => ({
          user_id,
          image_url: `/uploads/photos/${user_id}/${index}.webp`,
          caption: `Number ${index + 1}`,
          created_at: new Date(Date.UTC(2026, 0, 9) - index * 1000),
        })),
      )
      .execute(),
  );
  const body = (await photo("", "#405060")).buffer;
  await page.route("**/uploads/photos/**", (route) => route.fulfill({ contentType: "image/jpeg", body }));
  await openGallery(page);
  await page.getByText("Your photos (1002)").waitFor();
  await page.getByText("Your page shows the first 300.").waitFor();
  const cards = page.locator("[data-sort-item]");
  expect(await cards.count()).toBeLessThan(300);
  // Far beyond what is there: the list grows to it.
  await page.getByRole("button", { name: "Move Number 2", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("End");
  expect(await page.locator("[aria-live=assertive]").textContent()).toBe("Position 1000 of 1000.");
  await page.keyboard.press("Space");
  // By their roles, the names of thousands of buttons would be worked out each time.
  await page.locator('[aria-label="Actions for Number 1000"]').click();
  await page.locator('[aria-label="Edit Number 1000"]').click();
  const dialog = page.getByRole("dialog", { name: "Edit photo" });
  await dialog.getByLabel("Caption").fill("The thousandth");
  await dialog.getByRole("button", { name: "Save photo" }).click();
  await page.getByText("Photo saved").waitFor();
  await page.getByRole("link", { name: "Next page" }).click();
  await page.getByText("Page 2 of 2").waitFor();
  expect(await names(page)).toEqual(["Number 1001", "Number 1002"]);
});
