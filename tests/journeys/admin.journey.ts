import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { checkBackup } from "../../server/backup/opened-backup.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makeComment } from "../factories/audience.ts";
import { makeTrack } from "../factories/page.ts";
import { desktop, expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { withoutTables } from "../harness/handbill.ts";
import { unfitPictures } from "../harness/pictures.ts";
import { password } from "../harness/settings.ts";
import { openActions, openTestApp, toast } from "../harness/test-app.ts";

const app = await openTestApp({ OWNER_EMAIL: "owner@example.org" });
const { handbill, browser, db, newAccount, newAdmin, newMusician } = app;
const { origin } = handbill;
const { page: admin, id: adminId } = await newAdmin("owner");

/** As if they had all signed in long ago. */
const passwordsAge = () =>
  db.asSystem().write((tx) => sql`update sessions set confirmed_at = now() - interval '2 hours'`.execute(tx));

const rowOf = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });

async function cookiesOf(page: Page): Promise<string> {
  return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
}

test("the admin pages are for admins: addresses, data requests and replayed forms give others nothing", async () => {
  const { page, id } = await newMusician("curious");
  const cookie = await cookiesOf(page);
  const tabs = ["", "/backgrounds", "/database", "/overview", "/backups", "/reports", "/settings", "/audit"];
  const addresses = [
    ...tabs.flatMap((tab) => [
      `/admin${tab}`,
      `/admin${tab}.data`,
      `/admin${tab}.data?_routes=`,
      `/admin${tab}.data?_routes=pages/admin.route`,
      `/admin${tab}.data?_routes=features/admin${tab}.route`,
      `/admin${tab}.data?_routes=layouts/admin,features/admin${tab}.route`,
    ]),
    `/admin/users/${adminId}/contents`,
    `/admin/users/${adminId}/contents.data`,
  ];
  const fetchAs = (path: string, cookie: string, init: RequestInit = {}) =>
    fetch(origin + path, { redirect: "manual", ...init, headers: { Cookie: cookie } });
  for (const address of addresses) {
    const answer = await fetchAs(address, cookie);
    expect([address, answer.status]).toEqual([address, 403]);
    expect(await answer.text()).not.toContain("owner@example.org");
    const strangers = await fetchAs(address, "");
    expect([address, strangers.status]).toEqual([address, address.includes(".data") ? 401 : 302]);
    expect(await strangers.text()).not.toContain("owner@example.org");
  }
  const forms: [string, Record<string, string>][] = [
    ["/admin", { intent: "set-role", id, role: "admin" }],
    ["/dashboard", { intent: "set-role", id, role: "admin" }],
    ["/admin", { intent: "delete-user", id: adminId }],
    ["/dashboard", { intent: "delete-user", id: adminId }],
    ["/admin/settings", { intent: "save-settings", registration: "open" }],
    ["/admin/settings", { intent: "make-invitation", note: "", days: "7" }],
    [
      "/admin/backgrounds",
      { intent: "save-background", id: "", name: "x", type: "image", url: "https://x.example" },
    ],
  ];
  for (const [path, form] of forms) {
    for (const suffix of ["", ".data"]) {
      const body = new URLSearchParams(form);
      expect((await fetchAs(path + suffix, cookie, { method: "POST", body })).status).toBe(403);
      const strangers = await fetchAs(path + suffix, "", { method: "POST", body });
      expect(strangers.status).toBe(suffix ? 401 : 307);
    }
  }
  const upload = await fetch(`${origin}/upload`, {
    method: "POST",
    headers: {
      Cookie: cookie,
      "Tus-Resumable": "1.0.0",
      "Upload-Length": "10",
      "Upload-Metadata": `kind ${btoa("background")},filename ${btoa("a.png")},filetype ${btoa("image/png")}`,
    },
  });
  expect([upload.status, (await upload.text()).trim()]).toEqual([403, "Only admins add backgrounds."]);
  const left = await db
    .asSystem()
    .read((tx) => tx.selectFrom("users").select(["id", "role"]).where("id", "in", [id, adminId]).execute());
  expect(new Map(left.map((user) => [user.id, user.role]))).toEqual(
    new Map([
      [id, "musician"],
      [adminId, "admin"],
    ]),
  );
});

