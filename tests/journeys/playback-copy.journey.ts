import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { expectAccessible, phone } from "../harness/browser.ts";
import { openTestApp } from "../harness/test-app.ts";
import { tone } from "../harness/tone.ts";

const { handbill, browser, db, newMusician } = await openTestApp({ DEMO: "off" });

const patience = { timeout: 60_000, interval: 100 };

/** Half a minute of noise, of which an encoder can leave out little. */
function noise(): Buffer {
  const song = tone({ seconds: 30 });
  let seed = 1;
  for (let at = 44; at < song.length; at += 2) {
    seed = (seed * 48_271) % 2_147_483_647;
    song.writeInt16LE((seed % 32_768) - 16_384, at);
  }
  return song;
}

const trackOf = (userId: string) =>
  db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("music_tracks")
        .select(["id", "file_url", "playback_url"])
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow(),
    );

test("a WAV sounds on a phone after less than 300 KB, and is downloaded as it was uploaded", async () => {
  const { page, id } = await newMusician("lossless");
  const song = noise();
  await page.goto(`${handbill.origin}/music`);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "Haar.wav", mimeType: "audio/wav", buffer: song });
  await page.getByText("Track uploaded successfully!").waitFor();
  await vi.waitFor(async () => expect((await trackOf(id)).playback_url).not.toBeNull(), patience);
  const { file_url, playback_url } = await trackOf(id);

  const visitor = await browser.newPage({ viewport: phone, hasTouch: true, isMobile: true });
  const heard = Promise.withResolvers<void>();
  await visitor.exposeFunction("heard", () => heard.resolve());
  await visitor.addInitScript(() => {
    window.Audio = class extends Audio {
      constructor() {
        super();
        this.addEventListener("timeupdate", () => this.currentTime > 0 && Reflect.get(window, "heard")());
      }
    };
  });
  const protocol = await visitor.context().newCDPSession(visitor);
  const sounds = new Map<string, string>();
  let bytes = 0;
  protocol.on("Network.requestWillBeSent", ({ requestId, request: { url } }) => {
    if (url.includes("/uploads/music/")) sounds.set(requestId, new URL(url).pathname);
  });
  protocol.on("Network.dataReceived", ({ requestId, dataLength }) => {
    if (sounds.has(requestId)) bytes += dataLength;
  });
  await protocol.send("Network.enable");
  await visitor.goto(`${handbill.origin}/artist/lossless`);
  // So slow that what comes before the sound is what the sound needs.
  await protocol.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
  await visitor.getByRole("button", { name: "Play Haar" }).first().tap();
  await heard.promise;
  expect(bytes).toBeLessThan(300_000);
  expect([...new Set(sounds.values())]).toEqual([playback_url]);

  const link = visitor.getByRole("link", { name: "Download Haar" }).first();
  expect(await link.getAttribute("href")).toBe(file_url);
  expect(await link.getAttribute("download")).toBe("Haar.wav");
  const download = await fetch(handbill.origin + file_url);
  expect(Buffer.from(await download.arrayBuffer()).equals(song)).toBe(true);
});

test("the library tells how far a copy is, at once, and plainly that it couldn't be made", async () => {
  const { page, id } = await newMusician("library");
  const set = (state: "making" | "failed", percent: number | null) =>
    db.asSystem().write(async (tx) => {
      const change = { playback_state: state, playback_percent: percent };
      await tx.updateTable("music_tracks").set(change).where("user_id", "=", id).execute();
      await sql`select pg_notify('live', ${`${id} music`})`.execute(tx);
    });
  await db.asSystem().write((tx) =>
    tx
      .insertInto("music_tracks")
      .values({
        user_id: id,
        title: "Haar",
        file_url: `/uploads/music/${id}/haar.wav`,
        duration: 240,
        analysed_at: new Date(),
        playback_state: "making",
        playback_percent: 7,
      })
      .execute(),
  );
  await page.goto(`${handbill.origin}/music`);
  await page.getByText("Making a lighter copy for phones … 7 %").waitFor();
  await expectAccessible(page);
  await set("making", 40);
  await page.getByText("Making a lighter copy for phones … 40 %").waitFor();
  await set("failed", null);
  await page.getByText("No lighter copy could be made for phones: the original plays").waitFor();
  await page.setViewportSize(phone);
  await expectAccessible(page);
});
