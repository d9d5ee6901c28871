import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { makeMusician } from "../factories/accounts.ts";
import { makeEvent, makeTrack } from "../factories/page.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { password } from "../harness/settings.ts";
import { startMailServer } from "../harness/smtp-server.ts";
import { openTestApp } from "../harness/test-app.ts";

// Visitors whose browsers ask for another language read, write, subscribe and sign up in it.

const mailServer = await startMailServer();
afterAll(() => mailServer[Symbol.asyncDispose]());
const { handbill, browser, db } = await openTestApp({ SMTP_URL: mailServer.url });
const artist = `${handbill.origin}/artist/nova`;

beforeAll(async () => {
  const { id: user_id } = await makeMusician(db, {
    ...{ artist_name: "Nova", custom_url: "nova", page_language: "en" },
  });
  await makeTrack(db, { user_id, title: "Open Water" });
  await makeEvent(db, { user_id, title: "Soon", event_date: "2199-12-04", event_time: "20:00" });
});

/** What a language's file says. */
async function wordsOf(tag: string): Promise<(text: string, values?: Record<string, string>) => string> {
  const file = await readFile(join(import.meta.dirname, "..", "..", "languages", `${tag}.json`), "utf8");
  const texts = z.record(z.string(), z.string()).parse(JSON.parse(file));
  return (text, values = {}) =>
    (texts[text] ?? `${text} is not said`).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

describe.each(["de", "es", "fr", "ja", "pt-BR", "ar"])("a visitor who reads %s", (tag) => {
  test.each([phone, desktop])("comments, asks for a booking and subscribes at $width", async (viewport) => {
    const say = await wordsOf(tag);
    const page = await browser.newPage({ viewport, locale: tag });
    await page.goto(artist);
    expect(await page.locator("html").getAttribute("lang")).toBe(tag);
    expect(await page.locator("html").getAttribute("dir")).toBe(tag === "ar" ? "rtl" : "ltr");
    // What the artist writes is in another language, and says so.
    expect(await page.getByText("Open Water").first().getAttribute("lang")).toBe("en");
    await expectAccessible(page);

    const comments = page.locator("#comments");
    await comments.getByRole("button", { name: say("Post comment") }).click();
    await comments.getByText(say("Please enter your name")).first().waitFor();
    // Nobody has said the same before: that would be shown once, with the time of the first.
    await comments.getByLabel(say("Your name"), { exact: true }).fill(`Ada ${tag}`);
    await comments.getByLabel(say("Your comment"), { exact: true }).fill(`♥ ${tag} ${viewport.width}`);
    await comments.getByRole("button", { name: say("Post comment") }).click();
    await page.getByText(say("Comment posted successfully!")).waitFor();
    await comments.getByText(say("Just now")).first().waitFor();

    const booking = page.locator("#booking");
    await booking.getByLabel(say("Your name"), { exact: true }).fill("Pat");
    await booking
      .getByLabel(say("Email|an address"), { exact: true })
      .fill(`pat-${viewport.width}@fans.example`);
    await booking.getByLabel(say("Message"), { exact: true }).fill("?");
    await booking.getByRole("button", { name: say("Send booking request") }).click();
    await page
      .getByText(say("Booking request sent to {artist}!", { artist: "Nova" }))
      .first()
      .waitFor();

    const address = `ines-${tag.toLowerCase()}-${viewport.width}@fans.example`;
    const newsletter = page.locator("#newsletter");
    await newsletter.getByLabel(say("Email|an address"), { exact: true }).fill(address);
    await newsletter.getByRole("button", { name: say("Subscribe|verb, to the newsletter") }).click();
    await page
      .getByText(say("Successfully subscribed to {artistName}'s updates!", { artistName: "Nova" }))
      .first()
      .waitFor();
    const mail = () => mailServer.received.find(({ recipient }) => recipient === address);
    await expect.poll(mail).toBeTruthy();
    expect(mail()?.subject).toBe(say("Confirm your subscription to {artistName}", { artistName: "Nova" }));
    const link = /https?:\/\/\S+/.exec(mail()?.text ?? "")?.[0] ?? "";
    const tab = await browser.newPage({ viewport, locale: tag });
    await tab.goto(link);
    await tab.getByRole("button", { name: say("Yes, confirm my subscription") }).click();
    await tab.getByText(say("You're on the list")).first().waitFor();
  });

  test("signs up, and is told what is missing", async () => {
    const say = await wordsOf(tag);
    const page = await browser.newPage({ viewport: phone, locale: tag });
    await page.goto(`${handbill.origin}/signup`);
    await page.getByRole("button", { name: say("Create Account") }).click();
    await page.getByText(say("Email is required")).waitFor();
    await page.getByLabel(say("Email"), { exact: true }).fill(`new-${tag}@example.org`);
    await page.getByLabel(say("Password"), { exact: true }).fill(password);
    await page.getByLabel(say("Confirm password"), { exact: true }).fill(password);
    await page.getByRole("checkbox").check();
    await expectAccessible(page);
    await page.getByRole("button", { name: say("Create Account") }).click();
    await page.getByText(say("Check your mail")).first().waitFor();
  });
});

test("a choice at a page's foot holds for the next visit, with the keyboard and without script", async () => {
  const page = await browser.newPage({ viewport: phone, locale: "ja", javaScriptEnabled: false });
  await page.goto(`${artist}?lang=ja`);
  const say = await wordsOf("ja");
  expect(await page.context().cookies()).toEqual([]);
  await page.getByRole("button", { name: say("Language: {name}", { name: "日本語" }) }).press("Enter");
  await page.getByRole("button", { name: "Français" }).press("Enter");
  await page.waitForURL(artist);
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("fr");
  await page.goto(handbill.origin);
  expect(await page.locator("html").getAttribute("lang")).toBe("fr");
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: "handbill_language", value: "fr", httpOnly: true });
  // Another site's form chooses nothing, and nothing leads to another site.
  const forged = await page.request.post(`${handbill.origin}/language`, {
    form: { language: "xx" },
    headers: { Origin: handbill.origin, Referer: "https://elsewhere.example/page" },
    maxRedirects: 0,
  });
  expect([forged.status(), forged.headers().location, forged.headers()["set-cookie"]]).toEqual([
    303,
    "/",
    undefined,
  ]);
  const slashes = `${handbill.origin}//elsewhere.example/page`;
  const led = await page.request.post(`${handbill.origin}/language`, {
    data: {},
    headers: { Origin: handbill.origin, Referer: slashes },
    maxRedirects: 0,
  });
  expect([led.status(), led.headers().location]).toEqual([303, slashes]);
});
