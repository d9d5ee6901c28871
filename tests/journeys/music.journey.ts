import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { makeRelease, makeReleaseLink, makeReleaseTrack } from "../factories/page.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openOwnerOf } from "../harness/handbill.ts";
import { openTestApp } from "../harness/test-app.ts";
import { silence } from "../harness/wave.ts";

const { handbill, browser, db, newMusician } = await openTestApp();
const owner = await openOwnerOf(handbill);
afterAll(() => owner.end());

const address = `${handbill.origin}/artist/tide`;
/** Sound takes a while to come on a busy machine, and a page asks for its release within some seconds. */
const patience = { timeout: 20_000 };
const titles = ["Open Water", "Second Wave", "Low Tide", "Loose"];

let user_id = "";
let tracks = new Map<string, string>();
beforeAll(async () => {
  const musician = await newMusician("tide");
  user_id = musician.id;
  await musician.page.goto(`${handbill.origin}/music`);
  for (const [index, title] of titles.entries()) {
    const file = { name: `${title}.wav`, mimeType: "audio/wav", buffer: silence(30) };
    await musician.page.locator("input[type=file]").setInputFiles(file);
    await musician.page.getByText(`Your tracks (${index + 1})`).waitFor();
  }
  await musician.page.context().close();
  const { rows } = await owner.query<{ title: string; id: string }>("select title, id from music_tracks");
  tracks = new Map(rows.map(({ title, id }) => [title, id]));
  const album = await makeRelease(db, { user_id, title: "Tidal", kind: "album", release_date: "2025-05-05" });
  for (const title of titles.slice(0, 2)) await makeReleaseTrack(db, album, tracks.get(title) ?? "");
  for (const platform of ["bandcamp", "spotify", "tidal"] as const) {
    await makeReleaseLink(db, album, { platform, url: `https://${platform}.example/tidal` });
  }
  await makeRelease(db, { user_id, title: "Before", kind: "ep", release_date: "2020-02-02" });
});

const bar = (page: Page) => page.getByRole("region", { name: "Player" });
const position = (page: Page) => page.getByRole("slider", { name: "Seek" }).inputValue();

async function expectOn(page: Page, title: string): Promise<void> {
  await expect.poll(() => bar(page).getAttribute("data-state"), patience).toBe("playing");
  await expect.poll(() => bar(page).innerText(), patience).toContain(title);
}

test("a release's one large button on the artist's page plays it in its order, and nothing else", async () => {
  const page = await browser.newPage({ viewport: phone });
  await page.goto(address);
  await page.getByRole("heading", { name: "Latest Release" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Play Tidal" }).click();
  await expectOn(page, "Open Water");
  await page.getByRole("button", { name: "Pause Tidal" }).waitFor();
  await bar(page).getByRole("button", { name: "Next track" }).click();
  await expectOn(page, "Second Wave");
  await bar(page).getByRole("button", { name: "Next track" }).click();
  await expectOn(page, "Open Water");
  await page.getByRole("link", { name: "About Second Wave" }).click();
  await page.getByRole("heading", { level: 1, name: "Second Wave" }).waitFor();
  await page.goto(address);
  await page.getByRole("link", { name: "Before" }).click();
  await page.getByRole("heading", { level: 1, name: "Before" }).waitFor();
});

for (const viewport of [phone, desktop]) {
  test(`a link to a second of a track begins there, ${viewport.width} pixels wide`, async () => {
    const page = await browser.newPage({ viewport, permissions: ["clipboard-read", "clipboard-write"] });
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "share", { value: undefined }));
    await page.goto(`${address}/tracks/open-water?t=9`);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Play Open Water" }).first().click();
    await expectOn(page, "Open Water");
    await expect.poll(async () => Number(await position(page)), patience).toBeGreaterThan(9);
    await bar(page).getByRole("button", { name: "Pause", exact: true }).click();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Track link copied to clipboard!").waitFor();
    const second = Math.floor(Number(await position(page)));
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    expect(await copied()).toBe(`${address}/tracks/open-water?t=${second}`);
    // From the bar, on another page, it is the track's address all the same.
    await page.goto(`${address}/music/tidal`);
    await page.getByRole("button", { name: "Play Second Wave" }).click();
    await expectOn(page, "Second Wave");
    await bar(page).getByRole("button", { name: "Share this track" }).click();
    await expect.poll(copied, patience).toMatch(`${address}/tracks/second-wave`);
  });
}

test("the header's button begins with the latest release, and follows it", async () => {
  const page = await browser.newPage({ viewport: desktop });
  await page.goto(address);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expectOn(page, "Open Water");
  await page.locator("main header").getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("button", { name: "Play Tidal" }).waitFor();
});

test("an earlier title's address leads on, with the second in it", async () => {
  const rename = (title: string) =>
    db.asSystem().write((tx) =>
      tx
        .updateTable("music_tracks")
        .set({ title })
        .where("id", "=", tracks.get("Low Tide") ?? "")
        .execute(),
    );
  await rename("Ebb");
  const moved = () => fetch(`${address}/tracks/low-tide?t=7`, { redirect: "manual" });
  await expect.poll(async () => (await moved()).status, patience).toBe(308);
  const answer = await moved();
  expect(new URL(answer.headers.get("Location") ?? "", handbill.origin).href).toBe(
    `${address}/tracks/ebb?t=7`,
  );
  await rename("Low Tide");
});

