import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, expect, onTestFinished, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { newAccount, upload } from "../harness/account.ts";
import { expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { openDatabaseOf, startHandbill, temporaryDataDir } from "../harness/handbill.ts";
import { smallPdf } from "../harness/pdf.ts";
import { openTestApp, pressEnter } from "../harness/test-app.ts";

const { handbill, browser, db: database, newMusician } = await openTestApp();
const folder = await mkdtemp(join(tmpdir(), "handbill-kits-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const withClipboard = { permissions: ["clipboard-read", "clipboard-write"] };

const openTool = (page: Page) => page.goto(`${handbill.origin}/press-kit`, { waitUntil: "networkidle" });

/** A file on a disk: large ones take long to hand to the browser. @returns its path */
async function file(name: string, content: Uint8Array | string): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const choose = (page: Page, path: string) => page.locator("input[type=file]").setInputFiles(path);

/** The names of the files that are stored for an account. */
const storedOf = (dataDir: string, userId: string) =>
  readdir(join(dataDir, "files", "uploads", "press-kits", userId)).catch(() => []);

/** The musician's row; undefined while there is none. */
const rowOf = (db: Database, userId: string) =>
  db
    .asSystem()
    .read((tx) => tx.selectFrom("press_kits").selectAll().where("user_id", "=", userId).executeTakeFirst());

test("a press kit arrives, its link works for every visitor, a new one replaces it, and it can be deleted", async () => {
  const { page, id } = await newMusician("kit", withClipboard);
  await openTool(page);
  await page.getByText("No press kit yet").waitFor();
  await expectAccessible(page);
  const first = smallPdf(1_500_000);
  await choose(page, await file("Our Kit.pdf", first));
  await page.getByText("Press kit uploaded successfully!").waitFor();
  const card = page.getByRole("region", { name: "Your press kit" });
  await card.getByText("Our Kit.pdf").waitFor();
  await card.getByText("1.4 MB").waitFor();
  await expectAccessible(page);

  await card.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Press kit link copied to clipboard!").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${handbill.origin}/artist/kit/press-kit.pdf`);
  const open = async () => {
    const answer = await fetch(link);
    expect(answer.headers.get("Content-Type")).toBe("application/pdf");
    return Buffer.from(await answer.arrayBuffer());
  };
  expect((await open()).equals(first)).toBe(true);

  const second = smallPdf(300_000);
  await choose(page, await file("Our Kit 2.pdf", second));
  await card.getByText("Our Kit 2.pdf").waitFor();
  expect((await open()).equals(second)).toBe(true);
  await expect.poll(() => storedOf(handbill.dataDir, id)).toHaveLength(1);

  const fan = await browser.newPage({ viewport: phone });
  await fan.goto(`${handbill.origin}/artist/kit`);
  const shown = fan.locator("#press-kit").getByRole("link");
  expect(await shown.textContent()).toBe("Our Kit 2.pdfPDF, 0.3 MB");
  const [download] = await Promise.all([fan.waitForEvent("download"), shown.click()]);
  expect(download.suggestedFilename()).toBe("Our Kit 2.pdf");
  expect((await readFile(await download.path())).equals(second)).toBe(true);

  await pressEnter(card.getByRole("button", { name: "Delete" }));
  const question = page.getByRole("alertdialog", { name: "Delete press kit" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Press kit deleted").waitFor();
  await page.getByText("No press kit yet").waitFor();
  expect((await fetch(link)).status).toBe(404);
  await fan.reload();
  expect(await fan.locator("#press-kit").count()).toBe(0);

  await page.goto(`${handbill.origin}/recently-deleted`);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Delete Our Kit 2.pdf now" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete now" }).click();
  await expect.poll(() => storedOf(handbill.dataDir, id)).toEqual([]);
});

test("a file that is no PDF, empty or too large is refused in the documented words and leaves nothing behind", async () => {
  const { page, id } = await newMusician("unfit", { ...withClipboard, viewport: phone });
  const stagedBefore = await readdir(join(handbill.dataDir, "staging"));
  await openTool(page);
  const markup = "<!doctype html><script>alert(1)</script>";
  await choose(page, await file("page.html", markup));
  await page.getByText("Please select a PDF file only", { exact: true }).waitFor();
  await choose(page, await file("empty.pdf", ""));
  await page.getByText("Invalid file: File is empty or corrupted", { exact: true }).waitFor();
  await choose(page, await file("large.pdf", smallPdf(26 * 1024 * 1024)));
  await page.getByText("PDF file must be smaller than 25MB", { exact: true }).waitFor();
  await choose(page, await file("renamed.pdf", `%PDF-1.7\n${markup}`));
  await page.getByText("Failed to upload press kit: Please select a PDF file only").waitFor();
  await page.getByText("Not uploaded. Please select a PDF file only").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove renamed.pdf" }).click();
  await page.getByText("No press kit yet").waitFor();

  // Past the browser.
  const account = await newAccount(handbill, database, "past@example.org");
  const kit = { kind: "press-kit", type: "application/pdf" };
  for (const [name, type, bytes, text] of [
    ["page.html", "text/html", Buffer.from(markup), "Please select a PDF file only"],
    ["renamed.pdf", "application/pdf", Buffer.from(markup), "Please select a PDF file only"],
    ["empty.pdf", "application/pdf", Buffer.alloc(0), "Invalid file: File is empty or corrupted"],
    ["cut.pdf", "application/pdf", smallPdf().subarray(0, 300), "Invalid file: File is empty or corrupted"],
    ["large.pdf", "application/pdf", smallPdf(26 * 1024 * 1024), "PDF file must be smaller than 25MB"],
  ] as const) {
    const answer = await upload(handbill, account, { ...kit, name, type }, bytes);
    expect(answer, name).toEqual({ status: 400, text });
  }
  for (const user of [id, account.id]) {
    expect(await rowOf(database, user)).toBeUndefined();
    expect(await storedOf(handbill.dataDir, user)).toEqual([]);
  }
  expect(await readdir(join(handbill.dataDir, "staging"))).toEqual(stagedBefore);
});

test("a failed change gives the documented reason, and nothing is lost", async () => {
  const { page } = await newMusician("offline", withClipboard);
  await openTool(page);
  await choose(page, await file("Kit.pdf", smallPdf()));
  await page.getByText("Press kit uploaded successfully!").waitFor();
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("The clipboard is not ours."));
  });
  await page.getByRole("button", { name: "Copy link" }).click();
  await page
    .getByText("Failed to copy link. You can right-click and copy the download link instead.")
    .waitFor();
  expect(await page.getByRole("link", { name: "Download" }).getAttribute("href")).toBe(
    "/artist/offline/press-kit.pdf",
  );
  await page.route("**/press-kit.data*", (route) => route.abort("connectionreset"));
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Failed to delete press kit").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Kit.pdf", { exact: true }).waitFor();
  const resets = browser.takeProblems();
  expect(new Set(resets)).toEqual(new Set(["Failed to load resource: net::ERR_CONNECTION_RESET"]));

  // The same words again are read out again, and stand there once.
  await page.context().setOffline(true);
  const choosing = page.locator("input[type=file]");
  const told = page
    .getByRole("region", { name: "Notifications" })
    .getByText(/^Failed to upload press kit: You/);
  const again = await file("Again.pdf", smallPdf());
  await choosing.setInputFiles(again);
  await told.waitFor();
  const first = await told.elementHandle();
  await choosing.setInputFiles(again);
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await told.waitFor();
  expect(await told.count()).toBe(1);
  for (let left = 2; left > 0; left -= 1) {
    await page.getByRole("button", { name: "Remove Again.pdf" }).first().click();
  }
  await page.context().setOffline(false);

  // A try that fails is told of at once, also where the file is only in the tray.
  await page.route("**/upload", (route) => route.fulfill({ status: 500 }));
  await choosing.setInputFiles(again);
  await page.getByText("It didn't arrive. Trying again...").waitFor();
  await page.getByRole("link", { name: "Gallery", exact: true }).click();
  await page
    .getByRole("region", { name: "Uploads on their way" })
    .getByText("Trying again...")
    .first()
    .waitFor();
  await page.unroute("**/upload");
  await page.getByText("Press kit uploaded successfully!").waitFor();
  expect(
    new Set(browser.takeProblems().filter((problem) => !/\b500\b|INTERNET_DISCONNECTED/.test(problem))),
  ).toEqual(new Set());
});