test("a backup is made and checked in the browser, and downloaded once the password is given", async () => {
  await admin.goto(`${origin}/dashboard`);
  const hand = admin.getByRole("navigation", { name: "What needs a hand" });
  await hand.getByRole("link", { name: /Last backup.*None made here/ }).click();
  await admin.getByText("No backup was made here").waitFor();
  await expectAccessible(admin);
  await untilHydrated(admin);
  await admin.getByRole("button", { name: "Make a backup" }).click();
  await admin.getByText("Checked: every byte is as it was written.").waitFor();
  await admin.setViewportSize(phone);
  await expectAccessible(admin);
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await admin.setViewportSize(desktop);
  // Asked for however lately it was given.
  await admin.getByRole("button", { name: /^Download the backup of/ }).click();
  const question = admin.getByRole("dialog", { name: "Please give your password" });
  await question.getByLabel("Password", { exact: true }).fill(password);
  const downloading = admin.waitForEvent("download");
  await question.getByRole("button", { name: "Go on" }).click();
  const download = await downloading;
  const file = join(handbill.dataDir, "downloaded.zip");
  await download.saveAs(file);
  await using checked = await checkBackup(file);
  expect(checked.manifest.tables.find(({ table }) => table === "public.users")?.rows).toBeGreaterThan(0);
  const again = await admin.request.get(download.url());
  expect(again.status()).toBe(404);

  await admin.goto(`${origin}/admin/overview`);
  await hand.getByRole("link", { name: /Last backup.*Checked/ }).waitFor();
  await admin.getByRole("heading", { name: "Errors of the last day" }).waitFor();
  await expectAccessible(admin);
  await admin.setViewportSize(phone);
  await expectAccessible(admin);
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await admin.setViewportSize(desktop);
});

test("users are counted, found, sorted and paged; tabs go by keyboard; one's own row is locked", async () => {
  for (let count = 0; count < 26; count += 1) await makeMusician(db, { artist_name: `Player ${count}` });
  await admin.goto(`${origin}/dashboard`);
  const tabs = admin.getByRole("tab");
  expect((await tabs.allTextContents()).slice(0, 3)).toEqual([
    "User Management",
    "Background Manager",
    "Database Status",
  ]);
  for (const label of ["Total Users", "Musicians", "Admins", "New This Week"]) {
    await admin.getByLabel("Accounts").getByText(label, { exact: true }).waitFor();
  }
  expect(
    (await admin.getByRole("columnheader").allTextContents()).map((text) => text.split(/[↑↓]/)[0]),
  ).toEqual(["USER", "PROFILE", "ROLE", "JOINED", "ACTIONS"]);
  await expectAccessible(admin);
  await admin.setViewportSize(phone);
  await expectAccessible(admin);
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // Where users are cards they are sorted as well.
  expect((await admin.getByRole("table").locator("thead").boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await admin.setViewportSize(desktop);

  await untilHydrated(admin);
  await tabs.first().focus();
  await admin.keyboard.press("ArrowRight");
  await admin.keyboard.press("ArrowRight");
  await admin.keyboard.press("Enter");
  await admin.waitForURL("**/admin/database");
  const places = admin.getByRole("tabpanel").getByRole("link");
  await places.filter({ hasText: "Open database diagnostics" }).waitFor();
  expect(
    await places.evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute("href")])),
  ).toEqual([
    ["Open database diagnostics", "/database-refresh"],
    ["Open storage diagnostics", "/db-check"],
  ]);
  await expectAccessible(admin);

  await admin.goto(`${origin}/admin`);
  await admin.getByRole("link", { name: "Next users" }).click();
  await admin.getByText("Page 2 of 2").waitFor();
  await admin.getByRole("link", { name: "USER", exact: true }).click();
  await admin.waitForURL("**/admin?sort=user");
  const words = admin.getByRole("searchbox", { name: "Search users" });
  await words.fill("nobody at all");
  await admin.keyboard.press("Enter");
  await admin.getByText("No address, no name and no custom URL holds these words.").waitFor();
  // One goes on typing where one was.
  expect(await words.evaluate((field) => field === document.activeElement)).toBe(true);
  // A press counts while an answer is still on its way.
  const slow = Promise.withResolvers<void>();
  await admin.route("**/admin.data?q=player*", (route) => slow.promise.then(() => route.abort()));
  const request = admin.waitForRequest("**/admin.data?q=player*");
  await words.fill("player");
  await admin.keyboard.press("Enter");
  await request;
  await words.fill("owner@");
  await admin.keyboard.press("Enter");
  await admin.getByRole("heading", { name: "Users with “owner@” (1)" }).waitFor();
  slow.resolve();
  await admin.goBack();
  await admin.getByText("No address, no name and no custom URL holds these words.").waitFor();
  expect(await words.inputValue()).toBe("nobody at all");
  await admin.goBack();
  await admin.getByRole("heading", { name: /^All users/ }).waitFor();
  expect(await words.inputValue()).toBe("");
  await words.fill("owner@");
  await admin.getByRole("button", { name: "Search" }).click();
  await admin.getByRole("heading", { name: "Users with “owner@” (1)" }).waitFor();
  const own = rowOf(admin, "owner@example.org");
  expect(await own.getByRole("combobox", { name: "Role of owner@example.org" }).isDisabled()).toBe(true);
  expect(await own.getByRole("button", { name: "Delete owner@example.org" }).isDisabled()).toBe(true);
  expect(await own.getByRole("button", { name: "Open the public page" }).isDisabled()).toBe(true);
  await admin.getByRole("button", { name: "Refresh" }).click();
  await own.waitFor();

  // What is typed on while the list is on its way stays.
  const list = Promise.withResolvers<void>();
  await admin.route("**/admin.data?q=play*", async (route) => {
    await list.promise;
    await route.continue();
  });
  const sent = admin.waitForRequest("**/admin.data?q=play");
  await words.fill("play");
  await admin.keyboard.press("Enter");
  await sent;
  await words.fill("player 7");
  list.resolve();
  await admin.getByRole("heading", { name: /^Users with “play”/ }).waitFor();
  expect(await words.inputValue()).toBe("player 7");
  await admin.keyboard.press("Enter");
  await admin.getByRole("heading", { name: "Users with “player 7” (1)" }).waitFor();
  await admin.goBack();
  await admin.getByRole("heading", { name: /^Users with “play”/ }).waitFor();
  expect(await words.inputValue()).toBe("play");
});

