import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import PostalMime from "postal-mime";
import { expect, test, vi } from "vitest";
import { formatsFor, standardFormat } from "../../app/shared/formats.ts";
import { askForDeletion } from "../../server/account-deletion.ts";
import { loadConfig } from "../../server/config.ts";
import { setPreferences } from "../../server/preferences.ts";
import { makeComment } from "../factories/audience.ts";
import { makeEvent, makePhoto, makeTrack } from "../factories/page.ts";
import { expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { password } from "../harness/settings.ts";
import { openTestApp } from "../harness/test-app.ts";

const { handbill, db, newAdmin, newMusician } = await openTestApp();
const { origin } = handbill;

/** What a visitor without any cookie is answered at the artist's addresses, and whether the sitemap names them. */
async function seenOf(slug: string) {
  const statuses = await Promise.all(
    ["", "/events", "/events.ics", "/contact.vcf"].map(
      async (path) => (await fetch(`${origin}/artist/${slug}${path}`, { redirect: "manual" })).status,
    ),
  );
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  return { statuses, isListed: sitemap.includes(`/artist/${slug}<`) };
}
const isThere = { statuses: [200, 200, 200, 200], isListed: true };
const isGone = { statuses: [404, 404, 404, 404], isListed: false };

async function subjectsTo(email: string): Promise<string[]> {
  const folder = join(handbill.dataDir, "mail");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return mails
    .filter(({ to }) => to?.some(({ address }) => address === email))
    .map(({ subject = "" }) => subject);
}

const deletesAtOf = async (id: string) =>
  (
    await db
      .asSystem()
      .read((tx) =>
        tx.selectFrom("users").select("deletes_at").where("id", "=", id).executeTakeFirstOrThrow(),
      )
  ).deletes_at;

/** As if the account had signed in long ago. */
const passwordAges = (id: string) =>
  db
    .asSystem()
    .write((tx) =>
      sql`update sessions set confirmed_at = now() - interval '2 hours' where user_id = ${id}`.execute(tx),
    );

/** As the account of the journey by keyboard has chosen; the others have chosen nothing. */
const chosen = { time_zone: "Pacific/Kiritimati", format: "en-GB" } as const;
const dayThere = (day: Date) =>
  formatsFor({ format: chosen.format, timeZone: chosen.time_zone }).date(day, "long");
const dayText = (day: Date) => formatsFor(standardFormat).date(day, "long");

/** An archive that is being made, as far as anybody can see. */
const beginArchive = (user_id: string) =>
  db
    .asSystem()
    .write((tx) =>
      tx
        .insertInto("account_archives")
        .values({ user_id, state: "making", done_bytes: 700_000, expected_bytes: 1_500_000 })
        .execute(),
    );

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel("Email").fill(`${name}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await page.waitForURL(`${origin}/dashboard`);
}

/** Presses Tab until the focus is on an element with this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim());
    if (focused === name) return;
  }
  throw new Error(`Tab doesn't reach ${name}.`);
}

test("by keyboard on a phone: what goes, the export first, the typed name; gone at once, and back with a sign-in", async () => {
  const { page, id } = await newMusician("leaver", { viewport: phone });
  await db.asSystem().write((tx) => setPreferences(tx, id, { ...chosen, format: "en-DE" }));
  await makeTrack(db, { user_id: id, file_size: 1024 ** 2 * 1.5 });
  await makePhoto(db, { user_id: id });
  await makeEvent(db, { user_id: id });
  await makeComment(db, { musician_id: id });
  expect(await seenOf("leaver")).toEqual(isThere);
  const other = await page.context().newPage();
  await other.goto(`${origin}/profile`);

  await page.goto(`${origin}/account`);
  await untilHydrated(page);
  await page.getByRole("tab", { name: "Your data" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/account/data");
  const region = page.getByRole("region", { name: "Delete this account" });
  await region.waitFor();
  expect(await region.getByRole("listitem").allTextContents()).toEqual([
    "1 track",
    "1 photo",
    "1 event",
    "1 comment",
    "1,5 MB of files",
  ]);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await db.asSystem().write((tx) => setPreferences(tx, id, chosen));

  // One whose job never comes is cancelled.
  await beginArchive(id);
  await page.reload();
  await untilHydrated(page);
  await tabTo(page, "Cancel");
  await page.keyboard.press("Enter");
  await page.getByText("Cancelled: nothing of the archive is kept.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("status");
  await expectAccessible(page);

  await tabTo(page, "Make an archive");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Download your archive" }).waitFor();
  await tabTo(page, "Download your archive");
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);

  await tabTo(page, "Delete this account");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete this account" });
  await dialog.getByRole("link", { name: "Download your archive" }).waitFor();
  const typed = dialog.getByRole("textbox", { name: "Your address or artist name" });
  await typed.focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("Please type your address or your artist name").waitFor();
  await page.keyboard.type("another");
  await page.keyboard.press("Enter");
  await dialog.getByText("This is neither your address nor your artist name.").waitFor();
  await expectAccessible(page);
  expect(await deletesAtOf(id)).toBeNull();

  // Not while the password is old.
  await passwordAges(id);
  await typed.fill("Leaver");
  await typed.press("Enter");
  const gate = page.getByRole("dialog", { name: "Please give your password" });
  await gate.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/goodbye?*");
  const deletesAt = (await deletesAtOf(id)) ?? new Date(0);
  await page.getByRole("main").getByText(dayThere(deletesAt)).waitFor();
  await expectAccessible(page);
  expect(await seenOf("leaver")).toEqual(isGone);

  // The session is over everywhere.
  await other.goto(`${origin}/profile`);
  expect(new URL(other.url()).pathname).toBe("/signin");
  await other.close();
  await vi.waitFor(
    async () =>
      expect(await subjectsTo("leaver@example.org")).toContain(
        `Your Handbill account will be deleted on ${dayThere(deletesAt)}`,
      ),
    { timeout: 15_000 },
  );

  await page.getByRole("main").getByRole("link", { name: "Sign in and keep it" }).press("Enter");
  await signIn(page, "leaver");
  await page.getByText(`Your account was to be deleted on ${dayThere(deletesAt)}; it stays.`).waitFor();
  await expectAccessible(page);
  expect(await deletesAtOf(id)).toBeNull();
  expect(await seenOf("leaver")).toEqual(isThere);
  await vi.waitFor(
    async () => expect(await subjectsTo("leaver@example.org")).toContain("Your Handbill account stays"),
    { timeout: 15_000 },
  );
});

test("an archive is cancelled although the screen asks how far it is meanwhile", async () => {
  const { page, id } = await newMusician("impatient", { viewport: phone });
  await beginArchive(id);
  const asked = Promise.withResolvers<void>();
  let questions = Number.NEGATIVE_INFINITY;
  await page.route("**/account/data.data*", async (route) => {
    if (route.request().method() === "POST") {
      questions = 0;
      await asked.promise;
    } else if (++questions === 2) asked.resolve();
    await route.continue();
  });
  await page.goto(`${origin}/account/data`);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled: nothing of the archive is kept.").waitFor();
});

test("without script: the same by plain forms; with an old password it says what to do", async () => {
  const { page, id } = await newMusician("plain", { viewport: phone, javaScriptEnabled: false });
  await passwordAges(id);
  await page.goto(`${origin}/account/data`);
  await page.getByRole("main").getByRole("link", { name: "Delete this account" }).click();
  await page.waitForURL("**/account/data?delete*");
  const typed = page.getByRole("textbox", { name: "Your address or artist name" });
  const send = page.getByRole("button", { name: "Delete my account" });
  await typed.fill("plain");
  await send.click();
  await page.getByRole("alert").getByText("Please give your password again").waitFor();
  await page.getByText("sign out and in again for this").waitFor();
  expect(await deletesAtOf(id)).toBeNull();

  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Sign Out" }).filter({ visible: true }).first().click();
  await page.waitForURL(`${origin}/`);
  await page.goto(`${origin}/signin`);
  await signIn(page, "plain");
  await page.goto(`${origin}/account/data?delete`);
  await typed.fill("somebody");
  await send.click();
  await page.getByText("This is neither your address nor your artist name.").waitFor();
  await typed.fill("PLAIN@example.org");
  await send.click();
  await page.waitForURL("**/goodbye?*");
  expect(await seenOf("plain")).toMatchObject({ isListed: false });

  // No date that somebody has made up.
  await page.goto(`${origin}/goodbye?until=2199-01-01`);
  await page.getByText("14 days after you deleted it").waitFor();

  const deletesAt = (await deletesAtOf(id)) ?? new Date(0);
  await page.goto(`${origin}/signin`);
  await signIn(page, "plain");
  await page.getByText(`Your account was to be deleted on ${dayText(deletesAt)}; it stays.`).waitFor();
});

test("the only admin can't go; the users' list says who goes when, and the audit list keeps no address", async () => {
  const { page, id: adminId } = await newAdmin("keeper");
  await page.goto(`${origin}/account/data`);
  await untilHydrated(page);
  await page.getByRole("main").getByRole("link", { name: "Delete this account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this account" });
  await dialog.getByRole("textbox").fill("keeper@example.org");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await dialog.getByText("You are the only admin.").waitFor();
  expect(await deletesAtOf(adminId)).toBeNull();

  const { id } = await newMusician("listed");
  const deletesAt = await askForDeletion({ config: loadConfig({}), db }, id);
  await page.goto(`${origin}/admin`);
  const short = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(deletesAt);
  const row = page.getByRole("row").filter({ hasText: "listed@example.org" });
  await row.getByText(`Deletes on ${short}`).waitFor();
  await expectAccessible(page);

  await page.goto(`${origin}/admin/audit`);
  const log = page.getByRole("list", { name: "What admins have done" });
  await log.getByText(`account owner asked for the deletion of ${id}`).waitFor();
  expect(await log.textContent()).not.toContain("listed@");
});
