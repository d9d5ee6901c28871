import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Layout } from "../../app/artist-theme/appearance.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makeEvent, makeTrack } from "../factories/page.ts";
import { desktop, expectAccessible, expectAccessibleWithoutScript, phone } from "../harness/browser.ts";
import { openTestApp, toast } from "../harness/test-app.ts";

// What a fan wants first, in the layouts that may put it first; classic keeps the documented order.

const { handbill, browser, db, newAccount } = await openTestApp();

const layouts: Exclude<Layout, "classic">[] = ["poster", "split", "gallery", "minimal"];

/** An artist in this layout with tracks and a show to come. @returns the page's address */
async function artistIn(layout: Layout, tracks: number, choices: object = {}): Promise<string> {
  const slug = `${layout}-${tracks}`;
  const { id: user_id } = await makeMusician(db, { artist_name: slug, custom_url: slug, layout, ...choices });
  for (let number = 1; number <= tracks; number += 1) {
    await makeTrack(db, { user_id, title: `Song ${number}` });
  }
  const ticket_url = "https://tickets.example/winter";
  await makeEvent(db, {
    user_id,
    title: "Winter Night",
    event_date: "2189-12-04",
    location: "Leith",
    ticket_url,
  });
  return `${handbill.origin}/artist/${slug}`;
}

const player = (page: Page) => page.getByRole("region", { name: "Player" });

test.each(layouts)("%s begins with what the artist chose, and the next show", async (layout) => {
  const address = await artistIn(layout, 2, { first_action: "play" });
  const page = await browser.newPage({ viewport: phone });
  await page.goto(address);
  const header = page.locator("main header");
  expect(
    await header
      .getByRole("link", { name: "Next show: Fri 4 Dec 2189, Leith, Tickets" })
      .getAttribute("href"),
  ).toBe("https://tickets.example/winter");
  // The newest, not the first of the list.
  await header.getByRole("button", { name: "Play Song 2" }).click();
  await player(page).getByText("Song 2").waitFor();
  await expectAccessible(page);

  const plain = await browser.newPage({ viewport: phone, javaScriptEnabled: false });
  await plain.goto(address);
  await plain.locator("main header").getByRole("link", { name: "Listen to Song 2" }).click();
  await plain.getByRole("heading", { level: 1, name: "Song 2" }).waitFor();
});

test("a link's icon stands where its page begins", async () => {
  const link = { first_action: "link", first_action_url: "https://shop.example/" };
  const begins = async (tracks: number, choices: object) => {
    const page = await browser.newPage({ viewport: phone });
    await page.goto(await artistIn("poster", tracks, { ...link, ...choices }));
    const button = page.locator("a[href='https://shop.example/']");
    const [icon, text] = [
      await button.locator("svg").boundingBox(),
      await button.locator("span").boundingBox(),
    ];
    return (icon?.x ?? 0) < (text?.x ?? 0) ? "left" : "right";
  };
  const arabic = { artist_name: "نوفا", bio: "أغان للحافلات الليلية", first_action_label: "احجز الأغنية" };
  expect(await begins(4, arabic)).toBe("right");
  expect(await begins(5, { first_action_label: "Pre-save it" })).toBe("left");
});

test("of twelve tracks two are folded away: they play on, and a place in them that leaves leads back", async () => {
  const page = await browser.newPage({ viewport: phone });
  // Their files are on their way: what isn't there is left for the next track after three seconds.
  await page.route("**/uploads/music/**", () => {});
  await page.goto(await artistIn("poster", 12));
  const rest = page.getByRole("button", { name: "Play Song 11" });
  expect([await page.getByRole("button", { name: "Play Song 10" }).count(), await rest.isVisible()]).toEqual([
    1,
    false,
  ]);
  await page.getByRole("button", { name: "Play Song 10" }).click();
  await page.getByRole("button", { name: "Next track" }).click();
  await player(page).getByText("Song 11").waitFor();
  await page.getByRole("button", { name: "Stop" }).press("Enter");
  // Its own row takes no focus.
  await page.locator("[data-play-first]:focus").waitFor();
  await page.getByText("2 more tracks").press("Enter");
  await page.getByRole("button", { name: "Play Song 12" }).waitFor();
  await expectAccessible(page);
});

test("booking opens in a sheet, which keeps what is typed and says what is wrong", async () => {
  const page = await browser.newPage({ viewport: phone });
  await page.goto(await artistIn("gallery", 1));
  const opener = page.getByRole("link", { name: "Request a booking" });
  await opener.click();
  const sheet = page.getByRole("dialog", { name: "Book gallery-1" });
  await sheet.getByLabel("Your name").fill("Ines");
  await sheet.getByRole("button", { name: "Send booking request" }).click();
  await sheet.getByText("Please fill in all required fields").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true);
  await opener.press("Enter");
  expect(await sheet.getByLabel("Your name").inputValue()).toBe("Ines");
  await sheet.getByLabel("Email").fill("ines@example.org");
  await sheet.getByLabel("Message").fill("A wedding by the sea.");
  await sheet.getByRole("button", { name: "Send booking request" }).click();
  await sheet.getByRole("heading", { name: "Your request is on its way" }).waitFor();
  // Nothing outside the sheet is read out.
  await sheet
    .getByRole("region", { name: "Notifications" })
    .getByText("Booking request sent to gallery-1!")
    .waitFor();
  await sheet.getByRole("link", { name: "Send another request" }).click();
  await sheet.getByLabel("Your name").waitFor();
});

