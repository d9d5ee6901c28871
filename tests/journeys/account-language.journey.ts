import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { directionOf, type Language } from "../../app/shared/languages.ts";
import type { Translation } from "../../app/shared/t.ts";
import { translationInto } from "../../app/shared/translation.ts";
import { makeConversation } from "../factories/messages.ts";
import { desktop, expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { password } from "../harness/settings.ts";
import { openTestApp } from "../harness/test-app.ts";
import { wave } from "../harness/wave.ts";

// Musicians and admins work in their own language, on each of their devices.

const { handbill, browser, db, newAccount, newAdmin, newMusician } = await openTestApp({
  REGISTRATION: "open",
});
const at = (path: string) => `${handbill.origin}${path}`;
/** The document's language, and the direction in which it is written. */
const writing = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, getComputedStyle(document.body).direction]);

/** What a language's file says. */
async function wordsOf(tag: Language): Promise<Translation["translate"]> {
  const file = await readFile(join(import.meta.dirname, "..", "..", "languages", `${tag}.json`), "utf8");
  const texts = z.record(z.string(), z.string()).parse(JSON.parse(file));
  const { translate } = translationInto(tag, texts);
  return (text, values) => (texts[text] === undefined ? `${text} is not said` : translate(text, values));
}

test("who signs up in German works in German, and from a choice on in Japanese, on all devices", async () => {
  const [german, japanese] = [await wordsOf("de"), await wordsOf("ja")];
  const page = await browser.newPage({ viewport: desktop, locale: "de" });
  await page.goto(at("/signup"));
  await page.getByLabel(german("Email"), { exact: true }).fill("ute@example.org");
  await page.getByLabel(german("Password"), { exact: true }).fill(password);
  await page.getByLabel(german("Confirm password"), { exact: true }).fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: german("Create Account") }).click();
  await page.waitForURL(at("/dashboard"));
  expect(await writing(page)).toEqual(["de", "ltr"]);

  await page.goto(at("/profile"));
  await page.getByLabel(german("Artist name")).fill("Ute");
  await page.getByRole("button", { name: german("Save Profile") }).click();
  await page.getByText(german("Profile saved successfully!"), { exact: true }).last().waitFor();

  await page.goto(at("/events"));
  await page
    .getByRole("button", { name: german("Add event") })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: german("Add an event") });
  await dialog.getByRole("button", { name: german("Add event") }).click();
  await dialog.getByText(german("Event title is required")).waitFor();
  await expectAccessible(page);
  await dialog.getByLabel(german("Title"), { exact: true }).fill("Hofkonzert");
  await dialog.getByLabel(german("Date|of an event"), { exact: true }).fill("2199-06-20");
  await dialog.getByRole("button", { name: german("Add event") }).click();
  await page.getByText(german("Event saved"), { exact: true }).last().waitFor();

  await page.goto(at("/account/preferences"));
  await page.getByRole("combobox", { name: german("Language"), exact: true }).selectOption("日本語");
  await page.getByRole("button", { name: german("Save language") }).click();
  await page.getByRole("button", { name: japanese("Save language") }).waitFor();
  expect(await writing(page)).toEqual(["ja", "ltr"]);
  await expectAccessible(page);

  const other = await browser.newPage({ viewport: phone, locale: "fr" });
  const form = { email: "ute@example.org", password };
  await other.request.post(at("/signin"), { form, maxRedirects: 0 });
  await other.goto(at("/events"));
  await other
    .getByRole("button", { name: japanese("Add event") })
    .first()
    .waitFor();
  await other.getByText("Hofkonzert").first().waitFor();
  expect(await writing(other)).toEqual(["ja", "ltr"]);
});

test.each(["de", "ja", "ar"] as const)(
  "a track is uploaded, a message sent and a letter written in %s",
  async (tag) => {
    const words = await wordsOf(tag);
    const { page, id } = await newMusician(`mika-${tag}`, { viewport: phone, locale: tag });
    const other = await newMusician(`noor-${tag}`);
    const conversation = await makeConversation(db, id, other.id);

    await page.goto(at("/music"));
    await untilHydrated(page);
    expect(await writing(page)).toEqual([tag, directionOf(tag)]);
    const file = { name: "Ebb.wav", mimeType: "audio/wav", buffer: wave(44_100) };
    await page.locator("input[type=file]").first().setInputFiles(file);
    await page.getByText(words("Track uploaded successfully!"), { exact: true }).last().waitFor();
    await expectAccessible(page);

    await page.goto(at(`/messages/${conversation.id}`));
    await untilHydrated(page);
    await page.getByRole("textbox", { name: words("Message"), exact: true }).fill("Hallo こんにちは مرحبا");
    await page.getByRole("button", { name: words("Send"), exact: true }).click();
    await page.getByText("Hallo こんにちは مرحبا").last().waitFor();
    await other.page.goto(at(`/messages/${conversation.id}`));
    await other.page.getByText("Hallo こんにちは مرحبا").last().waitFor();

    await page.goto(at("/newsletter/letters"));
    await page
      .getByRole("link", { name: words("Write a letter") })
      .first()
      .click();
    await page.getByLabel(words("Title|of a letter"), { exact: true }).fill("Ebb");
    await page.getByRole("textbox", { name: words("Letter|its text"), exact: true }).focus();
    await page.keyboard.insertText("Ebb");
    await page.getByRole("button", { name: words("Save letter") }).click();
    await page.waitForURL(/\/newsletter\/letters\/[0-9a-f-]{36}$/);
    await page.getByRole("heading", { name: "Ebb", level: 1 }).waitFor();
    await expectAccessible(page, { withFrames: false });
  },
);

test.each(["de", "ja", "ar"] as const)("an admin's screens in %s", async (tag) => {
  const words = await wordsOf(tag);
  const { page, id } = await newAdmin(`amal-${tag}`, { viewport: desktop });
  await db
    .asSystem()
    .write((tx) => tx.insertInto("account_preferences").values({ user_id: id, language: tag }).execute());
  await page.goto(at("/admin"));
  await untilHydrated(page);
  expect(await writing(page)).toEqual([tag, directionOf(tag)]);
  await page.getByRole("heading", { name: words("Admin Dashboard"), level: 1 }).waitFor();
  await expectAccessible(page);
});

test.each([
  ["en", []],
  ["de", ["de"]],
])("a browser that asks for %s loads the catalogues %j", async (locale, catalogues) => {
  const { page } = await newAccount(`eve-${locale}`, { viewport: desktop, locale });
  const loaded = new Set<string | undefined>();
  page.on("request", (request) => {
    const catalogue = /\/assets\/(ar|de|es|fr|ja|pt-BR)-[\w-]+\.js$/.exec(request.url());
    if (catalogue) loaded.add(catalogue[1]);
  });
  for (const path of ["/dashboard", "/events", "/account/preferences"]) {
    await page.goto(at(path));
    await untilHydrated(page);
  }
  expect([...loaded]).toEqual(catalogues);
});