test("of a row that leaves the page with its answer, the answer is shown all the same", async () => {
  await admin.goto(`${origin}/admin?sort=role&page=2`);
  const row = admin.getByRole("row", { name: /Player/ }).first();
  const email = (await row.getByRole("cell").first().innerText()).trim();
  const role = admin.getByRole("combobox", { name: `Role of ${email}` });
  await role.selectOption("admin");
  await admin.getByRole("alertdialog").getByRole("button", { name: "Make admin" }).click();
  await toast(admin, "User role updated to admin").waitFor();
  await role.waitFor({ state: "detached" });

  await admin.goto(`${origin}/admin?q=${email}`);
  await db.asSystem().write((tx) => tx.deleteFrom("users").where("email", "=", email).execute());
  await role.selectOption("musician");
  await toast(admin, "This user does not exist any more.").waitFor();
  await role.waitFor({ state: "detached" });
});

test("a former admin reads that they are none any more, whatever they press, and sees no more", async () => {
  const { page, id } = await newAccount("former");
  const setRole = (role: "admin" | "musician") =>
    db.asSystem().write((tx) => tx.updateTable("users").set({ role }).where("id", "=", id).execute());
  await setRole("admin");
  await page.goto(`${origin}/admin?q=player`);
  const role = page.getByRole("combobox").first();
  await role.waitFor();
  await setRole("musician");
  await role.selectOption("admin");
  await page.getByRole("alertdialog").getByRole("button", { name: "Make admin" }).click();
  await toast(page, "This page is for admins.").waitFor();
  await expect.poll(() => role.inputValue()).toBe("musician");
  await page.getByRole("tab", { name: "Audit Log" }).click();
  await page.getByRole("heading", { name: "No entry" }).waitFor();
});