test("the service that a fan chose stands first the next time, for this browser alone", async () => {
  const page = await browser.newPage({ viewport: phone });
  const asked: string[] = [];
  await page.context().route(/\.example\//, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ body: "" });
  });
  await page.goto(`${address}/music/tidal`);
  const links = page.locator("[data-service]");
  const first = async () => {
    const places = await links.evaluateAll((all) =>
      all.map((link) => ({ top: link.getBoundingClientRect().top, name: link.textContent })),
    );
    return places.sort((a, b) => a.top - b.top)[0]?.name;
  };
  expect(await first()).toContain("Bandcamp");
  expect(asked).toEqual([]);
  // The page's later script is here.
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.chosen)).toBe("");
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Listen on Tidal" }).click();
  await (await opened).close();
  // Before the later script; and a page without services does not wait for the storage.
  await page.route("**/assets/public-*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.reload();
  expect(await first()).toContain("Tidal");
  await page.goto(address);
  expect(await page.locator("html").getAttribute("data-chosen")).toBeNull();
  expect(await page.context().cookies()).toEqual([]);
  const other = await browser.newPage({ viewport: phone });
  await other.goto(`${address}/music/tidal`);
  expect(await other.evaluate(() => document.documentElement.dataset.chosen)).not.toBe("tidal");
});

test("a release comes out at its second: on the page that is open, and on every page that was cached", async () => {
  const single = await makeRelease(db, { user_id, title: "Ebb Song", release_date: "2099-01-01" });
  await makeReleaseTrack(db, single, tracks.get("Low Tide") ?? "");
  const path = `${address}/music/ebb-song`;
  const textOf = async (url: string) => (await fetch(url)).text();
  await vi.waitUntil(async () => (await textOf(address)).includes("Ebb Song"), patience);
  const page = await browser.newPage({ viewport: phone });
  // The day is a day's first instant; here it comes in a moment.
  await owner.query("alter table releases alter column released_at drop expression");
  await owner.query("update releases set released_at = now() + interval '15 seconds' where id = $1", [
    single.id,
  ]);
  await vi.waitUntil(async () => (await textOf(path)).includes("data-countdown"), patience);
  await page.goto(path);
  await page.getByText("Coming Single").waitFor();
  expect(await page.getByRole("button", { name: "Play Low Tide" }).count()).toBe(0);
  expect((await fetch(`${address}/tracks/low-tide`)).status).toBe(404);
  await expect.poll(() => page.getByRole("timer").innerText(), patience).toMatch(/0 h 00 min \d\d s/);
  await expectAccessible(page);
  // Nobody writes anything from here on.
  await page.getByRole("button", { name: "Play Low Tide" }).waitFor(patience);
  expect(await page.getByText("Coming Single").count()).toBe(0);
  expect(await textOf(address)).toContain('data-play-first="latest-tracks" aria-label="Play Ebb Song"');
  expect((await fetch(`${address}/tracks/low-tide`)).status).toBe(200);
  await db.asSystem().write((tx) => tx.deleteFrom("releases").where("id", "=", single.id).execute());
});

test("without script each track has the browser's own player, and everything else leads on", async () => {
  const page = await browser.newPage({ viewport: phone, javaScriptEnabled: false });
  await page.goto(`${address}/music/tidal`);
  expect(await page.locator("audio").count()).toBe(2);
  expect(await page.getByRole("button", { name: /^Play/ }).count()).toBe(0);
  await page.getByRole("link", { name: "About Open Water" }).click();
  await page.getByRole("heading", { level: 1, name: "Open Water" }).waitFor();
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Your comment").fill("What a tide!");
  await page.getByRole("button", { name: "Post comment" }).click();
  await page.getByText("Comment posted successfully!").waitFor();
  expect(new URL(page.url()).pathname).toBe("/artist/tide/tracks/open-water");
});

const node = z.looseObject({ "@type": z.string() });

test("machines read what a page is about", async () => {
  const page = await browser.newPage();
  const meta = (property: string) =>
    page
      .locator(`meta[property='${property}']`)
      .evaluateAll((all) => all.map((one) => one.getAttribute("content")));
  const graph = async () => {
    const text = await page.locator('script[type="application/ld+json"]').textContent();
    return z.object({ "@graph": z.array(node) }).parse(JSON.parse(text ?? ""))["@graph"];
  };
  await page.goto(`${address}/tracks/open-water`);
  expect(await meta("og:type")).toEqual(["music.song"]);
  expect(await meta("music:album")).toEqual([`${address}/music/tidal`]);
  const [sound = ""] = await meta("og:audio");
  expect((await page.request.get(sound ?? "")).headers()["content-type"]).toMatch(/^audio\//);
  expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(`${address}/tracks/open-water`);
  expect((await graph())[1]).toMatchObject({
    "@type": "MusicRecording",
    name: "Open Water",
    duration: "PT0M30S",
  });
  await page.goto(`${address}/music/tidal`);
  expect(await meta("og:type")).toEqual(["music.album"]);
  expect(await meta("music:song")).toEqual([`${address}/tracks/open-water`, `${address}/tracks/second-wave`]);
  expect((await graph())[1]).toMatchObject({
    "@type": "MusicAlbum",
    numTracks: 2,
    datePublished: "2025-05-05",
    albumRelease: { "@type": "MusicRelease" },
  });
  const [card] = await meta("og:image");
  expect((await page.request.get(card ?? "")).headers()["content-type"]).toBe("image/jpeg");
  const sitemap = await (await fetch(`${handbill.origin}/sitemap.xml`)).text();
  for (const path of ["/tracks/open-water", "/music/tidal", "/music/before"]) {
    expect(sitemap).toContain(`<loc>${address}${path}</loc>`);
  }
});
