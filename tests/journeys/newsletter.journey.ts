import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { formatsFor } from "../../app/shared/formats.ts";
import { setPreferences } from "../../server/preferences.ts";
import { makeBooking, makeIssue, makeSubscriber } from "../factories/audience.ts";
import { makeEvent, makeRelease, makeTrack } from "../factories/page.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { withoutTables } from "../harness/handbill.ts";
import { startMailServer } from "../harness/smtp-server.ts";
import { openTestApp, pressEnter, toast } from "../harness/test-app.ts";

const mailServer = await startMailServer();
const folder = await mkdtemp(join(tmpdir(), "handbill-newsletter-"));
afterAll(async () => {
  await mailServer[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
const { handbill, browser, db: database, newMusician } = await openTestApp({ SMTP_URL: mailServer.url });

const openTool = (page: Page) => page.goto(`${handbill.origin}/newsletter`, { waitUntil: "networkidle" });

async function mailTo(address: string, subject: RegExp) {
  const find = () =>
    mailServer.received.find((mail) => mail.recipient === address && subject.test(mail.subject ?? ""));
  // The mail of a booking's decision waits until that can't be undone any more.
  await expect.poll(find, { timeout: 40_000 }).toBeTruthy();
  const mail = find();
  const links = mail?.text?.match(/https?:\/\/\S+/g) ?? [];
  return { mail, links };
}

test("a fan subscribes, confirms by the mail's link without scripts, and unsubscribes again", async () => {
  const { page } = await newMusician("luna", { viewport: phone });
  const fan = await browser.newPage({ viewport: phone, javaScriptEnabled: false });
  await fan.goto(`${handbill.origin}/artist/luna`);
  await fan.locator("#newsletter").getByLabel("Email").fill("ines@fans.example");
  await fan.locator("#newsletter").getByRole("button", { name: "Subscribe" }).click();
  await fan.getByText("Successfully subscribed to luna's updates!").waitFor();

  const { mail, links } = await mailTo("ines@fans.example", /^Confirm your subscription/);
  const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]));
  expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const leave = headers.get("list-unsubscribe")?.slice(1, -1) ?? "";
  await openTool(page);
  await page.getByText("ines@fans.example").waitFor();
  expect(await page.locator("li", { hasText: "ines@fans.example" }).textContent()).toContain("Not confirmed");

  await fan.goto(links[0] ?? "");
  await fan.getByRole("button", { name: "Yes, confirm my subscription" }).click();
  await fan.getByText("You're on the list").waitFor();
  await openTool(page);
  expect(await page.locator("li", { hasText: "ines@fans.example" }).textContent()).toContain("Your page");
  await page.getByRole("link", { name: "Confirmed (1)" }).waitFor();

  await fan.goto(leave);
  await fan.getByText("No more letters from").waitFor();
  await openTool(page);
  await page.getByRole("link", { name: "Confirmed (1)" }).waitFor();
  const oneClick = await fetch(leave, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect(oneClick.status).toBe(200);
  await openTool(page);
  await page.getByRole("link", { name: "Unsubscribed (1)" }).waitFor();
  await fan.goto(leave);
  await fan.getByRole("button", { name: "Unsubscribe" }).click();
  await fan.getByText("You're off the list").waitFor();
});

test("a musician adds a file, searches, downloads the list and deletes from it, all by keyboard", async () => {
  const { page } = await newMusician("nova");
  await openTool(page);
  await page.getByText("No subscribers yet").waitFor();
  await expectAccessible(page);

  await pressEnter(page.getByRole("button", { name: "Add from a file" }));
  await page.getByRole("dialog").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await pressEnter(page.getByRole("button", { name: "Add from a file" }));
  await pressEnter(page.getByRole("button", { name: "Add subscribers" }));
  await page.getByText("Please choose a CSV file").waitFor();
  await writeFile(
    join(folder, "fans.csv"),
    'email,name\nana@fans.example,"=1+1 ""Ana"""\nolu@fans.example,Olu\nnope,X\n',
  );
  await page.getByLabel("CSV file").setInputFiles(join(folder, "fans.csv"));
  await page.getByLabel("When and how they agreed").fill("At the door, in May");
  await pressEnter(page.getByRole("button", { name: "Add subscribers" }));
  await page.getByText("2 subscribers added, 1 line without a usable address").waitFor();
  await page.getByRole("heading", { name: "Subscribers (2)" }).waitFor();
  await mailTo("olu@fans.example", /^Confirm your subscription to nova/);
  await expectAccessible(page);

  const search = page.getByLabel("Search by address or name");
  await search.fill("olu");
  await search.press("Enter");
  await page.getByText("1 subscriber for “olu”.").waitFor();
  expect(await page.getByText("ana@fans.example").count()).toBe(0);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).press("Enter");
  const rows: string[][] = parse(await readFile(await (await download).path()), { bom: true });
  expect(
    rows
      .slice(1)
      .map(([email, name]) => [email, name])
      .sort(),
  ).toEqual([
    ["ana@fans.example", '\'=1+1 "Ana"'],
    ["olu@fans.example", "Olu"],
  ]);

  await pressEnter(page.getByRole("button", { name: "Delete olu@fans.example" }));
  await expectAccessible(page);
  await pressEnter(page.getByRole("alertdialog").getByRole("button", { name: "Delete" }));
  await page.getByText("Subscriber deleted").waitFor();
  await page.getByRole("link", { name: "All (1)" }).waitFor();
});

