import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Layout } from "../../app/artist-theme/appearance.ts";
import { artist as demoArtist } from "../../demo/artist.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makeComment, makeIssue } from "../factories/audience.ts";
import { makeEvent, makeRelease, makeReleaseTrack, makeTrack } from "../factories/page.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openTestApp, toast } from "../harness/test-app.ts";

// The pages beside an artist's own: one frame in each layout, and the archive of letters.

const { handbill, browser, db, newMusician } = await openTestApp({ DEMO: "on" });
const address = `${handbill.origin}/artist/nova`;
const layouts: Layout[] = ["classic", "poster", "split", "gallery", "minimal"];
const sent = { status: "sent", started_at: new Date("2026-03-04T05:06:07Z") } as const;

let userId: string;
let letter: string;

beforeAll(async () => {
  const { id: user_id } = await makeMusician(db, { artist_name: "Nova", custom_url: "nova" });
  userId = user_id;
  await makeTrack(db, { user_id, title: "Old Song", created_at: new Date("2025-01-01") });
  const out = await makeRelease(db, { user_id, title: "Out" });
  for (const title of ["First Song", "Second Song"]) {
    const track = await makeTrack(db, { user_id, title, created_at: new Date("2024-01-01") });
    await makeReleaseTrack(db, out, track.id);
  }
  await makeEvent(db, { user_id, title: "Soon", venue_name: "Leith Depot", event_date: "2199-12-04" });
  await makeEvent(db, { user_id, title: "Not any more", event_date: "2199-12-05", cancelled_at: new Date() });
  await makeEvent(db, { user_id, title: "Long ago", event_date: "2020-12-04" });
  await makeComment(db, { musician_id: user_id, content: "Lovely." });
  const body = "Hello all.\n\nHear [the song](https://example.org/song).";
  const issue = { musician_id: user_id, ...sent, body, in_archive: true };
  letter = (await makeIssue(db, { ...issue, title: "From the net loft" })).id;
  await makeIssue(db, { ...issue, title: "Before", started_at: new Date("2026-02-01") });
});

async function wear(layout: Layout): Promise<void> {
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("musician_profiles").set({ layout }).where("user_id", "=", userId).execute(),
    );
}

/** Opens a page as soon as it is rendered in this layout: a cached one may be served for a moment. */
async function openIn(page: Page, layout: Layout, path: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.goto(address + path);
      return page.locator("main").getAttribute("class");
    })
    .toMatch(new RegExp(`side-${layout}$`));
}

test("each page stands in the artist's layout: who it is, what is new, and where to see them", async () => {
  const paths = ["/events", "/comments", "/letters", `/letters/${letter}`, "/music/out", "/tracks/old-song"];
  const pages = [
    await browser.newPage({ viewport: phone, colorScheme: "dark" }),
    await browser.newPage({ viewport: desktop }),
  ];
  for (const [at, layout] of layouts.entries()) {
    await wear(layout);
    for (const [other, path] of paths.entries()) {
      // Each layout has half of the pages, and each screen half of those.
      const turn = at + other;
      const page = turn % 2 === 0 ? pages[(turn / 2) % 2] : undefined;
      if (!page) continue;
      await openIn(page, layout, path);
      expect(await page.getByRole("link", { name: "Nova", exact: true }).getAttribute("href")).toBe(
        "/artist/nova",
      );
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(width, `${layout} ${path}`).toBeLessThanOrEqual(0);
      if (path !== "/events") {
        const dates = page.getByRole("region", { name: "Next dates" });
        expect(await dates.getByRole("link").allTextContents()).toEqual([
          expect.stringMatching(/^Dec 4Soon/),
          "All dates",
        ]);
      }
      await expectAccessible(page);
    }
  }
});

test("the newest track plays beside any of them, and has a page where nothing is run", async () => {
  const page = await browser.newPage({ viewport: phone });
  await page.goto(`${handbill.origin}/artist/${demoArtist.customUrl}/events`);
  await page.locator("#newest").getByRole("button").click();
  const bar = page.getByRole("region", { name: "Player" });
  await expect.poll(() => bar.getAttribute("data-state"), { timeout: 15_000 }).toBe("playing");

  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${address}/letters/${letter}`);
  await plain.getByRole("link", { name: "About First Song" }).click();
  await plain.getByRole("heading", { name: "First Song", level: 1 }).waitFor();
});

test("dates and music that the artist doesn't show aren't beside the others", async () => {
  const { id: user_id, profile } = await makeMusician(db, {
    show_events_section: false,
    show_music_section: false,
  });
  await makeEvent(db, { user_id, event_date: "2199-12-04" });
  await makeTrack(db, { user_id });
  const page = await browser.newPage();
  await page.goto(`${handbill.origin}/artist/${profile.custom_url}/comments`);
  await page.getByText("Nobody has written yet.").waitFor();
  expect(await page.getByRole("region", { name: "Next dates" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: /^Play/ }).count()).toBe(0);
  await page.goto(`${handbill.origin}/artist/${profile.custom_url}/letters`);
  await page.getByText("No letter has been published yet.").waitFor();
});

test("a letter of before is for those with its address, until its artist puts it into the archive", async () => {
  const { page, id: musician_id } = await newMusician("writer");
  const { id } = await makeIssue(db, {
    musician_id,
    ...sent,
    title: "Of before",
    body: "Hello [there](https://example.org).",
  });
  const artist = `${handbill.origin}/artist/writer`;
  const fan = await browser.newPage({ viewport: phone });
  const robots = () => fan.locator("meta[name=robots]").count();

  await fan.goto(`${artist}/letters/${id}`);
  await fan.getByRole("heading", { name: "Of before" }).waitFor();
  expect(await robots()).toBe(1);
  expect(await fan.getByRole("link", { name: "All letters" }).count()).toBe(0);
  await fan.goto(artist);
  expect(await fan.getByRole("link", { name: "Letters so far" }).count()).toBe(0);

  await page.goto(`${handbill.origin}/newsletter/letters`);
  const inArchive = page.getByRole("checkbox", { name: "Show in the public archive: Of before" });
  expect(await inArchive.isChecked()).toBe(false);
  await inArchive.check();
  await toast(page, "In the public archive").waitFor();
  await expectAccessible(page);

  await fan.goto(artist);
  await fan.getByRole("link", { name: "Letters so far" }).click();
  await fan.getByRole("heading", { name: "Letters", level: 1 }).waitFor();
  await fan.getByText("Hello there.").waitFor();
  await fan.getByRole("link", { name: "Of before" }).click();
  await fan.getByRole("link", { name: "All letters" }).waitFor();
  expect(await robots()).toBe(0);

  await page.goto(`${handbill.origin}/newsletter/letters/${id}`);
  await page.getByRole("checkbox", { name: "Show in the public archive: Of before" }).uncheck();
  await toast(page, "Not in the public archive any more").waitFor();
  await fan.goto(`${artist}/letters`);
  await fan.getByText("No letter has been published yet.").waitFor();

  await page.goto(`${handbill.origin}/newsletter/letters/new`);
  expect(await page.getByRole("checkbox", { name: "Show in the public archive" }).isChecked()).toBe(true);
});
