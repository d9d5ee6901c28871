import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Embedded,
  type EmbedSize,
  embedAddress,
  embedCode,
  embedHeight,
  resizingCode,
} from "../../app/shared/embeds.ts";
import { makeEvent, makeRelease, makeReleaseTrack } from "../factories/page.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openTestApp } from "../harness/test-app.ts";
import { wave } from "../harness/wave.ts";

const { handbill, browser, db, newMusician } = await openTestApp();
const { page: musician, id: userId } = await newMusician("nova");
const artist = `${handbill.origin}/artist/nova`;

/** The site of somebody else, on an origin of its own. */
let body = "";
const site = createServer((_, answer) => {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A blog</title>`;
  answer.setHeader("Content-Type", "text/html; charset=utf-8");
  answer.end(
    `<!DOCTYPE html><html lang="en"><head>${head}</head><body><main><h1>A blog</h1>${body}</main></body></html>`,
  );
});
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
afterAll(() => site.close());
const blog = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;

beforeAll(async () => {
  await musician.goto(`${handbill.origin}/music`);
  for (const name of ["One", "Two"]) {
    const file = { name: `${name}.wav`, mimeType: "audio/wav", buffer: wave(44_100 * 20) };
    await musician.locator("input[type=file]").setInputFiles(file);
    await musician.getByRole("button", { name: `Actions for ${name}` }).waitFor();
  }
  const release = await makeRelease(db, { user_id: userId, title: "Both" });
  const tracks = await db
    .asSystem()
    .read((tx) => tx.selectFrom("music_tracks").select("id").orderBy("title").execute());
  for (const { id } of tracks) await makeReleaseTrack(db, release, id);
  await makeEvent(db, { user_id: userId, title: "A boat on the canal", event_date: "2199-05-04" });
});

const frames: [path: string, embedded: Embedded, title: string][] = [
  ["/tracks/one", { kind: "track", rows: 1 }, "One: nova"],
  ["/music/both", { kind: "release", rows: 2 }, "Both: nova"],
  ["/events", { kind: "dates", rows: 1 }, "Next dates: nova"],
];

/** A fan's browser, which no program steers as far as the page can tell. */
async function newFan(viewport: typeof phone): Promise<Page> {
  const userAgent =
    "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
  const page = await browser.newPage({ userAgent, viewport });
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "webdriver", { value: false }));
  return page;
}

test.each([
  ["phone", phone],
  ["desktop", desktop],
])("on a %s every frame has room in the height that its code says, and little more", async (_, viewport) => {
  const host = await browser.newPage({ viewport });
  for (const size of ["large", "small", "text"] satisfies EmbedSize[]) {
    const heights = new Map(frames.map(([, embedded, title]) => [title, embedHeight(embedded, size)]));
    body = frames
      .map(([path, , title]) => {
        const src = embedAddress(artist + path, size, "auto");
        return embedCode({ src, title, height: heights.get(title) ?? 0 }).replace(' loading="lazy"', "");
      })
      .join("<br>");
    await host.goto(blog());
    for (const [title, height] of heights) {
      const content = host.frameLocator(`iframe[title="${title}"]`).getByRole("main", { name: title });
      const spare = height - (await content.evaluate(({ clientHeight }) => clientHeight));
      expect(spare, `${size}, ${title}`).toBeGreaterThanOrEqual(0);
      expect(spare, `${size}, ${title}`).toBeLessThan(32);
    }
    // The others are of the same parts.
    if (size === "large") await expectAccessible(host);
  }
  await host.close();
});

test("a release plays in a frame that gets the height it asks for, and counts as embedded", async () => {
  const src = embedAddress(`${artist}/music/both`, "large", "dark");
  body = embedCode({ src, title: "Both", height: 900 }) + resizingCode(handbill.origin);
  const fan = await newFan(phone);
  await fan.goto(blog());
  const frame = fan.frameLocator("iframe");
  await frame.getByRole("heading", { name: "Both" }).waitFor();
  await expect
    .poll(async () => Number(await fan.locator("iframe").getAttribute("height")))
    .toBeLessThanOrEqual(embedHeight({ kind: "release", rows: 2 }, "large"));

  // By keyboard.
  await frame.getByRole("button", { name: "Play Both" }).press("Enter");
  const seek = frame.getByRole("slider", { name: "Seek" });
  await expect.poll(async () => Number(await seek.inputValue()), { timeout: 30_000 }).toBeGreaterThan(8);
  await frame.getByRole("button", { name: "Pause Both" }).waitFor();
  await frame.getByRole("button", { name: "Next track" }).press("Enter");
  await frame.getByRole("button", { name: "Pause Two" }).waitFor();
  await frame.getByRole("button", { name: "Pause Both" }).press("Enter");
  await frame.getByRole("button", { name: "Play Two" }).waitFor();
  expect(await fan.context().cookies()).toEqual([]);

  const counted = () =>
    db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("analytics_days")
          .select(["kind", "value"])
          .where("user_id", "=", userId)
          .where("facet", "=", "source")
          .where("day", ">", "-infinity")
          .where("kind", "in", ["views", "plays"])
          .orderBy("kind")
          .execute(),
      );
  await expect.poll(counted, { timeout: 15_000 }).toEqual([
    { kind: "plays", value: "embed" },
    { kind: "views", value: "embed" },
  ]);
  await musician.goto(`${handbill.origin}/analytics`);
  await musician.getByText("Embedded on other sites").waitFor();
  await fan.close();
});

test("without scripts each track has the browser's own player", async () => {
  body = embedCode({
    src: embedAddress(`${artist}/music/both`, "small", "light"),
    title: "Both",
    height: 400,
  });
  const host = await browser.newPage({ viewport: phone, javaScriptEnabled: false });
  await host.goto(blog());
  const frame = host.frameLocator("iframe");
  await frame.locator('audio[aria-label="Play Two"]').waitFor();
  expect(await frame.getByRole("button").count()).toBe(0);
  await host.close();
});