test("a role, the demo page and a suspension change at once, and the account concerned sees it at once", async () => {
  const { page, id } = await newMusician("mara");
  await admin.goto(`${origin}/admin?q=mara@`);
  const row = rowOf(admin, "mara@example.org");
  const role = row.getByRole("combobox", { name: "Role of mara@example.org" });
  const publicPage = row.getByRole("link", { name: "Open the public page" });
  expect(await publicPage.getAttribute("href")).toBe("/artist/mara");
  expect(await publicPage.getAttribute("target")).toBe("_blank");
  // The admin's next press counts while the list is still on its way.
  const list = Promise.withResolvers<void>();
  await admin.route("**/admin.data*", async (route) => {
    if (route.request().method() === "GET") await list.promise;
    await route.fallback();
  });
  await role.selectOption("admin");
  await admin.getByRole("alertdialog").getByRole("button", { name: "Make admin" }).click();
  await toast(admin, "User role updated to admin").waitFor();
  await page.goto(`${origin}/admin`);
  await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
  // The field shows the choice at once.
  const chosen = await role.evaluate((select) => {
    if (!(select instanceof HTMLSelectElement)) return undefined;
    select.value = "musician";
    select.dispatchEvent(new Event("change", { bubbles: true }));
    return select.value;
  });
  expect(chosen).toBe("musician");
  await toast(admin, "User role updated to musician").waitFor();
  expect((await page.goto(`${origin}/admin`))?.status()).toBe(403);

  const demo = row.getByRole("button", { name: "Demo profile: mara@example.org" });
  await demo.click();
  await toast(admin, "Profile set as demo page").waitFor();
  await page.goto(`${origin}/sample-bio`);
  await page.getByRole("heading", { name: "mara" }).first().waitFor();
  await demo.click();
  await toast(admin, "Demo profile status removed").waitFor();
  list.resolve();

  // The page is in the cache by then, and goes from it.
  expect((await fetch(`${origin}/artist/mara`)).status).toBe(200);
  await row.getByRole("button", { name: "Suspend mara@example.org" }).click();
  const dialog = admin.getByRole("dialog", { name: "Suspend user" });
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await dialog.getByText("Please say why: the musician reads it").waitFor();
  await expectAccessible(admin);
  await dialog.getByLabel("Reason").fill("Selling watches in the comments");
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await toast(admin, "User suspended").waitFor();
  expect((await fetch(`${origin}/artist/mara`)).status).toBe(404);

  for (const tool of ["/dashboard", "/music", "/messages", "/settings/preview", "/db-check", "/signin"]) {
    await page.goto(`${origin}${tool}`);
    expect(new URL(page.url()).pathname).toBe("/suspended");
  }
  await page.getByText("Selling watches in the comments").waitFor();
  await expectAccessible(page);
  const cookie = await cookiesOf(page);
  await page.getByRole("link", { name: "Download all your data" }).click();
  await page.getByRole("button", { name: "Make an archive" }).click();
  await page.getByRole("link", { name: "Download your archive" }).waitFor();
  const exported = await fetch(`${origin}/account/export`, { headers: { Cookie: cookie } });
  expect([exported.status, exported.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
  await exported.body?.cancel();
  const body = new URLSearchParams({
    intent: "save-profile",
    artist_name: "Changed",
    cover_image_size: "large",
  });
  const posted = await fetch(`${origin}/profile`, {
    method: "POST",
    body,
    headers: { Cookie: cookie },
    redirect: "manual",
  });
  expect(posted.headers.get("Location")).toBe("/suspended");
  const live = await fetch(`${origin}/live`, { headers: { Cookie: cookie } });
  expect(live.status).toBe(403);
  await page.goto(`${origin}/account/preferences`);
  await page.getByRole("button", { name: "Save mails" }).click();
  await page.getByText("Your account is suspended: nothing was saved.").first().waitFor();

  await row.getByRole("button", { name: "Lift the suspension of mara@example.org" }).click();
  await toast(admin, "Suspension lifted").waitFor();
  expect((await fetch(`${origin}/artist/mara`)).status).toBe(200);
  await page.goto(`${origin}/suspended`);
  expect(new URL(page.url()).pathname).toBe("/dashboard");

  await row.getByRole("button", { name: "Warn mara@example.org" }).click();
  await admin.getByLabel("To mara@example.org").fill("Please no advertising");
  await admin.getByRole("button", { name: "Send warning" }).click();
  await toast(admin, "Warning sent").waitFor();
  await page.goto(`${origin}/music`);
  await page.getByText("Please no advertising").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "I have read this" }).click();
  await page.getByText("Please no advertising").waitFor({ state: "detached" });
  expect(id).not.toBe(adminId);
});

test("deleting an account names the address and its contents, asks for the password when that is old, and signs it out at once", async () => {
  const { page, id } = await newMusician("leaver");
  await makeTrack(db, { user_id: id });
  await makeComment(db, { musician_id: id });
  await admin.goto(`${origin}/admin?q=leaver@`);
  await passwordsAge();
  await rowOf(admin, "leaver@").getByRole("button", { name: "Delete leaver@example.org" }).click();
  const question = admin.getByRole("alertdialog", { name: "Delete user" });
  await question.getByText("leaver@example.org").waitFor();
  await question.getByText("This cannot be undone.").waitFor();
  await question.getByText("With it goes 1 track and 1 comment.").waitFor();
  await expectAccessible(admin);
  await question.getByRole("button", { name: "Delete" }).click();

  const gate = admin.getByRole("dialog", { name: "Please give your password" });
  await gate.getByLabel("Password", { exact: true }).fill("not my password");
  await gate.getByRole("button", { name: "Go on" }).click();
  await gate.getByText("This is not your password.").waitFor();
  await expectAccessible(admin);
  await gate.getByRole("button", { name: "Cancel" }).click();
  await toast(admin, "Nothing was changed: this needs your password.").waitFor();
  expect((await page.goto(`${origin}/music`))?.status()).toBe(200);

  await question.getByRole("button", { name: "Delete" }).click();
  await gate.getByLabel("Password", { exact: true }).fill(password);
  await gate.getByRole("button", { name: "Go on" }).click();
  await toast(admin, "User leaver@example.org deleted, with 1 track and 1 comment").waitFor();
  await admin.getByText("No address, no name and no custom URL holds these words.").waitFor();
  await page.goto(`${origin}/music`);
  expect(new URL(page.url()).pathname).toBe("/signin");
  expect((await fetch(`${origin}/artist/leaver`)).status).toBe(404);

  await admin.goto(`${origin}/admin/audit`);
  await admin.getByText("deleted leaver@example.org").waitFor();
  await admin.getByText("changed the role of mara@example.org").first().waitFor();
  await expectAccessible(admin);
});

