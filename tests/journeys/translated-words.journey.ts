import { expect, test } from "vitest";
import { makeEvent, makeTrack } from "../factories/page.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openTestApp, toast } from "../harness/test-app.ts";

// An artist says their words in a second language, and those who read it get them, without script too.

const { handbill, browser, db, newMusician } = await openTestApp();
const address = `${handbill.origin}/artist/nova`;

/** The page as a visitor reads it, with what its head says of languages. */
async function readBy(locale: string, path = "", javaScriptEnabled = false) {
  const page = await browser.newPage({ viewport: phone, locale, javaScriptEnabled });
  await page.goto(`${address}${path}`);
  const links = (rel: string) =>
    page
      .locator(`head link[rel=${rel}]:not([type])`)
      .evaluateAll((all) => all.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]));
  const [canonical, alternates] = [await links("canonical"), await links("alternate")];
  return { page, canonical: canonical.map(([, href]) => href), alternates };
}

const inBoth = (url: string) => [
  ["x-default", url],
  ["en", url],
  ["de", `${url}?lang=de`],
];

test("a bio, a track, a date and the first button are said in German, and German readers get them", async () => {
  const { page, id: user_id } = await newMusician("nova", { viewport: desktop });
  const track = await makeTrack(db, { user_id, title: "Open Water", slug: "open-water" });
  await makeEvent(db, { user_id, title: "Soon", event_date: "2199-12-04", description: "Doors at 7" });
  const save = (name: string) => page.getByRole("button", { name }).click();
  const unsaved = page.getByText("Unsaved changes");
  const saveAll = async (name: string) => {
    await unsaved.first().waitFor();
    await save(name);
    await expect.poll(() => unsaved.count()).toBe(0);
  };

  // Who writes in one language is asked for nothing more, and the page's head names none.
  await page.goto(`${handbill.origin}/music/tracks/${track.id}`);
  await page.getByLabel("Credits").waitFor();
  expect(await page.getByText("In your other languages").count()).toBe(0);
  const before = await readBy("de");
  expect([before.canonical, before.alternates]).toEqual([[address], []]);

  await page.goto(`${handbill.origin}/profile`);
  await page.getByLabel("Bio").fill("Songs for night buses.");
  await page.getByRole("checkbox", { name: "Deutsch" }).check();
  await save("Save Profile");
  await page.getByText("Please choose what your page is in").first().waitFor();
  await page.getByLabel("Page language").selectOption("English");
  await save("Save Profile");
  await toast(page, "Profile saved successfully!").waitFor();
  const german = page.getByRole("group").filter({ hasText: "In your other languages" });
  await german.getByText("Deutsch", { exact: true }).click();
  const bio = page.getByLabel("Bio (Deutsch)");
  expect([await bio.getAttribute("lang"), await bio.getAttribute("dir")]).toEqual(["de", "ltr"]);
  await expectAccessible(page);
  await bio.fill("Lieder für Nachtbusse.");
  await saveAll("Save Profile");
  expect(await bio.inputValue()).toBe("Lieder für Nachtbusse.");

  await page.goto(`${handbill.origin}/music/tracks/${track.id}`);
  await page.getByText("Deutsch", { exact: true }).click();
  await page.getByLabel("Title (Deutsch)").fill("Offenes Wasser");
  await save("Save details");
  await toast(page, "Track details saved").waitFor();

  await page.goto(`${handbill.origin}/events`);
  await save("Edit Soon");
  const dialog = page.getByRole("dialog", { name: "Edit event" });
  await dialog.getByText("Deutsch", { exact: true }).click();
  await dialog.getByLabel("Title (Deutsch)").fill("Bald");
  await dialog.getByRole("button", { name: "Save event" }).click();
  await toast(page, "Event saved").waitFor();
  await page.reload();
  await save("Edit Soon");
  // What is written stands open.
  expect(await dialog.getByLabel("Title (Deutsch)").inputValue()).toBe("Bald");
  await expectAccessible(page);

  await page.goto(`${handbill.origin}/settings`);
  await page.locator("summary", { hasText: "First for your fans" }).click();
  await page.getByRole("radio", { name: "A link" }).check({ force: true });
  await page.getByLabel("Text of the button", { exact: true }).fill("Pre-save it");
  await page.getByLabel("Address", { exact: true }).fill("shop.example/single");
  await saveAll("Save & Apply");
  const label = page.getByLabel("Text of the button (Deutsch)");
  expect(await label.isVisible()).toBe(false);
  // Until it is said in German, they read it as it stands.
  const { page: earlier } = await readBy("de");
  expect(
    await earlier.getByRole("link", { name: "Pre-save it" }).locator("[lang]").getAttribute("lang"),
  ).toBe("en");
  await page.getByText("Deutsch", { exact: true }).click();
  await label.fill("Jetzt vormerken");
  await unsaved.first().waitFor();
  await save("Discard");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  expect(await label.inputValue()).toBe("");
  await page.getByText("Deutsch", { exact: true }).click();
  await label.fill("Jetzt vormerken");
  await expectAccessible(page);
  // What is typed isn't lost while another first is looked at.
  await page.getByRole("radio", { name: "Play the latest" }).check({ force: true });
  await page.getByRole("radio", { name: "A link" }).check({ force: true });
  expect(await label.inputValue()).toBe("Jetzt vormerken");
  await saveAll("Save & Apply");
  await page.reload();
  await page.locator("summary", { hasText: "First for your fans" }).click();
  expect(await label.inputValue()).toBe("Jetzt vormerken");
  // Each tool has its own of the row, and saving one keeps the other's.
  await page.goto(`${handbill.origin}/profile`);
  expect(await page.getByText("Text of the button").count()).toBe(0);
  await page.getByLabel("Location (Deutsch)").fill("Köln");
  await saveAll("Save Profile");

  for (const hasScript of [false, true]) {
    const { page: read, canonical, alternates } = await readBy("de", "", hasScript);
    expect([canonical, alternates]).toEqual([[`${address}?lang=de`], inBoth(address)]);
    const words = read.getByText("Lieder für Nachtbusse.").first();
    await words.waitFor();
    expect(await words.getAttribute("lang")).toBeNull();
    await read.getByText("Offenes Wasser").first().waitFor();
    await read.getByText("Bald", { exact: true }).first().waitFor();
    expect(await read.getByText("Doors at 7").first().getAttribute("lang")).toBe("en");
    expect(await read.getByText("Open Water").count()).toBe(0);
    const first = read.getByRole("link", { name: "Jetzt vormerken" });
    expect(await first.getAttribute("href")).toBe("https://shop.example/single");
    expect(await first.locator("span").last().getAttribute("lang")).toBeNull();
    if (hasScript) await expectAccessible(read);
  }
  for (const [locale, path] of [
    ["en", ""],
    ["fr", ""],
    ["de", "?lang=fr"],
  ] as const) {
    const { page: read, canonical, alternates } = await readBy(locale, path);
    expect([canonical, alternates]).toEqual([[address], inBoth(address)]);
    await read.getByText("Songs for night buses.").first().waitFor();
    await read.getByText("Open Water").first().waitFor();
    await read.getByRole("link", { name: "Pre-save it" }).waitFor();
  }
  const own = `${address}/tracks/open-water`;
  const asked = await readBy("en", "/tracks/open-water?lang=de");
  expect([asked.canonical, asked.alternates]).toEqual([[`${own}?lang=de`], inBoth(own)]);
  expect(await asked.page.getByRole("heading", { level: 1 }).textContent()).toBe("Offenes Wasser");
  const card = await asked.page.locator('meta[property="og:image"]').getAttribute("content");
  expect(card).toBe(`${own}/card.jpg?lang=de`);
  const answer = await asked.page.request.get(card ?? "");
  expect(answer.headers()["content-type"]).toBe("image/jpeg");
});
