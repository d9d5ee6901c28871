import type { FrameLocator, Page } from "playwright-core";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { makeMusician } from "../factories/accounts.ts";
import { makeBackground, makePaymentLink, makeTrack } from "../factories/page.ts";
import { desktop, expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { openTestApp, pressEnter, staySignedOut } from "../harness/test-app.ts";

const { handbill, browser, db, newAccount } = await openTestApp();

/** The appearance screen of a musician with something on their page, at /artist/{name}. */
async function musician(name: string, viewport = desktop): Promise<Page> {
  const { page, id: userId } = await newAccount(name, { viewport });
  await makeMusician(db, { user_id: userId, artist_name: name, custom_url: name, bio: "Loud. ".repeat(60) });
  await makeTrack(db, { user_id: userId, title: "Salt and Static" });
  await makePaymentLink(db, { user_id: userId });
  await page.goto(`${handbill.origin}/settings`);
  await preview(page).getByRole("heading", { level: 1, name }).waitFor();
  return page;
}

const preview = (page: Page): FrameLocator => page.frameLocator("iframe[title='Live preview of your page']");
const open = (page: Page, group: string) =>
  page
    .locator("summary")
    .filter({ has: page.getByRole("heading", { name: group, exact: true }) })
    .click();
const choose = (page: Page, name: string) =>
  page
    .locator("label")
    .filter({ has: page.getByText(name, { exact: true }) })
    .click();
const save = (page: Page) => page.getByRole("button", { name: "Save & Apply" }).click();

/** The value of a variable of the artist's theme in the preview. */
function variable(page: Page, name: string): Promise<string> {
  return preview(page)
    .locator("html")
    .evaluate((html, property) => getComputedStyle(html).getPropertyValue(property), name);
}

/** The theme of the public page, as a visitor's next request gets it. */
async function publicPage(page: Page, name: string): Promise<string> {
  const stranger = await page.context().browser()?.newContext();
  const answer = await stranger?.request.get(`${handbill.origin}/artist/${name}`);
  const text = await answer?.text();
  await stranger?.close();
  return text ?? "";
}

test("a musician without a profile reads that it comes first", async () => {
  const { page } = await newAccount("nobody", { viewport: phone });
  await page.goto(`${handbill.origin}/settings`);
  await page
    .getByText("No artist profile found. Please complete your profile setup in the Profile section first.")
    .waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to Profile" }).click();
  await page.waitForURL("**/profile");
});

test("the page beside the controls follows each choice and keeps its place; fans see it once it is saved", async () => {
  const page = await musician("follower");
  const before = await variable(page, "--canvas");
  const title = preview(page).getByRole("heading", { level: 1 });
  await title.evaluate((heading) => heading.ownerDocument.defaultView?.scrollTo(0, 240));

  await open(page, "Colour theme");
  await choose(page, "Neon green");
  await expect.poll(() => variable(page, "--canvas")).not.toBe(before);
  expect(await title.evaluate((heading) => heading.ownerDocument.defaultView?.scrollY)).toBe(240);
  const chosen = await variable(page, "--canvas");
  await open(page, "Support section");
  await page.getByRole("checkbox", { name: "Show the links by which fans can support you" }).uncheck();
  await preview(page).locator("#support").waitFor({ state: "detached" });
  await open(page, "Sections");
  await page.getByText("6 of 6 shown").waitFor();
  await page.getByRole("checkbox", { name: "Music" }).uncheck();
  await page.getByText("5 of 6 shown").waitFor();
  await preview(page).locator("#music").waitFor({ state: "detached" });
  await page.getByText("Unsaved changes").waitFor();
  await expectAccessible(page);
  expect(await publicPage(page, "follower")).toContain(`--canvas:${before}`);

  await save(page);
  await page.getByText("Bio page appearance updated successfully!").waitFor();
  await page.getByText("Unsaved changes").waitFor({ state: "detached" });
  const html = await publicPage(page, "follower");
  expect(html).toContain(`--canvas:${chosen}`);
  expect(html).not.toMatch(/id="(music|support)"/);

  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Preview", exact: true }).click(),
  ]);
  expect(opened.url()).toMatch(/\/artist\/follower\?t=\d+$/);
});

test("however fast a slider moves, one page is on its way and the newest comes next", async () => {
  const page = await musician("dragger");
  await open(page, "Profile background");
  const held = Promise.withResolvers<void>();
  const requests: (string | null)[] = [];
  await page.route("**/settings/preview?*", async (route) => {
    requests.push(new URL(route.request().url()).searchParams.get("profile_background_opacity"));
    if (requests.length === 1) await held.promise;
    await route.continue();
  });
  const slider = page.getByRole("slider", { name: "Profile background opacity" });
  await slider.press("ArrowRight");
  await expect.poll(() => requests).toEqual(["0.4"]);
  for (let step = 0; step < 5; step += 1) await slider.press("ArrowRight");
  expect(await slider.getAttribute("aria-valuetext")).toBe("90 %");
  held.resolve();
  await expect.poll(() => variable(page, "--panel")).toBe("rgb(0 0 0 / 0.9)");
  expect(requests).toEqual(["0.4", "0.9"]);
});

