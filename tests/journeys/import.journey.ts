import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openTestApp, toast } from "../harness/test-app.ts";
import { zipOfFiles } from "../harness/zips.ts";

const { handbill, db, newMusician } = await openTestApp();
const fixture = (name: string) => join(import.meta.dirname, "../fixtures/imports", name);

test("links of a Linktree page are looked at, taken and taken back, and say which row stays out and why", async () => {
  const { page } = await newMusician("incoming", { viewport: desktop });
  await page.goto(`${handbill.origin}/account/import`);
  await page.getByLabel("Choose a file, or drop it here").setInputFiles(fixture("linktree.html"));
  const preview = page.getByRole("region", { name: "What would come in" });
  const rows = preview.getByRole("list", { name: "Links in this file", exact: true }).getByRole("listitem");
  await rows.first().waitFor();
  expect(await rows.count()).toBe(5);
  expect(await rows.nth(2).innerText()).toContain("Row 3 Call me");
  expect(await rows.nth(2).innerText()).toContain("Please enter a valid URL.");
  expect(await rows.nth(2).getByRole("checkbox").count()).toBe(0);
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectAccessible(page);

  // By keyboard alone: one is left out, the rest comes in.
  await rows.last().getByRole("checkbox").press("Space");
  await preview.getByRole("button", { name: "Bring in 3 rows" }).press("Enter");
  await page.getByText("2 links, 1 social link came in.").waitFor();
  await expectAccessible(page);
  await page.reload();
  await page.goto(`${handbill.origin}/social-links/buttons`);
  const links = page.getByRole("list", { name: "Your links" });
  await links.getByText("Tour & tickets").waitFor();

  await page.goto(`${handbill.origin}/account/import`);
  await page.getByRole("link", { name: "linktree.html" }).click();
  await page.getByRole("button", { name: "Undo this import" }).press("Enter");
  await toast(page, "The import is undone").waitFor();
  await page.getByText("all of it is taken away again").waitFor();
  await page.goto(`${handbill.origin}/social-links/buttons`);
  await page.getByRole("heading", { name: "Social Links" }).waitFor();
  expect(await links.count()).toBe(0);
});

