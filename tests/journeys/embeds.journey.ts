import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
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
import { sessionSecret } from "../../server/secret.ts";
import { makeEvent, makeRelease, makeReleaseTrack } from "../factories/page.ts";
import { desktop, expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { startHandbill } from "../harness/handbill.ts";
import { openTestApp, toast } from "../harness/test-app.ts";
import { wave } from "../harness/wave.ts";
import { openWire } from "../harness/wire.ts";

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

test.each([
  ["phone", phone],
  ["desktop", desktop],
])(
  "on a %s the dialog of a track, a release and the dates shows the frame and its code",
  async (_, viewport) => {
    await musician.setViewportSize(viewport);
    const ids = await db.asSystem().read(async (tx) => ({
      track: await tx
        .selectFrom("music_tracks")
        .select("id")
        .where("title", "=", "One")
        .executeTakeFirstOrThrow(),
      release: await tx.selectFrom("releases").select("id").executeTakeFirstOrThrow(),
    }));
    const tools: [tool: string, title: string, below: string][] = [
      [`/music/tracks/${ids.track.id}`, "One", "/tracks/one"],
      [`/music/releases/${ids.release.id}`, "Both", "/music/both"],
      ["/events", "Next dates", "/events"],
    ];
    for (const [tool, title, below] of tools) {
      await musician.goto(handbill.origin + tool);
      await untilHydrated(musician);
      await musician.getByRole("button", { name: "Embed" }).press("Enter");
      const dialog = musician.getByRole("dialog", { name: `Embed “${title}”` });
      const look = dialog.frameLocator("iframe");
      await look.getByRole("heading", { level: 1, name: title }).waitFor();
      await dialog.getByRole("button", { name: "Without cover" }).press("Enter");
      await dialog.getByRole("button", { name: "Dark" }).press("Enter");
      await look.locator("main.embed-text").waitFor();
      const code = dialog.locator("code");
      expect(await code.innerText()).toContain(`src="${artist}${below}/embed/text/dark"`);
      await expect
        .poll(async () => {
          const { height } = (await dialog.locator("iframe").boundingBox()) ?? { height: 0 };
          return height - (await look.getByRole("main").evaluate(({ clientHeight }) => clientHeight));
        })
        .toBeLessThan(4);
      await expectAccessible(musician);
      await dialog.getByRole("button", { name: "Close" }).press("Enter");
      await dialog.waitFor({ state: "detached" });
    }
  },
);

test("while the database is away a frame says so in place of the browser's refusal, and can be tried again", async () => {
  const folder = encodeURIComponent(join(handbill.dataDir, "postgres", "socket"));
  await using wire = await openWire(`postgres://handbill@localhost/handbill?host=${folder}`);
  await using other = await startHandbill({
    DATABASE_URL: wire.url,
    SESSION_SECRET: await sessionSecret(undefined, handbill.dataDir),
  });
  const [[path, , title] = ["", "", ""]] = frames;
  const src = embedAddress(artist.replace(handbill.origin, other.origin) + path, "small", "light");
  body = embedCode({ src, title, height: 164 });
  const host = await browser.newPage({ viewport: phone });
  await wire.become("refused");
  await host.goto(blog());
  const frame = host.frameLocator("iframe");
  await frame.getByRole("heading", { name: "Back in a moment" }).waitFor();
  await expectAccessible(host);
  expect((await fetch(src)).status).toBe(503);
  await wire.become("joined");
  await expect.poll(async () => (await fetch(`${other.origin}/readyz`)).status).toBe(200);
  await frame.getByRole("link", { name: "Try again" }).click();
  await frame.getByRole("heading", { name: "One" }).waitFor();
  expect(browser.takeProblems().filter((problem) => !problem.includes("503"))).toEqual([]);
});

test("a musician takes everything off other sites, and lets it there again", async () => {
  await musician.goto(`${handbill.origin}/events`);
  await untilHydrated(musician);
  await musician.getByRole("button", { name: "Embed" }).press("Enter");
  const dialog = musician.getByRole("dialog");
  await dialog.getByRole("button", { name: "Don't let sites show them" }).press("Enter");
  await toast(musician, "Other sites show nothing of yours any more").waitFor();
  await dialog.locator("iframe").waitFor({ state: "detached" });
  expect((await fetch(embedAddress(`${artist}/events`, "small", "auto"))).status).toBe(404);
  await dialog.getByRole("button", { name: "Let sites show them" }).press("Enter");
  await dialog.frameLocator("iframe").getByRole("heading", { level: 1, name: "Next dates" }).waitFor();
});
