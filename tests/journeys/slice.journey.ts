import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { desktop, expectAccessible, phone, signUp, untilHydrated } from "../harness/browser.ts";
import { startHandbill } from "../harness/handbill.ts";
import { startS3Server } from "../harness/s3-server.ts";
import { openTestApp } from "../harness/test-app.ts";
import { wave } from "../harness/wave.ts";

const fixture = (name: string) => join(import.meta.dirname, "..", "fixtures", name);

const { handbill, browser, newMusician } = await openTestApp();

/** Sound takes a while to come on a busy machine. */
const patience = { timeout: 15_000 };

async function saveProfile(page: Page, artistName: string): Promise<void> {
  await page.goto(`${handbill.origin}/profile`);
  await page.getByLabel("Artist name").fill(artistName);
  await page.getByLabel("Bio").fill("Songs for night buses.");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await page.getByText("Profile saved successfully!").waitFor();
}

async function uploadTracks(page: Page, names: string[]): Promise<void> {
  await page.goto(`${handbill.origin}/music`);
  await page.getByText("No tracks yet").waitFor();
  for (const [index, name] of names.entries()) {
    await page.locator("input[type=file]").setInputFiles(fixture(name));
    await page.getByText(`Your tracks (${index + 1})`).waitFor();
    await page.getByText("Track uploaded successfully!").first().waitFor();
  }
}