test("pasted dates are read by their columns, which the musician corrects", async () => {
  const { page } = await newMusician("dated", { viewport: phone });
  await page.goto(`${handbill.origin}/account/import`);
  await page
    .getByLabel("Or paste it here")
    .fill("wann,wo\n2099-06-05,Debaser\n2019-06-05,Old Hall\n2099-06-31,Loppen\n");
  await page.getByRole("button", { name: "Show what is in it" }).press("Enter");
  const preview = page.getByRole("region", { name: "What would come in" });
  await preview.getByText("No column was recognised").waitFor();
  // On a slow machine the browser tells that the columns are open before they are in the page, where nobody hears it.
  await page.evaluate(() => addEventListener("toggle", (event) => event.stopImmediatePropagation(), true));
  await preview.getByLabel("These rows are").selectOption("events");
  await preview.getByLabel("Date", { exact: true }).waitFor();
  // Both at once, as on a busy phone: the second is chosen before the first was read.
  await preview.evaluate((region) => {
    for (const [name, column] of Object.entries({ date: "0", venue: "1" })) {
      const select = region.querySelector<HTMLSelectElement>(`select[name="column-${name}"]`);
      if (!select) throw new Error(`There is no choice of a column for ${name}.`);
      select.value = column;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  const rows = preview.getByRole("list", { name: "Events in this file" }).getByRole("listitem");
  await expect.poll(() => rows.nth(0).innerText()).toContain("Debaser");
  // The server might read the earlier of two choices last: so the later one waits.
  const first = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/account/import.data*", async (route) => {
    if (route.request().method() === "POST") {
      sent += 1;
      if (sent === 1) await first.promise;
    }
    await route.continue();
  });
  await preview.getByLabel("Venue").selectOption({ label: "None" });
  await expect.poll(() => sent).toBe(1);
  await preview.getByLabel("Venue").selectOption({ label: "wo (Debaser)" });
  await page.evaluate(() => fetch("/healthz"));
  expect(sent).toBe(1);
  first.resolve();
  await expect.poll(() => sent).toBe(2);
  await expect.poll(() => rows.nth(0).innerText()).toContain("Debaser");
  await page.unroute("**/account/import.data*");
  // It stands in the form that the page was reloaded with, and so does what is left out.
  await preview.getByRole("button", { name: "Bring in 1 row" }).waitFor();
  await rows.first().getByRole("checkbox").press("Space");
  await preview.getByRole("button", { name: "Nothing is chosen" }).waitFor();
  await page.reload();
  await preview.getByRole("button", { name: "Nothing is chosen" }).waitFor();
  expect(await rows.first().getByRole("checkbox").isChecked()).toBe(false);
  await rows.first().getByRole("checkbox").press("Space");
  expect(await rows.nth(1).innerText()).toContain("The event date cannot be in the past.");
  expect(await rows.nth(2).innerText()).toContain("is no date that is known here");
  await expectAccessible(page);
  await preview.getByRole("button", { name: "Bring in 1 row" }).press("Enter");
  await page.getByText("1 event came in.").waitFor();
  await page.goto(`${handbill.origin}/events`);
  await page.getByRole("main").getByText("Debaser").first().waitFor();
});

test("a zip of sounds and photos is looked at and comes in while the page waits, and a folder is packed by the browser", async () => {
  const { page } = await newMusician("records", { viewport: phone });
  await page.goto(`${handbill.origin}/account/import`);
  const zip = await zipOfFiles([
    ["Shore/01 Tone.wav", await readFile(join(import.meta.dirname, "../fixtures/tone.wav"))],
    ["Shore/notes.txt", "Thank you"],
  ]);
  await page
    .getByLabel("Choose a file, or drop it here")
    .setInputFiles({ name: "shore.zip", mimeType: "application/zip", buffer: zip });
  const preview = page.getByRole("region", { name: "What would come in" });
  await preview.getByRole("list", { name: "Tracks in this file" }).getByText("Arpeggio").waitFor();
  await preview.getByText("It is no sound").waitFor();
  await expectAccessible(page);
  await preview.getByRole("button", { name: "Bring in 1 row" }).press("Enter");
  // One goes on meanwhile, and isn't taken away from there.
  const next = page.getByLabel("Or paste it here");
  await next.focus();
  await page.getByText("1 track came in.").waitFor({ timeout: 30_000 });
  await expectAccessible(page);
  expect(await next.evaluate((field) => field === document.activeElement)).toBe(true);

  const folder = await mkdtemp(join(tmpdir(), "handbill-folder-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const picture = sharp({ create: { width: 90, height: 60, channels: 3, background: "#336699" } });
  await picture.jpeg().toFile(join(folder, "harbour.jpg"));
  await writeFile(join(folder, "captions.csv"), "file,caption\nharbour.jpg,At the harbour\n");
  await writeFile(join(folder, "private.txt"), "This stays here");
  await page.getByLabel("Or choose a folder of sounds or photos").setInputFiles(folder);
  await preview.getByRole("list", { name: "Photos in this file" }).getByText("At the harbour").waitFor();
  expect(await preview.getByText("private.txt").count()).toBe(0);
});

test("a Handbill archive is looked at: pictures of links, cancelled dates, two releases of one title", async () => {
  const { page, id: userId } = await newMusician("moving", { viewport: phone });
  const picture = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: "#336699" } })
      .jpeg()
      .toBuffer();
  const sound = await readFile(join(import.meta.dirname, "../fixtures/tone.wav"));
  const tracks = ["Ebb", "Flood"].map((title, id) => ({
    ...{ id, title, is_visible: true, file_url: `/uploads/music/x/${id}.wav` },
  }));
  const rows = {
    page_links: [
      {
        title: "Shop",
        url: "https://shop.example.org/",
        is_visible: true,
        image_url: "/uploads/photos/x/shop.jpg",
      },
      {
        title: "Lost",
        url: "https://lost.example.org/",
        is_visible: true,
        image_url: "/uploads/photos/x/lost.jpg",
      },
    ],
    events: [
      {
        ...{ title: "Off", event_type: "concert", event_date: "2099-06-01" },
        ...{ is_published: true, cancelled_at: "2026-01-01T00:00:00Z" },
      },
    ],
    music_tracks: tracks,
    releases: tracks.map(({ id }) => ({
      ...{ id, title: "Tides", kind: "single", licence: "cc0", cover_image: "/uploads/avatars/x/tides.jpg" },
    })),
    release_tracks: tracks.map(({ id }) => ({ release_id: id, track_id: id, position: 1 })),
  };
  const zip = await zipOfFiles([
    ["account.json", JSON.stringify({ format: "handbill-account", version: 1 })],
    ...Object.entries(rows).map(
      ([table, content]) => [`data/${table}.json`, JSON.stringify(content)] as const,
    ),
    ...tracks.map(
      ({ id }) => [`files/music/${id}.wav`, Buffer.concat([sound, Buffer.from(String(id))])] as const,
    ),
    ["files/photos/shop.jpg", await picture(320)],
    ["files/avatars/tides.jpg", await picture(600)],
  ]);
  await page.goto(`${handbill.origin}/account/import`);
  await page
    .getByLabel("Choose a file, or drop it here")
    .setInputFiles({ name: "moving.zip", mimeType: "application/zip", buffer: zip });
  const preview = page.getByRole("region", { name: "What would come in" });
  const listed = (name: string) => preview.getByRole("list", { name }).getByRole("listitem");
  await listed("Links in this file").first().getByText("with its picture").waitFor();
  await listed("Links in this file").last().getByText("It comes in without its picture.").waitFor();
  await listed("Events in this file").getByText("cancelled").waitFor();
  for (const release of await listed("Releases in this file").all()) {
    await release.getByText("with its cover").waitFor();
  }
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize(desktop);
  await expectAccessible(page);
  await preview.getByRole("button", { name: "Bring in 7 rows" }).click();
  await page.getByText("1 event, 2 links, 2 releases, 2 tracks came in.").waitFor({ timeout: 60_000 });
  const { links, releases } = await db.asMusician(userId).read(async (tx) => ({
    links: await tx
      .selectFrom("page_links")
      .select(["title", "image_url"])
      .where("user_id", "=", userId)
      .orderBy("display_order")
      .execute(),
    releases: await tx.selectFrom("releases").select("cover_image").where("user_id", "=", userId).execute(),
  }));
  expect(links).toEqual([
    { title: "Shop", image_url: expect.stringContaining("/uploads/photos/") },
    { title: "Lost", image_url: null },
  ]);
  for (const { cover_image } of releases) {
    expect((await page.request.get(`${handbill.origin}${cover_image}`)).status()).toBe(200);
  }
});