test("nothing leads out of the preview, and only its musician's own screens may show it", async () => {
  const page = await musician("framed");
  const address = (await page.locator("iframe").getAttribute("src")) ?? "";
  const answer = await page.request.get(handbill.origin + address);
  expect(answer.headers()).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  const policy = answer.headers()["content-security-policy"]?.split("; ");
  for (const directive of [
    "frame-ancestors 'self'",
    "form-action 'none'",
    "sandbox allow-same-origin allow-scripts",
  ]) {
    expect(policy).toContain(directive);
  }
  const own = await page.request.get(`${handbill.origin}/artist/framed`);
  expect(own.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect((await page.request.post(handbill.origin + address, { form: {} })).status()).toBe(405);
  const stranger = await browser.newPage();
  const refused = await stranger.request.get(handbill.origin + address, { maxRedirects: 0 });
  expect(refused.status()).toBe(302);
  expect(refused.headers().location).toMatch(/^\/signin\?to=%2Fsettings%2Fpreview/);

  await preview(page).getByRole("link", { name: "Sign In" }).click();
  await preview(page).getByRole("button", { name: "Play", exact: true }).first().click();
  await preview(page).getByRole("heading", { level: 1, name: "framed" }).waitFor();
});

test("a video, a picture and none exclude each other; an address that is no video's is refused", async () => {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const withoutBackgrounds = () => db.asSystem().write((tx) => tx.deleteFrom("background_options").execute());
  await withoutBackgrounds();
  const option = await makeBackground(db, { name: "Snow", url: "https://pictures.example/snow.png" });
  // Only this test serves it.
  onTestFinished(async () => {
    await withoutBackgrounds();
  });
  const { page, id: userId } = await newAccount("backdrop", { viewport: phone });
  await makeMusician(db, { user_id: userId, custom_url: "backdrop" });
  await page.route(option.url, (route) =>
    route.fulfill({
      contentType: "image/png",
      body: picture,
      headers: { "Access-Control-Allow-Origin": "*" },
    }),
  );
  await page.route("https://www.youtube-nocookie.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>The player</title>" }),
  );
  await page.goto(`${handbill.origin}/settings`);
  const checked = () =>
    page
      .getByRole("group", { name: "Background" })
      .getByRole("radio")
      .evaluateAll((all) => all.map((one) => one instanceof HTMLInputElement && one.checked));
  expect(await checked()).toEqual([true, false, false]);
  await untilHydrated(page);
  await choose(page, "Snow");
  expect(await checked()).toEqual([false, false, true]);
  await preview(page).locator(".background img").waitFor({ state: "attached" });
  await page
    .getByText(
      /^100 % of your background picture is too bright for light text; a dark layer over it keeps it readable\.$/,
    )
    .waitFor();
  await page.getByRole("status").filter({ hasText: "1 correction" }).waitFor();
  await expectAccessible(page);

  await choose(page, "YouTube video");
  expect(await checked()).toEqual([false, true, false]);
  const field = page.getByLabel("YouTube address");
  await field.fill("https://youtube.com.evil.test/watch?v=abcdefghijk");
  await open(page, "Background");
  await save(page);
  await page.getByText("Please enter a valid YouTube URL").waitFor();
  expect(await field.evaluate((input) => document.activeElement === input)).toBe(true);
  await field.fill("https://youtu.be/abcdefghijk?si=shared");
  await preview(page).locator("[data-background-youtube=abcdefghijk]").waitFor({ state: "attached" });
  await save(page);
  await page.getByText("Bio page appearance updated successfully!").waitFor();
  await expect.poll(() => field.inputValue()).toBe("https://www.youtube.com/watch?v=abcdefghijk");
  expect(await publicPage(page, "backdrop")).toContain('data-background-youtube="abcdefghijk"');

  await choose(page, "None");
  await preview(page).locator("[data-background-youtube]").waitFor({ state: "detached" });
});