/** A file on disk, for one test: large ones take long to hand to the browser. @returns its path */
async function fileOf(name: string, content: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-song-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

/** The address of the track in the library: its player names the file. */
async function addressOfTheTrack(page: Page): Promise<string | null> {
  // A short one would be over, and the player gone, before it is asked: nothing of it is played.
  await page.route("**/uploads/music/**", () => {});
  await page.getByRole("button", { name: /^Play / }).click();
  const address = await page.getByRole("link", { name: /^Download / }).getAttribute("href");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.unroute("**/uploads/music/**");
  return address;
}

test("a musician names themself, uploads a song of every kind, and a fan hears them all", async () => {
  const musician = await browser.newPage({ viewport: desktop });
  await signUp(musician, handbill.origin, "mara@example.org");
  await saveProfile(musician, "Mara Lindqvist");
  await expect.poll(() => musician.getByLabel("Custom URL").inputValue()).toBe("mara-lindqvist");
  await expectAccessible(musician);
  await uploadTracks(musician, ["tone.mp3", "tone.wav", "tone.flac", "tone.ogg", "tone.m4a"]);
  await expectAccessible(musician);

  const fan = await browser.newPage({ viewport: phone });
  await fan.goto(`${handbill.origin}/artist/mara-lindqvist`);
  await fan.getByRole("heading", { name: "Mara Lindqvist", level: 1 }).waitFor();
  await expectAccessible(fan);
  const tracks = fan.locator("#music li");
  expect(await tracks.count()).toBe(5);
  // The songs are short: without repeating, one might be over before the next is asked for.
  const repeats = Promise.withResolvers<void>();
  await fan.route("**/uploads/music/**", async (route) => {
    await repeats.promise;
    await route.continue();
  });
  await fan.getByRole("button", { name: "Play tone" }).first().click();
  for (const name of ["Repeat: off", "Repeat: all"]) await fan.getByRole("button", { name }).click();
  repeats.resolve();
  for (let index = 0; index < 5; index++) {
    await expect.poll(() => tracks.nth(index).getAttribute("data-state"), patience).toBe("playing");
    const timeline = fan.getByRole("slider", { name: "Seek" });
    await expect.poll(async () => Number(await timeline.inputValue()), patience).toBeGreaterThan(0.2);
    expect(await fan.getByRole("button", { name: "Pause tone" }).count()).toBe(1);
    await fan.getByRole("button", { name: "Next track" }).click();
  }
});

test("a connection that breaks twice on the way costs nothing: the file arrives byte for byte", async () => {
  const song = wave(20 * 1024 * 1024);
  const file = await fileOf("long.wav", song);
  const page = await browser.newPage();
  await signUp(page, handbill.origin, "tunnel@example.org");
  await saveProfile(page, "Tunnel Vision");
  let pieces = 0;
  await page.route("**/upload/*", (route) => {
    const isPiece = route.request().method() === "PATCH";
    if (isPiece) pieces++;
    return isPiece && (pieces === 2 || pieces === 3) ? route.abort("connectionreset") : route.continue();
  });
  await page.goto(`${handbill.origin}/music`);
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("Track uploaded successfully!").waitFor({ timeout: 60_000 });
  expect(pieces).toBe(5);
  const address = await addressOfTheTrack(page);
  const arrived = Buffer.from(await (await fetch(handbill.origin + address)).arrayBuffer());
  expect(arrived.equals(song)).toBe(true);
  const reset = "Failed to load resource: net::ERR_CONNECTION_RESET";
  expect(browser.takeProblems()).toEqual([reset, reset]);
});

test("stopped and chosen again after a reload, an upload goes on where it was", async () => {
  const song = wave(24 * 1024 * 1024);
  // The browser recognises it also by the time of its change.
  const file = await fileOf("again.wav", song);
  const page = await browser.newPage();
  // A browser that keeps no files.
  await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  await signUp(page, handbill.origin, "again@example.org");
  const sent: number[] = [];
  let letThrough = 1;
  await page.route("**/upload/*", (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    if (letThrough-- <= 0) return;
    sent.push(Number(route.request().headers()["upload-offset"]));
    return route.continue();
  });
  await page.goto(`${handbill.origin}/music`);
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("8.0 of 24.0 MB").waitFor();
  // The last piece may still be on its way; when the next one is sent, the first has arrived.
  await expect.poll(() => letThrough).toBe(-1);
  await page.reload();
  const unfinished = page.getByRole("group", { name: "again.wav" });
  await unfinished.getByText(/^Not finished: \d\.\d of 24\.0 MB have arrived\.$/).waitFor();
  await unfinished.getByText("Choose the same file again, and it goes on from there.").waitFor();
  await expectAccessible(page);
  letThrough = Number.POSITIVE_INFINITY;
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("Track uploaded successfully!").waitFor({ timeout: 60_000 });
  // From the server's offset, which may be a little less than the browser had sent.
  expect(sent[0]).toBe(0);
  expect(sent[1]).toBeGreaterThan(4 * 1024 * 1024);
  const address = await addressOfTheTrack(page);
  const arrived = Buffer.from(await (await page.request.get(handbill.origin + address)).body());
  expect(arrived.equals(song)).toBe(true);
});

test("an upload stays in sight on every screen, asks before the tab closes, and goes on after a reload", async () => {
  const file = await fileOf("along.wav", wave(24 * 1024 * 1024));
  const { page } = await newMusician("along");
  const sent: number[] = [];
  let letThrough = 1;
  await page.route("**/upload/*", (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    if (letThrough-- <= 0) return;
    sent.push(Number(route.request().headers()["upload-offset"]));
    return route.continue();
  });
  await page.goto(`${handbill.origin}/music`);
  await page.getByLabel("Choose audio files, or drop them here").setInputFiles(file);
  await page.getByText("8.0 of 24.0 MB").waitFor();
  await expect.poll(() => letThrough).toBe(-1);
  await untilHydrated(page);
  const tray = page.getByRole("region", { name: "Uploads on their way" });
  expect(await tray.count()).toBe(0);
  await page.getByRole("link", { name: "Events", exact: true }).first().click();
  await tray.getByText("1 file is on its way").click();
  await tray.getByRole("button", { name: "Stop along.wav" }).waitFor();
  await expectAccessible(page);
  // Another layout, whose frame is another one.
  await page.locator("a[href^='/account']").first().click();
  await page.waitForURL("**/account**");
  await tray.getByText("1 file is on its way").waitFor();

  // Chromium doesn't ask where the page has no second to say that it wants to.
  const untilIdle = () => page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  await untilIdle();
  const asked = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await closing;

  letThrough = Number.POSITIVE_INFINITY;
  // Its answer to the closing has to be there: it would be taken for the one to the reload.
  await untilIdle();
  page.once("dialog", (dialog) => dialog.accept());
  await page.reload();
  await page.getByText("along.wav uploaded").waitFor({ timeout: 60_000 });
  // From the server's offset, which may be a little less than the browser had sent.
  expect(sent[1]).toBeGreaterThan(4 * 1024 * 1024);
  await tray.waitFor({ state: "detached" });
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.goto(`${handbill.origin}/music`);
  await page.getByText("Your tracks (1)").waitFor();
});

test("several files queue up, one stops and goes on while the musician is elsewhere, one is given up", async () => {
  const page = await browser.newPage({ viewport: phone });
  await signUp(page, handbill.origin, "queue@example.org");
  const waiting: (() => void)[] = [];
  await page.route("**/upload/*", (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    waiting.push(() => void route.continue());
  });
  await page.goto(`${handbill.origin}/music`);
  const buffer = await readFile(fixture("tone.wav"));
  const files = ["one.wav", "two.wav", "three.wav"].map((name) => ({ name, mimeType: "audio/wav", buffer }));
  await page.getByLabel("Choose audio files, or drop them here").setInputFiles(files);
  const row = (name: string) => page.getByRole("group", { name });
  await row("one.wav").getByRole("progressbar").waitFor();
  await row("three.wav").getByText("Waiting its turn").waitFor();
  await expectAccessible(page);
  await expect.poll(() => waiting.length).toBe(1);
  await page.getByRole("button", { name: "Stop one.wav" }).click();
  await row("one.wav")
    .getByText(/^Stopped at/)
    .waitFor();
  await expect.poll(() => waiting.length).toBe(2);
  await page.getByRole("button", { name: "Stop three.wav" }).click();
  await page.getByRole("button", { name: "Remove three.wav" }).click();
  await row("three.wav").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Resume one.wav" }).click();

  // On another dashboard screen the upload goes on.
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await page.waitForURL("**/dashboard");
  waiting[1]?.();
  await page.getByText("Track uploaded successfully!").waitFor();
  await page.goBack();
  await row("one.wav").waitFor();
  await expect.poll(() => waiting.length).toBe(3);
  waiting[2]?.();
  await page.getByText("Your tracks (2)").waitFor();
  expect(await page.getByRole("list", { name: "Uploads" }).count()).toBe(0);
});

test("a file is dropped onto the page: in its place it is taken, beside it nothing happens", async () => {
  const page = await browser.newPage();
  await signUp(page, handbill.origin, "dropper@example.org");
  await page.goto(`${handbill.origin}/music`);
  await page.getByText("No tracks yet").waitFor();
  const bytes = [...(await readFile(fixture("tone.mp3")))];
  const dropped = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(content)], "dropped.mp3", { type: "audio/mpeg" }));
    return transfer;
  }, bytes);
  await page.dispatchEvent("h1", "drop", { dataTransfer: dropped });
  await page.dispatchEvent("label:has(input[type=file])", "drop", { dataTransfer: dropped });
  await page.getByText("Your tracks (1)").waitFor();
});