test("backgrounds come by address and by file, change, rest and go", async () => {
  await db.asSystem().write((tx) => tx.deleteFrom("background_options").execute());
  await admin.goto(`${origin}/admin/backgrounds`);
  await admin.getByText("No backgrounds yet").waitFor();
  await expectAccessible(admin);
  // A press that is held until then would send what is typed by then.
  await untilHydrated(admin);
  const add = admin.getByRole("button", { name: "Add background" });
  await admin.getByLabel("Name").fill("  ");
  await admin.getByLabel("URL", { exact: true }).fill("https://example.org/haze.jpg");
  await add.click();
  await admin.getByLabel("Name").fill("Haze");
  await admin.getByLabel("URL", { exact: true }).fill("");
  await add.click();
  expect(await admin.getByRole("button", { name: "Close notification" }).count()).toBe(0);
  // Pictures of elsewhere are not fetched here.
  await admin.route("https://example.com/**", (route) => route.fulfill({ status: 404 }));
  await admin.route("https://example.org/**", async (route) =>
    route.fulfill({ contentType: "image/png", body: await picture(20, 20) }),
  );
  await admin.getByLabel("URL", { exact: true }).fill("https://example.org/haze.jpg");
  await admin.getByLabel("Image").check();
  await add.click();
  await toast(admin, "Background added successfully!").waitFor();
  expect(await admin.getByLabel("Name").inputValue()).toBe("");
  for (const name of ["URL", "Thumbnail URL (optional)"])
    expect(await admin.getByLabel(name, { exact: true }).getAttribute("type")).toBe("url");

  const files = admin.locator("input[type=file]");
  await files.setInputFiles([
    { name: "Night sky.png", mimeType: "image/png", buffer: await picture(1600, 900) },
  ]);
  await card("Night sky").waitFor();
  await expectFitPictures();
  const mp4 = await readFile(join(import.meta.dirname, "..", "fixtures", "video.mp4"));
  await files.setInputFiles([{ name: "Rain.mp4", mimeType: "video/mp4", buffer: mp4 }]);
  await card("Rain").waitFor();
  const src = await card("Night sky").locator("img").getAttribute("src");
  const stored = await fetch(`${origin}${src}`);
  expect([stored.status, stored.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
  await files.setInputFiles([{ name: "fake.mp4", mimeType: "video/mp4", buffer: Buffer.from("no video") }]);
  await toast(admin, /Please select a picture or an MP4 video/).waitFor();
  await expectAccessible(admin);

  await card("Haze").getByRole("button", { name: "Edit Haze" }).click();
  const edit = admin.getByRole("dialog", { name: "Edit background" });
  await edit.getByLabel("Name").fill("Fog");
  await edit.getByLabel("URL", { exact: true }).fill("https://example.com/none.jpg");
  await edit.getByRole("button", { name: "Save changes" }).click();
  await toast(admin, "Background updated successfully!").waitFor();
  await card("Fog").getByText("Nothing can be shown from its URL.").waitFor();
  const list = Promise.withResolvers<void>();
  await admin.route("**/admin/backgrounds.data*", async (route) => {
    if (route.request().method() === "GET") await list.promise;
    await route.continue();
  });
  await card("Fog").getByRole("button", { name: "Deactivate Fog" }).click();
  await toast(admin, "Background deactivated").waitFor();
  await card("Fog").getByRole("button", { name: "Activate Fog" }).click();
  await toast(admin, "Background activated").waitFor();
  list.resolve();

  const { id } = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("background_options")
        .select("id")
        .where("name", "=", "Night sky")
        .executeTakeFirstOrThrow(),
    );
  await makeMusician(db, { background_id: id });
  await admin.reload();
  await card("Night sky").getByRole("button", { name: "Delete Night sky" }).click();
  const question = admin.getByRole("alertdialog", { name: "Delete background" });
  await question.getByText("This cannot be undone.").waitFor();
  await question.getByText("1 artist uses it, whose page will have no background then.").waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(admin, "Background deleted successfully").waitFor();
  await expect.poll(async () => (await fetch(`${origin}${src}`)).status).toBe(404);

  await withoutTables(handbill, ["background_options"], async () => {
    await add.click();
    await admin.getByLabel("Name").fill("Lost");
    await admin.getByLabel("URL", { exact: true }).fill("https://example.org/lost.jpg");
    await add.click();
    await toast(admin, "Failed to save background").waitFor();
    await card("Fog").getByRole("button", { name: "Deactivate Fog" }).click();
    await toast(admin, "Failed to update background status").waitFor();
    await card("Fog").getByRole("button", { name: "Delete Fog" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await toast(admin, "Failed to delete background").waitFor();
    await admin.goto(`${origin}/admin/backgrounds`);
    await toast(admin, "Failed to load backgrounds").waitFor();
  });
  browser.takeProblems();
});

/** On phones and large screens of each density; the picture of elsewhere is as it is. */
async function expectFitPictures(): Promise<void> {
  const client = await admin.context().newCDPSession(admin);
  for (const viewport of [phone, desktop]) {
    for (const deviceScaleFactor of [1, 2, 3]) {
      await client.send("Emulation.setDeviceMetricsOverride", {
        ...viewport,
        deviceScaleFactor,
        mobile: false,
      });
      await admin.goto(`${origin}/admin/backgrounds`);
      // React would miss it.
      await untilHydrated(admin);
      await card("Haze").evaluate((haze) => haze.remove());
      expect(await unfitPictures(admin), JSON.stringify(viewport)).toEqual({ looked: 1, unfit: [] });
    }
  }
  await client.detach();
  await admin.goto(`${origin}/admin/backgrounds`);
}

function card(name: string) {
  return admin.getByRole("list", { name: "Backgrounds" }).getByRole("listitem").filter({ hasText: name });
}

function picture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#346" } })
    .png()
    .toBuffer();
}

test("while the users can't be reached the admin pages say so in the documented words", async () => {
  await makeMusician(db, { artist_name: "Unlucky" });
  const barred = await makeMusician(db, { artist_name: "Potluck" });
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: new Date(), suspended_reason: "Words" })
        .where("id", "=", barred.id)
        .execute(),
    );
  await admin.goto(`${origin}/admin?q=luck`);
  const row = rowOf(admin, "Unlucky");
  await withoutTables(handbill, ["musician_profiles", "audit_log"], async () => {
    await row.getByRole("combobox").selectOption("admin");
    await admin.getByRole("alertdialog").getByRole("button", { name: "Make admin" }).click();
    await toast(admin, "Failed to update user role").waitFor();
    await row.getByRole("button", { name: /^Demo profile/ }).click();
    await toast(admin, "Failed to update demo profile").waitFor();
    await admin.route("**/contents", (route) => route.abort());
    await row.getByRole("button", { name: /^Delete/ }).click();
    await admin.getByText("What goes with it can't be told at the moment.").waitFor();
    await admin.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await toast(admin, "Failed to delete user").waitFor();
    await admin.keyboard.press("Escape");
    const dialog = admin.getByRole("dialog");
    await row.getByRole("button", { name: /^Warn/ }).click();
    await dialog.getByLabel(/^To /).fill("Words");
    await dialog.getByRole("button", { name: "Send warning" }).click();
    await toast(admin, "Failed to send the warning").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await admin.getByRole("button", { name: "Discard" }).click();
    await row.getByRole("button", { name: /^Suspend/ }).click();
    await dialog.getByLabel("Reason").fill("Words");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await toast(admin, "Failed to suspend user").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await admin.getByRole("button", { name: "Discard" }).click();
    const lift = rowOf(admin, "Potluck").getByRole("button", { name: /^Lift the suspension/ });
    await lift.click();
    await toast(admin, "Failed to lift the suspension").waitFor();
    await lift.waitFor();
    await admin.goto(`${origin}/admin`);
    await toast(admin, /^Database error: .*musician_profiles/).waitFor();
    await admin.getByRole("button", { name: "Try again" }).waitFor();
    await admin.goto(`${origin}/admin/audit`);
    await toast(admin, "Failed to load the audit log").waitFor();
  });
  browser.takeProblems();
  await admin.goto(`${origin}/admin`);
  await untilHydrated(admin);
  await admin.context().setOffline(true);
  await admin.getByRole("button", { name: "Refresh" }).click();
  await toast(
    admin,
    "Network connection failed. Please check your server configuration and internet connection.",
  ).waitFor();
  await admin.context().setOffline(false);
  await admin.getByRole("heading", { name: /^All users/ }).waitFor();
  browser.takeProblems();
});