test("without a script the form has its own page, as long as the artist takes requests", async () => {
  const page = await browser.newPage({ viewport: phone, javaScriptEnabled: false });
  await page.goto(await artistIn("minimal", 1));
  await page.getByRole("link", { name: "Book minimal-1" }).click();
  await page.getByRole("heading", { name: "Book minimal-1" }).waitFor();
  await page.getByLabel("Your name").fill("Ines");
  await page.getByRole("button", { name: "Send booking request" }).click();
  await page.getByText("Please fill in all required fields").waitFor();
  expect(await page.getByLabel("Your name").inputValue()).toBe("Ines");
  await page.getByLabel("Email").fill("ines@example.org");
  await page.getByLabel("Message").fill("A wedding by the sea.");
  await page.getByRole("button", { name: "Send booking request" }).click();
  await page.getByText("Booking request sent to minimal-1!").waitFor();
  await expectAccessibleWithoutScript(browser, page);
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("musician_profiles")
        .set({ show_booking_section: false })
        .where("custom_url", "=", "minimal-1")
        .execute(),
    );
  await expect.poll(async () => (await page.request.get(page.url())).status()).toBe(404);
});

test.each(layouts)(
  "in %s the newsletter is a line, and asks for a name once there is an address",
  async (layout) => {
    const page = await browser.newPage({ viewport: phone });
    await page.goto(await artistIn(layout, 0));
    const form = page.getByRole("form", { name: "Newsletter" });
    expect(await form.getByLabel("Name (optional)").isVisible()).toBe(false);
    await form.getByLabel("Email").fill("ines@example.org");
    await form.getByLabel("Name (optional)").fill("Ines");
    await form.getByRole("button", { name: "Subscribe" }).click();
    await toast(page, `Successfully subscribed to ${layout}-0's updates!`).waitFor();
  },
);

test.each(["poster", "split", "gallery"] as const)(
  "in %s the sections stay in reach, and nothing is below their names",
  async (layout) => {
    const page = await browser.newPage({ viewport: phone });
    await page.goto(await artistIn(layout, 3));
    const links = page.getByRole("navigation", { name: "On this page" });
    // Those that there are.
    expect(await links.getByRole("link").allTextContents()).toEqual([
      "Music",
      "Events",
      "Newsletter",
      "Booking",
      "Comments",
    ]);
    for (const name of ["Comments", "Music"]) {
      await links.getByRole("link", { name }).click();
      const heading = page.getByRole("heading", { level: 2, name, exact: true });
      const [box, row] = [await heading.boundingBox(), await links.boundingBox()];
      expect(row?.y).toBeGreaterThanOrEqual(0);
      expect(box?.y).toBeGreaterThanOrEqual((row?.y ?? 0) + (row?.height ?? 0));
      expect(box?.y).toBeLessThan(phone.height);
    }
    await expectAccessible(page);
  },
);

test("the artist chooses it beside the live page, and is told what is missing", async () => {
  const { page, id: user_id } = await newAccount("chooser", { viewport: desktop });
  await makeMusician(db, { user_id, artist_name: "chooser", custom_url: "chooser", layout: "classic" });
  await page.goto(`${handbill.origin}/settings`);
  const preview = page.frameLocator("iframe[title='Live preview of your page']").locator("main header");
  await page.locator("summary", { hasText: "First for your fans" }).click();
  await page.getByRole("radio", { name: "The next show" }).check({ force: true });
  await page.getByText("There is no show to come: the button comes with the next you publish.").waitFor();
  await page.getByRole("radio", { name: "Play the latest" }).check({ force: true });
  await page.getByText("There is no public track yet: the button comes with the first.").waitFor();
  await page.getByRole("radio", { name: "A link" }).check({ force: true });
  await page.getByRole("button", { name: "Save & Apply" }).click();
  await page.getByText("Please say what it leads to").waitFor();
  await page.getByLabel("Text of the button").fill("Pre-save it");
  await page.getByLabel("Address", { exact: true }).fill("shop.example/single");
  await preview.getByRole("link", { name: "Pre-save it" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save & Apply" }).click();
  await toast(page, "Bio page appearance updated successfully!").waitFor();
  const fan = await browser.newPage();
  await fan.goto(`${handbill.origin}/artist/chooser`);
  expect(await fan.getByRole("link", { name: "Pre-save it" }).getAttribute("href")).toBe(
    "https://shop.example/single",
  );
});