test("an issue is written, looked at, tried, sent and read on the web", async () => {
  const { page, id } = await newMusician("vega", { viewport: phone });
  await makeTrack(database, { user_id: id, title: "Tide" });
  await makeRelease(database, { user_id: id, title: "Harbour" });
  const show = await makeEvent(database, { user_id: id, title: "Leith night", is_published: true });
  const emails = Array.from({ length: 12 }, (_, at) => `fan${at}@vega.example`);
  for (const subscriber_email of emails) {
    await makeSubscriber(database, { musician_id: id, subscriber_email, confirmed_at: new Date() });
  }
  await openTool(page);
  await page.getByRole("link", { name: "Letters" }).press("Enter");
  await page.getByText("No letters yet").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Write a letter" }).press("Enter");
  await page.locator("h1:focus", { hasText: "New letter" }).waitFor();
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
  await pressEnter(page.getByRole("button", { name: "Save letter" }));
  await page.getByText("Please give it a title").waitFor();
  await page.getByLabel("Title").fill("A new song");
  const letter = page.getByRole("textbox", { name: "Letter", exact: true });
  // All of it by keyboard.
  await letter.focus();
  await page.keyboard.insertText("Hello <b>you</b>,");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("it is [here](https://example.org/song), ");
  await page.keyboard.press("Control+b");
  await page.keyboard.insertText("loud");
  await page.keyboard.press("Enter");
  await page.keyboard.insertText("What comes");
  await pressEnter(page.getByRole("button", { name: "Heading", exact: true }));
  for (const name of ["Harbour", "Tide", /^Leith night/]) {
    const option = page.getByLabel("From your page").getByRole("option", { name });
    await page.getByLabel("From your page").selectOption(await option.getAttribute("value"));
    await pressEnter(page.getByRole("button", { name: "Put it in" }));
  }
  const photo = sharp({ create: { width: 900, height: 300, channels: 3, background: "#369" } });
  await page.getByLabel("Pictures for the letter").setInputFiles({
    name: "harbour.png",
    mimeType: "image/png",
    buffer: await photo.png().toBuffer(),
  });
  await page.getByLabel("What the picture shows").fill("The harbour at night");
  // Readers' mail, from what is typed.
  await pressEnter(page.getByRole("button", { name: "Preview", exact: true }));
  const shown = page.frameLocator("iframe[title='Preview of the letter']");
  await shown.getByRole("heading", { name: "What comes" }).waitFor();
  await shown.getByRole("img", { name: "The harbour at night" }).waitFor();
  const inbox = page.getByLabel("In the inbox");
  await inbox.getByText("A new song").waitFor();
  await pressEnter(page.getByRole("button", { name: "Dark", exact: true }));
  await expectAccessible(page, { withFrames: false });
  await pressEnter(page.getByRole("button", { name: "Write", exact: true }));
  await expectAccessible(page, { withFrames: false });
  // A text that took an hour isn't lost by a stray click.
  await page.getByRole("link", { name: "All letters" }).press("Enter");
  const leaving = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await leaving.waitFor();
  await page.keyboard.press("Escape");
  await leaving.waitFor({ state: "detached" });
  await pressEnter(page.getByRole("button", { name: "Save letter" }));
  await page.getByText("It goes to 12 confirmed subscribers").waitFor();
  await page.locator("h1:focus", { hasText: "A new song" }).waitFor();
  const sendButton = page.getByRole("button", { name: "Send to 12 subscribers" });
  const notInIt = page.getByText("What you have written since isn't in it: save it first.");
  await notInIt.waitFor({ state: "detached" });
  await page.getByLabel("Title").fill("A new song, really");
  await notInIt.waitFor();
  await pressEnter(sendButton);
  await page.getByRole("alertdialog", { name: "Send this letter?" }).filter({ has: notInIt }).waitFor();
  await pressEnter(page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }));
  await page.getByLabel("Title").fill("A new song");
  await pressEnter(page.getByRole("button", { name: "Save letter" }));
  await toast(page, "Letter saved").waitFor();
  await notInIt.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "All letters" }).press("Enter");
  await page.getByRole("link", { name: "A new song" }).press("Enter");
  await page.getByText("It goes to 12 confirmed subscribers").waitFor();
  const source = await page.getByTitle("Preview of the letter").getAttribute("src");
  const preview = await page.request.get(`${handbill.origin}${source}`);
  expect(preview.headers()["content-security-policy"]).toContain("default-src 'none'");
  expect(await preview.text()).toContain("Hello &lt;b&gt;you&lt;/b&gt;,");
  expect(await preview.text()).toContain('<a href="https://example.org/song"');
  await expectAccessible(page, { withFrames: false });

  await pressEnter(page.getByRole("button", { name: "Send a test to myself" }));
  await toast(page, "A test is on its way to your own address").waitFor();
  await mailTo("vega@example.org", /^Test: A new song$/);
  await pressEnter(sendButton);
  await pressEnter(page.getByRole("alertdialog").getByRole("button", { name: "Send" }));
  await page.getByText("12 of 12 sent.").waitFor();
  await page.getByRole("heading", { name: "Sent" }).waitFor();
  await page.getByRole("button", { name: "Delivery", exact: true }).waitFor();
  await expectAccessible(page, { withFrames: false });
  const arrived = mailServer.received.find(({ recipient }) => recipient === emails[0]);
  const calendar = new RegExp(`^See the date: ${handbill.origin}/artist/vega/events#event-${show.id}$`, "m");
  expect(arrived?.text).toMatch(/^What comes\n={10}\n\nHarbour\n/m);
  expect(arrived?.text).toMatch(calendar);
  expect(arrived?.text).toContain("it is here (https://example.org/song), *loud*");
  expect(arrived?.text).toContain("[Picture: The harbour at night]");
  for (const part of ["<b>loud</b>", ">What comes</h2>", ">Tide</p>", 'alt="The harbour at night"'])
    expect(arrived?.html).toContain(part);
  for (const [, address] of String(arrived?.html).matchAll(/<img src="([^"]*)"/g)) {
    const picture = await fetch(address ?? "");
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  }
  const got = mailServer.received.filter(({ subject }) => subject === "A new song");
  expect(got.map(({ recipient }) => recipient).sort()).toEqual([...emails].sort());
  expect(got[0]?.from?.name).toBe("vega");

  const { links } = await mailTo("fan3@vega.example", /^A new song$/);
  const web = links.find((link) => link.includes("/letters/")) ?? "";
  const fan = await browser.newPage({ viewport: desktop });
  await fan.goto(web);
  await fan.getByRole("heading", { name: "A new song" }).waitFor();
  await fan.getByText("Hello <b>you</b>,").waitFor();
  await fan.getByRole("heading", { name: "What comes" }).waitFor();
  await fan.getByRole("img", { name: "The harbour at night" }).waitFor();
  await fan
    .locator("article")
    .getByRole("link", { name: /Leith night/ })
    .waitFor();
  await expectAccessible(fan);
  const described = (property: string) =>
    fan.locator(`meta[property='og:${property}']`).getAttribute("content");
  expect(await described("type")).toBe("article");
  expect(await described("title")).toBe("A new song: vega");
  expect(await described("description")).toMatch(/^Hello <b>you<\/b>, /);
  expect(await described("image")).toBe(`${handbill.origin}/artist/vega/card.jpg`);
  const sitemap = await (await fetch(`${handbill.origin}/sitemap.xml`)).text();
  expect(sitemap).toContain(`<loc>${handbill.origin}${new URL(web).pathname}</loc>`);
  // Cached for visitors, until a part of it changes.
  const kept = async () => {
    const metrics = await (await fetch(`${handbill.origin}/metrics`)).text();
    return Number(/handbill_page_cache_requests_total\{result="hit"\} (\d+)/.exec(metrics)?.[1]);
  };
  const before = await kept();
  for (let visit = 0; visit < 3; visit++) expect(await (await fetch(web)).text()).toContain("vega");
  expect(await kept()).toBeGreaterThanOrEqual(before + 2);
  const profile = { artist_name: "Vega Rising", custom_url: "vega", cover_image_size: "large" };
  const form = { intent: "save-profile", ...profile, bio: "", location: "" };
  expect((await page.request.post(`${handbill.origin}/profile`, { form })).ok()).toBe(true);
  expect(await (await fetch(web)).text()).toContain("Vega Rising");
  await pressEnter(page.getByRole("button", { name: "Delete" }));
  await pressEnter(page.getByRole("alertdialog").getByRole("button", { name: "Delete" }));
  await page.getByText("No letters yet").waitFor();
  const gone = await fetch(web);
  expect(gone.status).toBe(404);
});

