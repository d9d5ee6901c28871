import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makeRelease, makeReleaseTrack, makeTrack } from "../factories/page.ts";
import { desktop, expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { openActions, openTestApp, toast } from "../harness/test-app.ts";

const { handbill, browser, db, newMusician } = await openTestApp({ DEMO: "off" });

/** A signed-in musician with tracks of these titles, and their files, at their releases. */
async function openReleases(name: string, titles: string[], viewport = desktop) {
  const { page, id } = await newMusician(name, { viewport, reducedMotion: "reduce" });
  const tracks: string[] = [];
  for (const [at, title] of titles.entries()) {
    const track = await makeTrack(db, { user_id: id, title, display_order: at + 1, analysed_at: new Date() });
    tracks.push(track.id);
  }
  await page.goto(`${handbill.origin}/music/releases`);
  await untilHydrated(page);
  return { page, id, tracks };
}

const entries = (page: Page) =>
  page.getByRole("list", { name: "Tracks of the release" }).locator("li p:first-child");

/** In the page: presses a checkbox, and says what it shows before anything is answered. */
function isCheckedByPress(box: HTMLElement): boolean {
  box.click();
  return box.matches(":checked");
}

/** Whether a stranger may hear a track. */
async function isPublic(id: string): Promise<boolean> {
  const row = await db
    .asVisitor()
    .read((tx) => tx.selectFrom("music_tracks").select("id").where("id", "=", id).executeTakeFirst());
  return row !== undefined;
}

test("an EP is put together, announced, and plays early what it says", async () => {
  const { page, tracks } = await openReleases("nova", ["Salt", "Tide", "Harbour", "Low Water"]);
  const [salt = "", tide = ""] = tracks;
  await page.getByRole("heading", { name: "No releases yet" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "New release" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Begin draft" }).click();
  await dialog.getByText("Please give it a title").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Title").fill("Salt & Tide");
  await dialog.getByRole("button", { name: "Begin draft" }).click();
  await page.getByRole("heading", { name: "Salt & Tide", level: 1 }).waitFor();
  await page.getByText("Nobody but you sees it.").waitFor();
  await page.getByText(`${handbill.origin}/artist/nova/music/salt-tide`).waitFor();

  await page.getByRole("button", { name: "Add tracks" }).click();
  await dialog.getByLabel("Search your library").fill("t");
  // In the order in which they are chosen.
  for (const title of [/^Tide/, /^Salt/, /^Low Water/]) {
    await dialog.getByRole("checkbox", { name: title }).click();
  }
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add 3 tracks" }).click();
  await expect.poll(() => entries(page).allTextContents()).toEqual(["Tide", "Salt", "Low Water"]);
  await page.getByRole("button", { name: "Add tracks" }).click();
  await dialog.getByRole("checkbox", { name: /^Harbour/ }).click();
  await dialog.getByRole("button", { name: "Add 1 track" }).click();
  await page.getByText("With 4 tracks usually: EP").waitFor();
  await page.getByRole("button", { name: "Use", exact: true }).click();
  expect(await page.getByLabel("Kind").inputValue()).toBe("ep");

  // By keyboard.
  await page.getByRole("button", { name: "Move Salt", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await expect.poll(() => entries(page).allTextContents()).toEqual(["Salt", "Tide", "Low Water", "Harbour"]);

  await page.getByLabel("Release day").fill("2199-03-05");
  await page.getByRole("textbox", { name: "Links" }).fill("nova.bandcamp.com/album/salt\nnot an address");
  await page.getByLabel("UPC or EAN").fill("036000291453");
  await page.getByRole("button", { name: "Save release" }).click();
  await page.getByText("This number has a mistake in it").waitFor();
  await page.getByText("“not an address” is no address").waitFor();
  await page.getByRole("list", { name: "Recognised links" }).getByText("Bandcamp", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByLabel("UPC or EAN").fill("0 36000 29145 2");
  await page.getByRole("textbox", { name: "Links" }).fill("nova.bandcamp.com/album/salt");
  await page.getByRole("button", { name: "Save release" }).click();
  await toast(page, "Release saved").waitFor();

  const early = page.getByRole("checkbox", { name: "Tide plays before the release" });
  expect(await early.evaluate(isCheckedByPress)).toBe(true);
  // The preview is the page itself, for nobody else.
  const [preview] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Preview (in a new tab)" }).click(),
  ]);
  await preview.getByText("A preview: nobody but you sees this page yet.").waitFor();
  await preview.close();
  const stranger = await fetch(`${handbill.origin}/artist/nova/music/salt-tide`);
  expect(stranger.status).toBe(404);

  await page.getByRole("button", { name: "Publish now" }).click();
  await toast(page, "Release published").waitFor();
  expect((await fetch(`${handbill.origin}/artist/nova/music/salt-tide`)).status).toBe(200);
  await page.getByText("Announced, out on Mar 5, 2199").waitFor();
  expect(await isPublic(tide)).toBe(true);
  expect(await isPublic(salt)).toBe(false);

  await page.reload();
  await expect.poll(() => entries(page).allTextContents()).toEqual(["Salt", "Tide", "Low Water", "Harbour"]);
  expect(await page.getByLabel("Kind").inputValue()).toBe("ep");
  expect(await page.getByLabel("UPC or EAN").inputValue()).toBe("036000291452");
  expect(await early.isChecked()).toBe(true);
  await page.getByRole("button", { name: "Take Harbour off the release" }).click();
  await toast(page, "Track taken off the release, and hidden: it isn't out yet").waitFor();
  await expect.poll(() => entries(page).allTextContents()).toEqual(["Salt", "Tide", "Low Water"]);

  // What stands alone is on the page still; the library says what isn't.
  await page.goto(`${handbill.origin}/music`);
  const rows = page.getByRole("list", { name: "Your tracks" }).getByRole("listitem");
  await rows.filter({ hasText: "Salt" }).getByText("Not out yet").waitFor();
  expect(await rows.filter({ hasText: "Tide" }).getByText("Not out yet").count()).toBe(0);
  await expectAccessible(page);
});

test("a release gets a cover that is square, on a phone in the dark", async () => {
  const { page, id } = await openReleases("cover", [], phone);
  await page.emulateMedia({ colorScheme: "dark" });
  const release = await makeRelease(db, { user_id: id, title: "Salt", published_at: null });
  await page.goto(`${handbill.origin}/music/releases/${release.id}`);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Add cover art" }).click();
  const choose = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#336699" } })
      .png()
      .toBuffer()
      .then((buffer) =>
        page
          .getByRole("dialog")
          .locator("input[type=file]")
          .setInputFiles({ name: "cover.png", mimeType: "image/png", buffer }),
      );
  await choose(300, 200);
  await page.getByText("Cover art must be square format. Your image is 300x200px.").waitFor();
  await choose(300, 300);
  await page.getByRole("button", { name: "Save cover art" }).click();
  await toast(page, "Cover art uploaded successfully!").waitFor();
  await page.getByRole("img", { name: "Cover art of Salt" }).waitFor();
  await expectAccessible(page);
  await page.goto(`${handbill.origin}/music/releases`);
  await page.getByRole("link", { name: /Salt/ }).waitFor();
  await expectAccessible(page);
});

test("a deleted release comes back, by the toast and from the list", async () => {
  const { page, id } = await openReleases("undo", ["Salt"]);
  const release = await makeRelease(db, { user_id: id, title: "Tide", published_at: null });
  const track = await makeTrack(db, { user_id: id, title: "Harbour" });
  await makeReleaseTrack(db, release, track.id);
  await page.reload();
  const open = page.getByRole("link", { name: /Tide/ });
  const erase = async () => {
    await open.click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("“Tide” was deleted, and its tracks that weren't out are hidden").first().waitFor();
    await page.waitForURL(`${handbill.origin}/music/releases`);
  };
  await erase();
  expect(await isPublic(track.id)).toBe(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await open.waitFor();
  await erase();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Bring back Tide" }).click();
  await open.waitFor();
  await erase();
  await page.getByRole("button", { name: "Delete Tide for good" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Deleted for good").waitFor();
  await page.getByRole("heading", { name: "No releases yet" }).waitFor();
});

test("two tabs: nothing typed is lost, and a track that was deleted meanwhile is said", async () => {
  const { page, id, tracks } = await openReleases("tabs", ["Salt", "Tide"]);
  const release = await makeRelease(db, { user_id: id, title: "Album", published_at: null });
  await makeReleaseTrack(db, release, tracks[0] ?? "");
  const at = `${handbill.origin}/music/releases/${release.id}`;
  await page.goto(at);
  await untilHydrated(page);
  const other = await page.context().newPage();
  await other.goto(at);
  await untilHydrated(other);

  await page.getByLabel("Title").fill("First");
  await page.getByRole("button", { name: "Save release" }).click();
  await toast(page, "Release saved").waitFor();
  await other.getByRole("textbox", { name: "Text" }).fill("Of the second tab.");
  await other.getByLabel("Title").fill("Second");
  await other.getByRole("button", { name: "Save release" }).click();
  await other.getByRole("heading", { name: "Saved meanwhile" }).waitFor();
  await expectAccessible(other);
  expect(await other.getByRole("textbox", { name: "Text" }).inputValue()).toBe("Of the second tab.");
  await other.getByRole("button", { name: "Keep mine" }).click();
  await toast(other, "Release saved").waitFor();
  await other.getByRole("heading", { name: "Second", level: 1 }).waitFor();

  await db.asSystem().write((tx) =>
    tx
      .deleteFrom("music_tracks")
      .where("id", "=", tracks[0] ?? "")
      .execute(),
  );
  await page.getByRole("button", { name: "Take Salt off the release" }).click();
  await toast(page, "This track does not exist any more.").waitFor();
  await page.getByRole("heading", { name: "Tracks (0)" }).waitFor();
  expect(browser.takeProblems().every((problem) => /40[49]/.test(problem))).toBe(true);
});

test("a track's lyrics, credits, licence and number have a page", async () => {
  const { page } = await openReleases("lyrics", ["Salt"]);
  await page.goto(`${handbill.origin}/music`);
  await openActions(page, "Salt");
  await page.getByRole("link", { name: "Details of Salt" }).click();
  await page.getByRole("heading", { name: "Salt", level: 1 }).waitFor();
  await page.getByRole("link", { name: `${handbill.origin}/artist/lyrics/tracks/salt` }).waitFor();
  await page.getByLabel("Lyrics").fill("La la\n\nla");
  await page.getByLabel("Licence").selectOption("CC BY-SA 4.0");
  await page.getByLabel("ISRC").fill("SE-A1B-26");
  await page.getByRole("button", { name: "Save details" }).click();
  await page.getByText("An ISRC has two letters").waitFor();
  await expectAccessible(page);
  await page.getByLabel("ISRC").fill("se-a1b-26-00012");
  await page.getByRole("button", { name: "Save details" }).click();
  await toast(page, "Track details saved").waitFor();
  await page.reload();
  expect(await page.getByLabel("Lyrics").inputValue()).toBe("La la\n\nla");
  expect(await page.getByLabel("ISRC").inputValue()).toBe("SEA1B2600012");
  // What isn't saved isn't left behind by mistake.
  await page.getByLabel("Credits").fill("Bass: Ana");
  await page.getByRole("link", { name: "All tracks" }).click();
  await page.getByRole("alertdialog", { name: "Leave without saving?" }).waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
  await page.waitForURL(`${handbill.origin}/music`);
});