test("with S3 the files are in the bucket, and play just the same", async () => {
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  await using elsewhere = await startHandbill({
    S3_ENDPOINT: s3.settings.endpoint,
    S3_BUCKET: s3.settings.bucket,
    S3_REGION: s3.settings.region,
    S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  });
  const page = await browser.newPage();
  await signUp(page, elsewhere.origin, "cloud@example.org");
  await page.goto(`${elsewhere.origin}/music`);
  await page.locator("input[type=file]").setInputFiles(fixture("tone.mp3"));
  await page.getByText("Your tracks (1)").waitFor();
  const address = await addressOfTheTrack(page);
  const answer = await fetch(elsewhere.origin + address, { headers: { Range: "bytes=-100" } });
  expect(answer.status).toBe(206);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.equals((await readFile(fixture("tone.mp3"))).subarray(-100))).toBe(true);
  expect((await readdir(join(elsewhere.dataDir, "files")).catch(() => [])).length).toBe(0);
  // Before its server goes.
  await page.context().close();
});

test("a file that isn't sound is refused with its text, and leaves no track", async () => {
  const page = await browser.newPage();
  await signUp(page, handbill.origin, "mole@example.org");
  await page.goto(`${handbill.origin}/music`);
  const input = page.locator("input[type=file]");
  await input.setInputFiles({
    name: "fake.mp3",
    mimeType: "audio/mpeg",
    buffer: Buffer.from("%PDF-1.7 not a song".repeat(100)),
  });
  await page.getByText("Failed to upload track: Please select an audio file (MP3, WAV, etc.)").waitFor();
  await input.setInputFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("words") });
  await page.getByText("Please select an audio file (MP3, WAV, etc.)", { exact: true }).waitFor();
  await page.reload();
  await page.getByText("No tracks yet").waitFor();
});