test("a letter that is begun before its editor is there goes on in it", async () => {
  const { page } = await newMusician("mira");
  const arrival = Promise.withResolvers<void>();
  await page.route(/\/assets\/block-editor-[\w-]+\.js/, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto(`${handbill.origin}/newsletter/letters/new`);
  const letter = page.getByRole("textbox", { name: "Letter", exact: true });
  await letter.focus();
  await page.keyboard.type("Hello\n\nyou");
  arrival.resolve();
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
  await page.keyboard.type(" there");
  await expect.poll(() => letter.getByRole("paragraph").allInnerTexts()).toEqual(["Hello", "you there"]);
  await page.getByLabel("Title").fill("Begun early");
  await pressEnter(page.getByRole("button", { name: "Save letter" }));
  await page.locator("h1:focus", { hasText: "Begun early" }).waitFor();
  expect(await letter.getByRole("paragraph").allInnerTexts()).toEqual(["Hello", "you there"]);
});

test("the requester of a booking gets the decision in a mail whose text can be changed", async () => {
  const { page, id: musician_id } = await newMusician("capella", { viewport: phone });
  const { requester_email } = await makeBooking(database, { musician_id, requester_name: "Pat" });
  await page.goto(`${handbill.origin}/booking-requests`);
  await page.getByRole("link", { name: /Pat/ }).click();
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByText("They don't know yet that it is declined.").waitFor();
  await page.getByRole("button", { name: "Tell them by email" }).click();
  const dialog = page.getByRole("dialog", { name: "Tell Pat" });
  const message = dialog.getByLabel("Message");
  expect(await message.inputValue()).toMatch(/^Hello Pat,\n\nthank you for asking\. I'm sorry/);
  await message.fill("Not this year.\n\nAsk me again!");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send" }).click();
  await toast(page, "Your mail is on its way").waitFor();
  await page.getByText("You have told them by email that it is declined").waitFor();
  expect(await page.getByRole("button", { name: "Tell them by email" }).count()).toBe(0);
  const { mail } = await mailTo(requester_email, /./);
  expect(mail?.text).toMatch(/^Not this year\.\s+Ask me again!/);
});

test("an issue is sent later by the writer's own clock, wherever they look at it again", async () => {
  const { page, id: musician_id } = await newMusician("altair", { timezoneId: "America/New_York" });
  await makeSubscriber(database, { musician_id, confirmed_at: new Date() });
  const { id } = await makeIssue(database, { musician_id, title: "Next week" });
  const scheduled = async () => {
    const [issue] = await database
      .asSystem()
      .read((tx) => tx.selectFrom("letters").select("scheduled_for").where("id", "=", id).execute());
    return issue?.scheduled_for?.toISOString();
  };
  await page.goto(`${handbill.origin}/newsletter/letters/${id}`, { waitUntil: "networkidle" });
  await page.getByText("In the time zone America/New York.").waitFor();
  const later = page.getByLabel("Send later (optional)");
  const question = page.getByRole("alertdialog", { name: "Schedule this letter?" });
  const confirm = question.getByRole("button", { name: "Schedule" });
  await later.fill("2020-01-01T09:30");
  await pressEnter(page.getByRole("button", { name: "Schedule" }));
  await pressEnter(confirm);
  await page.getByText("Please choose a time within the next year").waitFor();
  await expect.poll(() => later.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  expect(await scheduled()).toBeUndefined();

  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  await later.fill(`${day}T09:30`);
  await pressEnter(page.getByRole("button", { name: "Schedule" }));
  await question
    .getByText(/^It goes out on .* at 9:30 AM \(America\/New York\), to everyone who has confirmed by then\./)
    .waitFor();
  await pressEnter(confirm);
  await page.getByRole("heading", { name: "Scheduled" }).waitFor();
  // The button that was pressed is gone.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toMatch(/^It goes out on/);
  const at = new Date((await scheduled()) ?? "");
  expect(at.toLocaleTimeString("en-GB", { timeZone: "America/New_York" })).toBe("09:30:00");
  const inZone = (timeZone: string) => formatsFor({ format: "en-US", timeZone }).dateTime(at, "long");
  await page.getByText(`It goes out on ${inZone("America/New_York")} (America/New York).`).waitFor();
  await expectAccessible(page, { withFrames: false });

  const abroad = await browser.newPage({ timezoneId: "Asia/Tokyo" });
  await abroad.context().addCookies(await page.context().cookies());
  await abroad.goto(page.url());
  await abroad.getByText(`It goes out on ${inZone("Asia/Tokyo")} (Asia/Tokyo).`).waitFor();
  await pressEnter(abroad.getByRole("button", { name: "Don't send it, back to draft" }));
  await abroad.getByRole("heading", { name: "Draft" }).waitFor();
  await page.getByRole("heading", { name: "Draft" }).waitFor();

  // Once the account has chosen a time zone, that one's clock holds in any browser.
  await database
    .asSystem()
    .write((tx) => setPreferences(tx, musician_id, { time_zone: "Europe/Berlin", format: "en-GB" }));
  await abroad.reload({ waitUntil: "networkidle" });
  await abroad.getByText("In the time zone Europe/Berlin.").waitFor();
  await abroad.getByLabel("Send later (optional)").fill(`${day}T21:15`);
  await pressEnter(abroad.getByRole("button", { name: "Schedule" }));
  await pressEnter(
    abroad
      .getByRole("alertdialog", { name: "Schedule this letter?" })
      .getByRole("button", { name: "Schedule" }),
  );
  await abroad.getByText(/^It goes out on \d+ \w+ \d{4} at 21:15 \(Europe\/Berlin\)\.$/).waitFor();
  const berlin = new Date((await scheduled()) ?? "");
  expect(berlin.toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin" })).toBe("21:15:00");
  await pressEnter(abroad.getByRole("button", { name: "Don't send it, back to draft" }));
  await abroad.getByRole("heading", { name: "Draft" }).waitFor();

  await withoutTables(handbill, ["letter_deliveries"], async () => {
    await page.reload();
    await toast(page, "Failed to load your letter").waitFor();
    await expectAccessible(page);
  });
  await pressEnter(page.getByRole("button", { name: "Try again" }));
  await page.getByRole("heading", { name: "Draft" }).waitFor();
});
