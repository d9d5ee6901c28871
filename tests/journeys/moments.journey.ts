import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeComment } from "../factories/audience.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openActions, openTestApp, toast } from "../harness/test-app.ts";
import { silence } from "../harness/wave.ts";

const { handbill, browser, db, newMusician } = await openTestApp();

/** Sound takes a while to come on a busy machine. */
const patience = { timeout: 20_000 };

/** An artist with a track of half a minute that can be heard, signed in. */
async function newArtist(slug: string) {
  const musician = await newMusician(slug, { viewport: phone, reducedMotion: "reduce" });
  await musician.page.goto(`${handbill.origin}/music`);
  const file = { name: "Rain.wav", mimeType: "audio/wav", buffer: silence(30) };
  await musician.page.locator("input[type=file]").setInputFiles(file);
  await musician.page.getByText("Your tracks (1)").waitFor();
  const page = `${handbill.origin}/artist/${slug}`;
  const shape = browser.newPage();
  // The shape is drawn in the background.
  await expect
    .poll(async () => {
      await (await shape).goto(`${page}/tracks/rain`);
      return (await shape).locator("[data-wave]").count();
    }, patience)
    .toBe(1);
  return { ...musician, address: page };
}

const moment = (page: Page) => page.getByLabel("Moment of the track (optional)");
const position = async (page: Page) => Number(await page.getByRole("slider", { name: "Seek" }).inputValue());

async function post(page: Page, text: string): Promise<void> {
  await page.getByLabel("Your name").fill("Ines");
  await page.getByLabel("Your comment").fill(text);
  await page.getByRole("button", { name: "Post comment" }).click();
}

test("a fan pins a comment to where the player stands, and it plays from there; the artist answers it", async () => {
  const artist = await newArtist("moments");
  const fan = await browser.newPage({ viewport: phone, reducedMotion: "reduce" });
  await fan.goto(`${artist.address}/tracks/rain?t=12`);
  await fan.getByRole("button", { name: "Play Rain" }).first().click();
  const here = fan.getByRole("button", { name: /^At 0:1[2-9]$/ });
  await here.waitFor();
  await fan.getByRole("button", { name: "Pause", exact: true }).click();
  await expectAccessible(fan);
  const stood = (await here.innerText()).slice(3);
  await here.press("Enter");
  expect(await moment(fan).inputValue()).toBe(stood);
  expect(await moment(fan).evaluate((field) => field === document.activeElement)).toBe(true);
  await moment(fan).fill("0:31");
  await post(fan, "This place!");
  await fan.getByText("This track ends at 0:30").waitFor();
  await expectAccessible(fan);
  await moment(fan).fill("0:20");
  await post(fan, "This place!");
  await toast(fan, "Comment posted successfully!").waitFor();

  const pin = fan.getByRole("list", { name: "Comments on moments of this track" }).getByRole("link");
  expect(await pin.count()).toBe(1);
  expect(await pin.getAttribute("aria-labelledby")).toBeTruthy();
  await fan.getByRole("link", { name: "0:20 Ines: This place!" }).focus();
  await fan.getByText("Ines: This place!").waitFor();
  await expectAccessible(fan);
  await fan.keyboard.press("Enter");
  await expect.poll(() => position(fan), patience).toBeGreaterThanOrEqual(20);
  expect(new URL(fan.url()).search).toBe("?t=12");
  await fan.getByRole("button", { name: "Stop" }).click();

  const { page } = artist;
  await page.goto(`${handbill.origin}/comments`);
  await page.getByText("At 0:20 of Rain").waitFor();
  await page.getByRole("button", { name: "Answer the comment by Ines" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Answer comment" });
  await dialog.getByRole("button", { name: "Save answer" }).press("Enter");
  await dialog.getByText("Please write an answer").waitFor();
  await dialog.getByLabel("Your answer").fill("That was the kettle.");
  await dialog.getByText("20/1000").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save answer" }).press("Enter");
  await toast(page, "Answer saved").waitFor();
  await expectAccessible(page);

  // On the artist's page the link plays the track, which stands there, without leaving.
  await fan.goto(artist.address);
  await fan.getByText("That was the kettle.").waitFor();
  await expectAccessible(fan);
  await fan.getByRole("link", { name: "0:20 · Rain" }).press("Enter");
  await expect.poll(() => position(fan), patience).toBeGreaterThanOrEqual(20);
  expect(fan.url()).toBe(artist.address);

  await page.getByRole("button", { name: "Edit answer to Ines" }).click();
  const edit = page.getByRole("dialog", { name: "Edit answer" });
  await edit.getByLabel("Your answer").fill("The kettle, again.");
  await edit.getByRole("button", { name: "Save answer" }).click();
  await page.getByText("The kettle, again.").waitFor();
  await fan.goto(`${artist.address}/comments`);
  await fan.getByText("The kettle, again.").waitFor();
  await expectAccessible(fan);
  await openActions(page, "the comment by Ines");
  await page.getByRole("button", { name: "Remove answer to Ines" }).click();
  await page
    .getByRole("alertdialog", { name: "Remove answer" })
    .getByRole("button", { name: "Remove" })
    .click();
  await toast(page, "Answer removed").waitFor();
  await fan.reload();
  await fan.getByText("This place!").waitFor();
  expect(await fan.getByText("The kettle, again.").count()).toBe(0);

  // Of a hidden track nothing is told, not even its title.
  await page.goto(`${handbill.origin}/music`);
  await page.getByLabel("Show Rain on your page").click();
  await toast(page, "Track hidden").waitFor();
  await fan.goto(artist.address);
  await fan.getByText("This place!").waitFor();
  expect(await fan.getByText("Rain").count()).toBe(0);
});

test.each<[string, BrowserContextOptions]>([
  ["on a phone", { viewport: phone }],
  ["on a desktop", { viewport: desktop }],
])("without a script a moment is typed and its link leads to the track, %s", async (where, options) => {
  const slug = `plain-${where.split(" ").at(-1)}`;
  const artist = await newArtist(slug);
  await makeComment(db, { musician_id: artist.id, author_name: "Ann", content: "Everywhere" });
  const page = await browser.newPage({ ...options, javaScriptEnabled: false });
  await page.goto(`${artist.address}/tracks/rain`);
  expect(await page.getByRole("button", { name: /^At/ }).count()).toBe(0);
  await moment(page).fill("about there");
  await post(page, "Here");
  await page.getByText("Please write minutes and seconds, such as 1:15").waitFor();
  await moment(page).fill("0:07");
  await post(page, "Here");
  await page.getByText("Comment posted successfully!").waitFor();
  await page.getByRole("link", { name: "0:07 Ines: Here" }).waitFor();
  await page.goto(`${artist.address}/comments`);
  await page.getByRole("link", { name: "0:07 · Rain" }).click();
  await page.waitForURL(`${artist.address}/tracks/rain?t=7`);
  expect(await page.locator("#comments").getByRole("link", { name: "0:07 · Rain" }).count()).toBe(1);
  expect(await page.locator("#comments").getByText("Everywhere").count()).toBe(1);
});
