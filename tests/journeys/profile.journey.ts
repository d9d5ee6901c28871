import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import sharp, { type Sharp } from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { makeMusician } from "../factories/accounts.ts";
import { desktop, expectAccessible, phone, signUp } from "../harness/browser.ts";
import { password } from "../harness/settings.ts";
import { openTestApp, staySignedOut } from "../harness/test-app.ts";

const { handbill, browser, db, newAccount, newMusician } = await openTestApp();

/** The profile screen of a new user. */
async function openProfile(name: string, viewport = desktop): Promise<Page> {
  const { page } = await newAccount(name, { viewport });
  await page.goto(`${handbill.origin}/profile`);
  return page;
}

async function save(page: Page): Promise<void> {
  // The words may still stand there of the save before.
  const answer = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().includes("/profile"),
  );
  await page.getByRole("button", { name: "Save Profile" }).click();
  await answer;
  await page.getByText("Profile saved successfully!").first().waitFor();
}

const taken = (url: string) => `The custom URL "${url}" is already taken. Please choose a different one.`;

test("a musician without an artist name can neither copy nor preview, and reads why; then both work", async () => {
  const page = await openProfile("copy");
  for (const name of ["Copy URL", "Preview"]) {
    const button = page.getByRole("button", { name, exact: true });
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await button.focus();
    await page.getByText("Please set your artist name first.").filter({ visible: true }).waitFor();
  }
  await page.getByRole("button", { name: "Save Profile" }).click();
  await page.getByText("Artist name is required").waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("artist_name");

  await page.getByLabel("Artist name").fill("  Copy Cat ");
  await page.getByLabel("Bio").fill("Meow.");
  await page.getByText("5/500").waitFor();
  await save(page);
  // The stored part of it shows.
  await expect.poll(() => page.getByLabel("Artist name").inputValue()).toBe("Copy Cat");
  await expect.poll(() => page.getByLabel("Custom URL").inputValue()).toBe("copy-cat");
  await expectAccessible(page);

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole("button", { name: "Copy URL" }).click();
  await page.getByText("Bio page URL copied to clipboard!").waitFor();
  await page.getByRole("button", { name: "Copied!" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${handbill.origin}/artist/copy-cat`,
  );
  await page.clock.runFor(2_000);
  await page.getByRole("button", { name: "Copy URL" }).waitFor();
  await page.clock.resume();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
  });
  await page.getByRole("button", { name: "Copy URL" }).click();
  await page.getByText("Failed to copy URL").waitFor();

  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Preview", exact: true }).click(),
  ]);
  expect(opened.url()).toMatch(/\/artist\/copy-cat\?t=\d+$/);
});

test("what is typed shows on the page beside it before it is saved; on a phone once that is asked for", async () => {
  const { page, id } = await newMusician("beside", { viewport: phone });
  await page.goto(`${handbill.origin}/profile`);
  const shown = page.frameLocator("iframe[title='Live preview of your page']").getByRole("main");
  const preview = page.getByRole("switch", { name: "Preview" });
  expect(await page.locator("iframe").count()).toBe(0);
  await preview.press("Space");
  await shown.getByRole("heading", { level: 1 }).waitFor();
  await page.getByLabel("Bio").fill("Written a moment ago");
  const bio = shown.getByText("Written a moment ago");
  await bio.waitFor();
  await expectAccessible(page);
  expect(await bio.evaluate((element) => element.getBoundingClientRect().top < innerHeight)).toBe(true);
  expect(await page.evaluate(() => scrollX)).toBe(0);
  const stored = await db
    .asMusician(id)
    .read((tx) => tx.selectFrom("musician_profiles").select("bio").executeTakeFirstOrThrow());
  expect(stored.bio).not.toBe("Written a moment ago");
  // An empty name can't be saved, and doesn't show.
  await page.getByLabel("Artist name").fill("");
  await page.getByLabel("Location").fill("Umea");
  await shown.getByText("Umea").waitFor();
  await shown.getByRole("heading", { level: 1 }).getByText(/./).waitFor();
  await preview.press("Space");
  await page.locator("iframe").waitFor({ state: "detached" });
});

test("a page that is on its way is given up when the next key is pressed, and shows in the pause after it", async () => {
  const { page } = await newMusician("typed-on");
  await page.goto(`${handbill.origin}/profile`);
  const shown = page.frameLocator("iframe[title='Live preview of your page']").getByRole("main");
  await shown.getByRole("heading", { level: 1 }).waitFor();
  const isGivenUp = Promise.withResolvers<void>();
  const overtaken = (url: string) => new URL(url).searchParams.get("location") === "Ume";
  await page.route(
    (url) => overtaken(url.href),
    () => {},
  );
  page.on("requestfailed", (request) => overtaken(request.url()) && isGivenUp.resolve());
  const isAsked = page.waitForRequest((request) => overtaken(request.url()));
  await page.getByLabel("Location").fill("Ume");
  await isAsked;
  await page.getByLabel("Location").press("End");
  await isGivenUp.promise;
  await page.getByLabel("Location").fill("Umea");
  await shown.getByText("Umea").waitFor();
});

test("while a custom URL is typed it is checked; only the last answer counts, and no answer counts as taken", async () => {
  await makeMusician(db, { custom_url: "early-bird" });
  const page = await openProfile("checked", phone);
  const first = Promise.withResolvers<void>();
  const requests: string[] = [];
  await page.route("**/profile/custom-url?*", async (route) => {
    const url = new URL(route.request().url()).searchParams.get("url") ?? "";
    requests.push(url);
    if (url === "early-bird") await first.promise;
    if (url === "broken") return route.abort();
    return route.continue();
  });
  const field = page.getByLabel("Custom URL");
  const status = page.getByRole("main").getByRole("status");
  await field.fill("early-bird");
  await expect.poll(() => requests).toEqual(["early-bird"]);
  await field.fill("late-bird");
  await status.filter({ hasText: "/artist/late-bird is free" }).waitFor();
  first.resolve();
  await field.fill("Late");
  await status
    .filter({ hasText: "Custom URL can only contain lowercase letters, numbers, and hyphens" })
    .waitFor();
  await field.fill("early-bird");
  await status.filter({ hasText: taken("early-bird") }).waitFor();
  await field.fill("admin");
  await status.filter({ hasText: taken("admin") }).waitFor();
  await field.fill("broken");
  await status.filter({ hasText: "so it counts as taken for now" }).waitFor();
  // An empty one is made from the name.
  await field.fill("");
  await page.getByLabel("Artist name").fill("Early Bird");
  await status.filter({ hasText: taken("early-bird") }).waitFor();
  expect(requests).toEqual(["early-bird", "late-bird", "early-bird", "admin", "broken", "early-bird"]);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  await page.getByText(taken("early-bird")).waitFor();
  expect(await page.getByLabel("Artist name").inputValue()).toBe("Early Bird");
  expect(browser.takeProblems()).toEqual(["Failed to load resource: net::ERR_FAILED"]);
});

test("a visitor learns nothing about custom URLs", async () => {
  const page = await browser.newPage();
  const answer = await page.request.get(`${handbill.origin}/profile/custom-url?url=mara`, {
    maxRedirects: 0,
  });
  expect([answer.status(), answer.headers().location]).toEqual([
    302,
    "/signin?to=%2Fprofile%2Fcustom-url%3Furl%3Dmara",
  ]);
});

test("typed text stays, whether a save succeeds or fails", async () => {
  const page = await openProfile("unlucky");
  await page.getByLabel("Artist name").fill("Unlucky");
  await page.getByLabel("Bio").fill("Long thought about.");
  const button = page.getByRole("button", { name: "Save Profile" });
  const typed = async () => [
    await page.getByLabel("Artist name").inputValue(),
    await page.getByLabel("Bio").inputValue(),
  ];

  await page.route("**/profile.data*", (route) => route.abort());
  await button.click();
  await page.getByText("Failed to save profile: Network connection failed.").waitFor();
  expect(await typed()).toEqual(["Unlucky", "Long thought about."]);
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.unroute("**/profile.data*");
  expect(browser.takeProblems()).toEqual(["Failed to load resource: net::ERR_FAILED"]);

  const answer = Promise.withResolvers<void>();
  await page.route("**/profile.data*", async (route) => {
    if (route.request().method() === "POST") await answer.promise;
    await route.continue();
  });
  await button.click();
  await page.getByLabel("Bio").fill("Long thought about, and longer.");
  answer.resolve();
  await page.getByText("Profile saved successfully!").waitFor();
  await page.getByText("31/500").waitFor();
  expect(await typed()).toEqual(["Unlucky", "Long thought about, and longer."]);

  // Refused after an earlier one went well.
  await makeMusician(db, { custom_url: "lucky" });
  await page.getByLabel("Custom URL").fill("lucky");
  await button.click();
  await expect.poll(() => page.getByLabel("Custom URL").getAttribute("aria-invalid")).toBe("true");
  await page.getByText(taken("lucky")).waitFor();
  expect(await page.getByLabel("Custom URL").inputValue()).toBe("lucky");
  expect(await typed()).toEqual(["Unlucky", "Long thought about, and longer."]);

  await page.context().clearCookies();
  await button.click();
  await staySignedOut(page);
  await page.getByText("You must be logged in to save profile").waitFor();
  expect(await typed()).toEqual(["Unlucky", "Long thought about, and longer."]);
});

test("the cover's size shows at once what a page will hide, by keyboard as well, and is saved", async () => {
  const page = await openProfile("sizes", phone);
  // The name comes first, and nothing is shown of a picture that isn't there.
  expect(await page.getByRole("heading", { level: 2 }).first().textContent()).toBe("About you");
  expect(await page.getByText("Preview on").count()).toBe(0);
  expect(await page.getByText("Focal point").count()).toBe(0);
  await choose(page, "Cover image", "wide.png", "image/png", await quarters(1200, 600).png().toBuffer());
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("On a phone, 76% of the width shows; the sides are cut off.").waitFor();
  await page.getByRole("button", { name: "Desktop" }).click();
  await page
    .getByText("On a desktop, 44% of the height shows; the top and the bottom are cut off.")
    .waitFor();
  const large = page.getByRole("radio", { name: "Large 320px", exact: true });
  expect(await large.isChecked()).toBe(true);
  await large.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page
    .getByText("On a desktop, 71% of the height shows; the top and the bottom are cut off.")
    .waitFor();
  expect(
    await page.getByRole("radio").evaluateAll((all) => all.map((one) => one.parentElement?.textContent)),
  ).toEqual(["Compact192px", "Medium256px", "Large320px", "Extra large384px", "Banner448px"]);
  await expectAccessible(page);
  await page.getByLabel("Artist name").fill("Sizes");
  await save(page);
  await page.reload();
  expect(await page.getByRole("radio", { name: "Banner" }).isChecked()).toBe(true);
});

/** Four quarters: red, green above; blue, white below. */
function quarters(width: number, height: number): Sharp {
  const part = (background: string, gravity: string) => ({
    input: {
      create: { width: Math.ceil(width / 2), height: Math.ceil(height / 2), channels: 3, background },
    } as const,
    gravity,
  });
  return sharp({ create: { width, height, channels: 3, background: "#fff" } }).composite([
    part("#ff0000", "northwest"),
    part("#00ff00", "northeast"),
    part("#0000ff", "southwest"),
  ]);
}

async function choose(
  page: Page,
  label: string,
  name: string,
  mimeType: string,
  buffer: Buffer,
): Promise<void> {
  await page
    .getByRole("region", { name: label })
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType, buffer });
}

/** The colours in the corners of the stored picture: top left, top right, bottom left, bottom right. */
async function corners(page: Page, alt: string): Promise<string[]> {
  const src = await page.getByAltText(alt).getAttribute("src");
  const stored = await page.request.get(`${handbill.origin}${src}`);
  const { data, info } = await sharp(await stored.body())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [
    [0.05, 0.05],
    [0.95, 0.05],
    [0.05, 0.95],
    [0.95, 0.95],
  ].map(([x = 0, y = 0]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
    const [red, green, blue] = [...data.subarray(at, at + 3)].map((value) => value > 128);
    return red && green && blue ? "white" : red ? "red" : green ? "green" : blue ? "blue" : "black";
  });
}

const value = async (page: Page, label: string) => Number(await page.getByLabel(label).inputValue());

test("a phone's photo comes out upright, positioned by hand, keys and sliders, and is seen on the page", async () => {
  const page = await openProfile("picture");
  await page.getByLabel("Artist name").fill("Pictured");
  await save(page);
  // Lying on its side: upright it is 600 wide and 1000 high.
  const upright = await quarters(600, 1000).png().toBuffer();
  const photo = await sharp(upright).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const input = page.getByRole("region", { name: "Profile picture" }).locator("input[type=file]");
  await input.focus();
  await choose(page, "Profile picture", "IMG_0001.JPG", "image/jpeg", photo);
  const dialog = page.getByRole("dialog", { name: "Position your profile picture" });
  await dialog.waitFor();
  await expectAccessible(page);
  // Given up, the focus is where it was.
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);

  await choose(page, "Profile picture", "IMG_0001.JPG", "image/jpeg", photo);
  await dialog.waitFor();
  const size = dialog.getByLabel("Size");
  expect([
    await size.getAttribute("min"),
    await size.getAttribute("max"),
    await size.getAttribute("step"),
  ]).toEqual([String(400 / 600), "3", "0.01"]);
  for (const name of ["Horizontal position", "Vertical position"]) {
    const slider = dialog.getByLabel(name);
    expect([
      await slider.getAttribute("min"),
      await slider.getAttribute("max"),
      await slider.getAttribute("step"),
      await slider.inputValue(),
    ]).toEqual(["0", "100", "1", "50"]);
  }
  // Nothing is left over on either side.
  expect(await dialog.getByLabel("Horizontal position").isDisabled()).toBe(true);

  // By keys: the picture has the focus first.
  await page.keyboard.press("ArrowDown");
  expect(await value(page, "Vertical position")).toBeLessThan(50);
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  expect(await value(page, "Size")).toBeGreaterThan(0.7);
  expect(await dialog.getByLabel("Horizontal position").isDisabled()).toBe(false);

  // By wheel and by hand: to the bottom right, whose corner is white.
  const canvas = dialog.locator("canvas");
  const box = await canvas.boundingBox();
  if (!box) throw new Error("the picture isn't shown");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -800);
  await expect.poll(() => value(page, "Size")).toBeGreaterThan(2);
  for (const _ of Array(6)) {
    await page.mouse.move(box.x + box.width - 5, box.y + box.height - 5);
    await page.mouse.down();
    await page.mouse.move(box.x + 5, box.y + 5, { steps: 3 });
    await page.mouse.up();
  }
  await expect
    .poll(async () => [await value(page, "Horizontal position"), await value(page, "Vertical position")])
    .toEqual([100, 100]);
  await dialog.getByRole("button", { name: "Center Image" }).click();
  expect([await value(page, "Horizontal position"), await value(page, "Vertical position")]).toEqual([
    50, 50,
  ]);
  expect(await value(page, "Size")).toBeGreaterThan(2);
  await dialog.getByRole("button", { name: "Reset" }).click();
  expect(await value(page, "Size")).toBeLessThan(0.68);
  await dialog.getByLabel("Vertical position").fill("0");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Profile picture updated successfully!").waitFor();
  await dialog.waitFor({ state: "hidden" });

  const picture = page.getByAltText("Your profile picture");
  await picture.waitFor();
  expect(await picture.getAttribute("src")).toMatch(
    /\/uploads\/avatars\/[0-9a-f-]+\/avatar-[0-9a-f-]+-\d+\.webp$/,
  );
  expect([await picture.getAttribute("width"), await picture.getAttribute("height")]).toEqual(["400", "400"]);
  // The upper 600 of 1000 rows: red and green, and at the foot what is below the middle.
  expect(await corners(page, "Your profile picture")).toEqual(["red", "green", "blue", "white"]);
  const first = await picture.getAttribute("src");
  expect((await fetch(`${handbill.origin}${first}`)).status).toBe(200);
  expect(await (await fetch(`${handbill.origin}/artist/pictured`)).text()).toContain(first);

  // Moved, from the whole picture, which isn't chosen again.
  await page.getByRole("button", { name: "Move profile picture" }).click();
  await dialog.waitFor();
  expect(await value(page, "Vertical position")).toBe(0);
  await dialog.getByLabel("Size").fill("1.34");
  await dialog.getByLabel("Horizontal position").fill("0");
  await dialog.getByLabel("Vertical position").fill("100");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => picture.getAttribute("src")).not.toBe(first);
  expect(await corners(page, "Your profile picture")).toEqual(["blue", "blue", "blue", "blue"]);

  // Taken away again, after being asked.
  await page.getByRole("button", { name: "Delete profile picture" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Profile picture deleted").waitFor();
  await expect.poll(() => picture.count()).toBe(0);
  await expect.poll(async () => (await fetch(`${handbill.origin}${first}`)).status).toBe(404);
});

test("a picture is moved after a reload, on another device too, without choosing it again", async () => {
  const { page } = await newMusician("moved", { viewport: phone });
  await page.goto(`${handbill.origin}/profile`);
  await choose(page, "Cover image", "tall.png", "image/png", await quarters(1200, 1600).png().toBuffer());
  const dialog = page.getByRole("dialog", { name: "Position your cover image" });
  await dialog.getByLabel("Vertical position").fill("0");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Cover image updated successfully!").waitFor();
  expect(await corners(page, "Your cover image")).toEqual(["red", "green", "red", "green"]);

  const elsewhere = await browser.newPage({ viewport: phone });
  const form = { email: "moved@example.org", password };
  await elsewhere.request.post(`${handbill.origin}/signin`, { form });
  await elsewhere.goto(`${handbill.origin}/profile`);
  await elsewhere.getByText("The whole picture is kept, for you alone").waitFor();
  const cover = elsewhere.getByAltText("Your cover image");
  const before = await cover.getAttribute("src");
  const move = elsewhere.getByRole("button", { name: "Move cover image" });
  await move.press("Enter");
  const again = elsewhere.getByRole("dialog", { name: "Position your cover image" });
  await again.waitFor();
  expect([await value(elsewhere, "Size"), await value(elsewhere, "Vertical position")]).toEqual([1, 0]);
  await expectAccessible(elsewhere);
  // By keys alone: the picture has the focus first.
  for (const _ of Array(40)) await elsewhere.keyboard.press("ArrowUp");
  expect(await value(elsewhere, "Vertical position")).toBe(100);
  const uploads: string[] = [];
  elsewhere.on("request", (request) => {
    if (request.url().includes("/upload") && request.method() !== "GET") uploads.push(request.url());
  });
  await again.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await elsewhere.getByText("Cover image updated successfully!").waitFor();
  await again.waitFor({ state: "hidden" });
  await expect.poll(() => cover.getAttribute("src")).not.toBe(before);
  expect(await corners(elsewhere, "Your cover image")).toEqual(["blue", "white", "blue", "white"]);
  expect(uploads).toEqual([]);
  await expect.poll(() => move.evaluate((element) => element === document.activeElement)).toBe(true);

  // Taken away meanwhile, it can't be moved.
  await page.getByRole("button", { name: "Move cover image" }).click();
  await dialog.waitFor();
  await elsewhere.getByRole("button", { name: "Delete cover image" }).click();
  await elsewhere.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await elsewhere.getByText("Cover image deleted").waitFor();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByRole("alert").getByText("This picture has been replaced or deleted meanwhile").waitFor();
});

test("a failed upload keeps the dialog and the work in it; unsaved words stay beside it", async () => {
  const page = await openProfile("failing", phone);
  await page.getByLabel("Artist name").fill("Failing");
  await save(page);
  await page.getByLabel("Location").fill("Not saved yet");
  await choose(page, "Cover image", "wide.png", "image/png", await quarters(2400, 900).png().toBuffer());
  const dialog = page.getByRole("dialog", { name: "Position your cover image" });
  await dialog.getByLabel("Horizontal position").fill("0");
  await expectAccessible(page);
  await page.route("**/upload", (route) =>
    route.fulfill({ status: 413, body: "Your library is full: 5.0 of 5 GB are used." }),
  );
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  // Within the dialog, where it can be read out and closed.
  await dialog.getByRole("alert").getByText("Your library is full: 5.0 of 5 GB are used.").waitFor();
  await dialog.getByRole("alert").getByRole("button", { name: "Close notification" }).click();
  expect(await value(page, "Horizontal position")).toBe(0);
  await page.unroute("**/upload");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Cover image updated successfully!").waitFor();
  await page.getByAltText("Your cover image").waitFor();
  // The left of it, 1800 of 2400 wide: its right edge lies in the right half.
  expect(await corners(page, "Your cover image")).toEqual(["red", "green", "blue", "white"]);
  expect(await page.getByLabel("Location").inputValue()).toBe("Not saved yet");
  await expectAccessible(page);

  // Its focal point, by pointer and by keys, is the page's.
  await page.locator("[data-focal-point]").click({ position: { x: 4, y: 60 } });
  expect(await value(page, "From the left")).toBeLessThan(3);
  await page.getByText("On a phone, 76% of the width shows; the right is cut off.").waitFor();
  await page.getByLabel("From the left").press("End");
  await page.getByLabel("From the top").press("Home");
  await page.getByText("On a phone, 76% of the width shows; the left is cut off.").waitFor();
  await save(page);
  await page.reload();
  expect(await value(page, "From the left")).toBe(100);
  await page.goto(`${handbill.origin}/artist/failing`);
  const cover = page.getByRole("main").locator("header img").first();
  expect(await cover.evaluate((picture) => getComputedStyle(picture).objectPosition)).toBe("100% 0%");
});

test("a picture that was chosen before there is a profile waits for it", async () => {
  const page = await openProfile("early", phone);
  const photo = await quarters(500, 500).webp().toBuffer();
  await choose(page, "Profile picture", "me.webp", "image/webp", photo);
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("It will be saved together with your profile.").waitFor();
  await page.getByAltText("Your profile picture").waitFor();
  await page.getByLabel("Artist name").fill("Early");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await page.getByText("Profile picture updated successfully!").waitFor();
  await page.reload();
  expect(await corners(page, "Your profile picture")).toEqual(["red", "green", "blue", "white"]);
});

test("a file that is no usable picture is refused at once with its text, and the tab stays alive", async () => {
  const folder = await mkdtemp(join(tmpdir(), "handbill-pictures-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const page = await openProfile("refused");
  const input = page.getByRole("region", { name: "Profile picture" }).locator("input[type=file]");
  const refused = async (name: string, content: string | Buffer, text: string) => {
    await writeFile(join(folder, name), content);
    await input.setInputFiles(join(folder, name));
    await page.getByRole("alert").getByText(text, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Close notification" }).click();
    expect(await page.getByRole("dialog").count()).toBe(0);
  };
  const svg = "<svg xmlns='http://www.w3.org/2000/svg'/>";
  await refused("me.pdf", "%PDF", "Please select an image file");
  await refused("me.svg", svg, "Please select an image file");
  await refused("large.png", Buffer.alloc(10 * 1024 * 1024 + 1), "Image must be smaller than 10MB");
  await refused("empty.png", "", "Invalid file: File is empty or corrupted");
  await refused("drawing.jpg", svg, "Unable to read image file. Please try a different image.");
  const enormous = await sharp({ create: { width: 15_000, height: 15_000, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  await refused(
    "enormous.png",
    enormous,
    "Image has too many pixels. Please use one of 50 megapixels or fewer.",
  );
});

test("two fingers turn it larger", async () => {
  const page = await browser.newPage({ viewport: phone, hasTouch: true, isMobile: true });
  await signUp(page, handbill.origin, "fingers@example.org");
  await page.goto(`${handbill.origin}/profile`);
  await choose(page, "Profile picture", "me.png", "image/png", await quarters(800, 800).png().toBuffer());
  const box = await page.getByRole("dialog").locator("canvas").boundingBox();
  if (!box) throw new Error("the picture isn't shown");
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart?: number) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints:
        apart === undefined
          ? []
          : [-1, 1].map((side, id) => ({
              id,
              x: box.x + box.width / 2 + side * apart,
              y: box.y + box.height / 2,
            })),
    });
  const before = await value(page, "Size");
  await touch("touchStart", 30);
  for (const apart of [40, 60, 80, 90]) await touch("touchMove", apart);
  await touch("touchEnd");
  await expect.poll(async () => (await value(page, "Size")) / before).toBeCloseTo(3, 1);
  expect([await value(page, "Horizontal position"), await value(page, "Vertical position")]).toEqual([
    50, 50,
  ]);
});