test("a font is fetched when its name comes into sight, and the page's own when it is chosen", async () => {
  const page = await musician("typesetter");
  const fetched = new Set<string>();
  page.on("request", (request) => {
    const name = /\/assets\/(.*)-latin-.*\.woff2$/.exec(request.url())?.[1];
    if (name) fetched.add(name);
  });
  await page.reload();
  await preview(page).getByRole("heading", { level: 1 }).waitFor();
  expect([...fetched]).toEqual(["inter"]);
  await open(page, "Typography");
  await page.locator("summary", { hasText: "Typography" }).scrollIntoViewIfNeeded();
  const names = page.getByRole("group", { name: "Font" }).locator("label > span");
  expect(await names.allTextContents()).toEqual([
    "Inter",
    "Roboto",
    "Open Sans",
    "Montserrat",
    "Poppins",
    "Lato",
    "Nunito",
    "Source Sans",
    "Raleway",
    "Work Sans",
  ]);
  const ownFonts = () =>
    names.evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).fontFamily)).size);
  await names.last().scrollIntoViewIfNeeded();
  await expect.poll(ownFonts).toBe(10);
  await choose(page, "Work Sans");
  await expect
    .poll(() =>
      preview(page)
        .locator("h1")
        .evaluate((heading) => getComputedStyle(heading).fontFamily),
    )
    .toMatch(/^"Work Sans Variable"/);
});

test("leaving with unsaved changes asks; undoing them first lets the musician go", async () => {
  const page = await musician("leaver", phone);
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await open(page, "Text");
  await choose(page, "Dark");
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await question.waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "hidden" });
  expect(await page.getByRole("radio", { name: /^Dark On/ }).isChecked()).toBe(true);

  const requests = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await requests;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await closing;

  await page.getByRole("button", { name: "Discard" }).click();
  await page
    .getByRole("alertdialog", { name: "Discard your changes?" })
    .getByRole("button", { name: "Discard" })
    .click();
  expect(await page.getByRole("radio", { name: "Automatic" }).isChecked()).toBe(true);
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  // The address changes before the screen does.
  await page.getByRole("heading", { name: /^Welcome back/ }).waitFor();
  await page.goBack();
  await open(page, "Text");
  await choose(page, "Light");
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/dashboard");
});

test("on a phone everything is there by keyboard, and the preview can be put away", async () => {
  const page = await musician("thumbs", phone);
  await expectAccessible(page);
  const mobile = page.getByRole("button", { name: "Mobile" });
  await expect.poll(() => mobile.getAttribute("aria-pressed")).toBe("true");
  const width = () =>
    preview(page)
      .locator("html")
      .evaluate((html) => html.ownerDocument.defaultView?.innerWidth);
  await expect.poll(width).toBe(390);
  await pressEnter(page.getByRole("button", { name: "Desktop" }));
  await expect.poll(width).toBe(1280);
  const toggle = page.getByRole("button", { name: "Live preview" });
  await pressEnter(toggle);
  expect(await toggle.getAttribute("aria-expanded")).toBe("false");
  await page.locator("iframe").waitFor({ state: "hidden" });
  await pressEnter(toggle);
  await preview(page).getByRole("heading", { level: 1, name: "thumbs" }).waitFor();

  await page.locator("summary", { hasText: "Cover size" }).press("Enter");
  await page.getByRole("radio", { name: "Large 320px", exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("radio", { name: "Extra large" }).isChecked()).toBe(true);
  const opacity = page.getByRole("slider", { name: "Background opacity", exact: true });
  for (let step = 0; step < 9; step += 1) await opacity.press("ArrowLeft");
  expect(await opacity.inputValue()).toBe("0.1");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});

test("whatever becomes of a save, the choices stay", async () => {
  const page = await musician("unlucky-look");
  await open(page, "Colour theme");
  await choose(page, "Rose gold");
  const isKept = () => page.getByRole("radio", { name: "Rose gold" }).isChecked();

  await page.route("**/settings.data*", (route) => route.abort());
  await save(page);
  await page.getByText("Failed to save settings: Network connection failed.").waitFor();
  expect(await isKept()).toBe(true);
  await page.unroute("**/settings.data*");

  await page.route("**/settings.data*", (route) => route.fulfill({ status: 500, body: "Oh no." }));
  await save(page);
  await page.getByText("Failed to update bio page appearance. Please try again.").waitFor();
  expect(await isKept()).toBe(true);
  await page.unroute("**/settings.data*");
  browser.takeProblems();

  await page.context().clearCookies();
  await save(page);
  await staySignedOut(page);
  await page.getByText("You must be logged in to save settings").waitFor();
  expect(await isKept()).toBe(true);
  await choose(page, "Dark gold");
  await page.getByText("You must be logged in to preview").waitFor();
  // The page before stays on the screen.
  await preview(page).getByRole("heading", { level: 1 }).waitFor();
  // That the sign-in page isn't shown within.
  expect(browser.takeProblems().filter((problem) => !problem.includes("frame-ancestors"))).toEqual([]);
});