test("a fan without scripts reads the page and has a player and a download for each song", async () => {
  const musician = await browser.newPage();
  await signUp(musician, handbill.origin, "quiet@example.org");
  await saveProfile(musician, "Quiet Hours");
  await uploadTracks(musician, ["tone.mp3", "tone.flac"]);

  const fan = await browser.newPage({ viewport: phone, javaScriptEnabled: false });
  await fan.goto(`${handbill.origin}/artist/quiet-hours`);
  expect(await fan.getByRole("main").getByText("Songs for night buses.").isVisible()).toBe(true);
  expect(await fan.locator("audio[controls][src]").count()).toBe(2);
  const download = fan.getByRole("link", { name: "Download tone" }).first();
  expect(await download.getAttribute("download")).toBe("tone.mp3");
  const address = new URL((await download.getAttribute("href")) ?? "", handbill.origin);
  const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
  expect(bytes.equals(await readFile(fixture("tone.mp3")))).toBe(true);
});

test("an unknown name answers 404, in the documented words", async () => {
  const fan = await browser.newPage({ viewport: phone });
  const answer = await fan.goto(`${handbill.origin}/artist/nobody`);
  expect(answer?.status()).toBe(404);
  await fan.getByRole("heading", { name: "Artist Not Found" }).waitFor();
  await fan.getByText("The requested artist profile could not be found.").waitFor();
  await expectAccessible(fan);
});

test("a custom URL that another has is refused with its text, and nothing typed is lost", async () => {
  const first = await browser.newPage();
  await signUp(first, handbill.origin, "first@example.org");
  await saveProfile(first, "Early Bird");
  const page = await browser.newPage();
  await signUp(page, handbill.origin, "second@example.org");
  await page.goto(`${handbill.origin}/profile`);
  await page.getByLabel("Artist name").fill("Somebody else");
  await page.getByLabel("Custom URL").fill("early-bird");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await expect.poll(() => page.getByLabel("Custom URL").getAttribute("aria-invalid")).toBe("true");
  await page
    .getByText('The custom URL "early-bird" is already taken. Please choose a different one.')
    .waitFor();
  expect(await page.getByLabel("Artist name").inputValue()).toBe("Somebody else");
});

test("text from people is shown as text", async () => {
  const page = await browser.newPage();
  await signUp(page, handbill.origin, "hostile@example.org");
  const name = `</script><img src=x onerror=alert(1)> \u200fgnihton`;
  await saveProfile(page, name);
  const fan = await browser.newPage();
  let dialog = false;
  fan.on("dialog", (opened) => {
    dialog = true;
    opened.dismiss();
  });
  await fan.goto(`${handbill.origin}/artist/${encodeURIComponent(name)}`);
  expect(await fan.getByRole("heading", { level: 1 }).textContent()).toContain(
    "<img src=x onerror=alert(1)>",
  );
  expect(dialog).toBe(false);
});