test("registration is set here, over the environment; a link lets one person in though it is closed", async () => {
  await admin.goto(`${origin}/admin/settings`);
  await admin.getByText("What holds comes from the environment: REGISTRATION=unlisted.").waitFor();
  await expectAccessible(admin);
  await admin.getByLabel("Closed: only invitations let somebody in").check();
  await admin.getByLabel("Every comment, whatever the artist has chosen").check();
  await passwordsAge();
  await admin.getByRole("button", { name: "Save settings" }).click();
  const gate = admin.getByRole("dialog", { name: "Please give your password" });
  await gate.getByRole("button", { name: "Cancel" }).click();
  await toast(admin, "Nothing was changed: this needs your password.").waitFor();
  expect(await admin.getByLabel("Closed: only invitations let somebody in").isChecked()).toBe(true);
  await admin.getByRole("button", { name: "Save settings" }).click();
  await gate.getByLabel("Password", { exact: true }).fill(password);
  await gate.getByRole("button", { name: "Go on" }).click();
  await toast(admin, "Settings saved").waitFor();
  await admin.getByText("What holds is set here; REGISTRATION=unlisted doesn't count.").waitFor();
  await admin.getByLabel("Note (optional)").fill("For Ines");
  await admin.getByRole("button", { name: "Make a link" }).click();
  const link = await admin.getByLabel("The new link").inputValue();
  expect(link).toMatch(/^http.*\/signup\?invitation=[\w-]{43}$/);
  await admin.getByText(/^Good until/).waitFor();
  await expectAccessible(admin);

  const guest = await browser.newPage();
  await guest.goto(`${origin}/signup`);
  await guest.getByText("Registration is closed.").waitFor();
  await guest.goto(link);
  await guest.getByLabel("Email").fill("ines@example.org");
  await guest.getByLabel("Password", { exact: true }).fill(password);
  await guest.getByLabel("Confirm password", { exact: true }).fill(password);
  await guest.getByRole("checkbox").check();
  await guest.getByRole("button", { name: "Create Account" }).click();
  await guest.waitForURL("**/dashboard");
  const another = await browser.newPage();
  await another.goto(link);
  await another
    .getByText("This invitation has been used or has run out. Please ask for a new one.")
    .waitFor();
  await admin.reload();
  await admin.getByText(/^Used on .* by ines@example\.org$/).waitFor();

  await admin.getByRole("button", { name: "Make a link" }).click();
  await admin.getByLabel("The new link").waitFor();
  const withdraw = admin.getByRole("button", { name: "Withdraw the invitation: without a note" });
  const question = admin.getByRole("alertdialog", { name: "Withdraw invitation" });
  const save = admin.getByRole("button", { name: "Save settings" });
  await withoutTables(handbill, ["audit_log"], async () => {
    await withdraw.click();
    await question.getByRole("button", { name: "Withdraw" }).click();
    await toast(admin, "Failed to withdraw the invitation").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await admin.getByRole("button", { name: "Make a link" }).click();
    await toast(admin, "Failed to make the invitation").waitFor();
    await save.click();
    await toast(admin, "Failed to save the settings").waitFor();
  });
  await admin.getByRole("button", { name: "Make a link" }).click();
  await admin.getByLabel("The new link").waitFor();
  await withdraw.first().click();
  await question.getByText("Its link lets nobody in any more. This cannot be undone.").waitFor();
  await question.getByRole("button", { name: "Withdraw" }).click();
  await toast(admin, "Invitation withdrawn").waitFor();
  // A link that is worth nothing any more isn't offered.
  await admin.getByLabel("The new link").waitFor({ state: "detached" });
  browser.takeProblems();

  // A save doesn't undo another admin's change of the meantime.
  const setLinks = (reviews_links: boolean) =>
    db.asSystem().write((tx) => tx.updateTable("site_settings").set({ reviews_links }).execute());
  const links = admin.getByLabel("Comments with a link in them");
  await setLinks(false);
  await save.click();
  await admin.getByRole("heading", { name: "Saved meanwhile" }).waitFor();
  await admin.getByRole("button", { name: "Take what is saved" }).click();
  expect(await links.isChecked()).toBe(false);
  await links.check();
  // A setting that is changed while others are saved stays.
  const saving = Promise.withResolvers<void>();
  await admin.route("**/admin/settings.data*", async (route) => {
    await saving.promise;
    await route.continue();
  });
  const environment = admin.getByLabel("As the environment says (unlisted)");
  await save.click();
  await admin.getByRole("button", { name: "Saving..." }).waitFor();
  await environment.check();
  saving.resolve();
  await toast(admin, "Settings saved").waitFor();
  expect(await environment.isChecked()).toBe(true);
  expect(
    await db
      .asSystem()
      .read((tx) => tx.selectFrom("site_settings").select(["registration", "reviews_links"]).execute()),
  ).toEqual([{ registration: "closed", reviews_links: true }]);

  // Every comment waits, whatever the artist has chosen.
  await makeMusician(db, { custom_url: "reviewed", artist_name: "Reviewed" });
  const body = new URLSearchParams({ intent: "comment", author_name: "Ada", content: "Lovely", subject: "" });
  await fetch(`${origin}/artist/reviewed`, { method: "POST", body, redirect: "manual" });
  const [comment] = await db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("fan_comments").select("is_approved").where("author_name", "=", "Ada").execute(),
    );
  expect(comment).toEqual({ is_approved: false });
  await admin.getByLabel("Every comment, whatever the artist has chosen").uncheck();
  await save.click();
  await admin.getByText("What holds comes from the environment: REGISTRATION=unlisted.").waitFor();
});