test("a server killed between storing and swapping keeps the old one, and finishes with the new one", async () => {
  const dataDir = await temporaryDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const before = await startHandbill({ DATA_DIR: dataDir });
  const { port } = new URL(before.origin);
  const db = await openDatabaseOf(before);
  const account = await newAccount(before, db, "crash@example.org");
  const kit = { kind: "press-kit", name: "first.pdf", type: "application/pdf" };
  const first = smallPdf();
  expect(await upload(before, account, kit, first)).toMatchObject({ status: 200 });
  const old = await rowOf(db, account.id);

  // The replacement waits for this lock.
  await db.asMusician(account.id).write(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`press kit ${account.id}`}, 0))`.execute(tx);
    const sending = upload(before, account, { ...kit, name: "second.pdf" }, smallPdf(1000)).catch(() => {});
    await expect.poll(() => storedOf(dataDir, account.id)).toHaveLength(2);
    before.process.kill("SIGKILL");
    await once(before.process, "exit");
    await sending;
  });
  expect(await rowOf(db, account.id)).toEqual(old);
  const oldFile = join(dataDir, "files", old?.file_url ?? "");
  expect((await readFile(oldFile)).equals(first)).toBe(true);
  await db.close();

  await using after = await startHandbill({ DATA_DIR: dataDir, PORT: port });
  const reopened = await openDatabaseOf(after);
  await expect
    .poll(() => rowOf(reopened, account.id), { timeout: 10_000 })
    .toMatchObject({ file_name: "second.pdf" });
  await expect.poll(() => storedOf(dataDir, account.id), { timeout: 10_000 }).toHaveLength(1);
  const kept = await rowOf(reopened, account.id);
  await reopened.close();
  expect(await fetch(after.origin + (kept?.file_url ?? ""))).toMatchObject({ status: 200 });
});