test("a visitor reports a comment without scripts, a musician their own page's; the admin hides it", async () => {
  const { page, id } = await newMusician("stage");
  await makeComment(db, {
    musician_id: id,
    author_name: "Rude",
    content: `Something awful${"\nand more".repeat(40)}`,
  });
  await makeComment(db, { musician_id: id, author_name: "Odd", content: "Something odd" });
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${origin}/artist/stage`);
  await plain.getByRole("link", { name: "Report the comment by Rude" }).click();
  await plain.getByText("Something awful").waitFor();
  await plain.getByRole("button", { name: "Report comment" }).click();
  await plain.getByText("Please say what is wrong with it").waitFor();
  await plain.getByLabel("What is wrong with it?").fill("It insults my friend");
  await plain.getByRole("button", { name: "Report comment" }).click();
  await plain.getByText("Thank you. An admin of this site will look at it.").waitFor();

  const scripted = await browser.newPage({ viewport: phone });
  await scripted.goto(`${origin}/artist/stage`);
  await scripted.getByRole("link", { name: "Report the comment by Rude" }).click();
  await scripted.getByLabel("What is wrong with it?").fill("Again");
  await expectAccessible(scripted);
  await scripted.getByRole("button", { name: "Report comment" }).click();
  await scripted.getByText("Thank you. An admin of this site will look at it.").first().waitFor();

  await page.goto(`${origin}/comments`);
  await openActions(page, "the comment by Odd");
  await page.getByRole("button", { name: "Report the comment by Odd" }).click();
  await page.getByLabel("What is wrong with it?").fill("Looks like a threat");
  await page.getByRole("button", { name: "Report", exact: true }).click();
  await toast(page, "Comment reported: an admin will look at it").waitFor();

  await admin.goto(`${origin}/admin/reports`);
  const reports = admin.getByRole("list", { name: "Reports" }).getByRole("listitem");
  expect(await reports.count()).toBe(2);
  expect(await admin.getByRole("tab", { name: /^Reports/ }).textContent()).toBe("Reports2");
  await expectAccessible(admin);
  await admin.setViewportSize(phone);
  expect(await admin.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await admin.setViewportSize(desktop);
  await withoutTables(handbill, ["audit_log"], async () => {
    await reports.first().getByRole("button", { name: "Dismiss" }).click();
    await toast(admin, "Failed to answer the report").waitFor();
  });
  await withoutTables(handbill, ["reports", "invitations"], async () => {
    await admin.reload();
    await toast(admin, "Failed to load the reports").waitFor();
    await admin.goto(`${origin}/admin/settings`);
    await toast(admin, "Failed to load the site's settings").waitFor();
  });
  browser.takeProblems();
  await admin.goto(`${origin}/admin/reports`);
  const rude = reports.filter({ hasText: "Something awful" });
  await rude.getByText("It insults my friend").waitFor();
  await rude.getByRole("button", { name: "Hide comment" }).click();
  await toast(admin, "Hidden: nobody else sees it any more").waitFor();
  await reports.filter({ hasText: "Something odd" }).getByText("stage@example.org").first().waitFor();
  await rude.waitFor({ state: "detached" });
  await reports.getByRole("button", { name: "Dismiss" }).click();
  await toast(admin, "Report dismissed").waitFor();
  await admin.getByText("Nothing waits").waitFor();
  await admin.getByRole("button", { name: "All" }).click();
  await admin.getByText(/^Hidden by owner@example\.org$/).waitFor();

  expect(await (await fetch(`${origin}/artist/stage`)).text()).not.toContain("Something awful");
  await page.reload();
  await page.getByText("Hidden by an admin").waitFor();
});
