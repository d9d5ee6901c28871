import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openArchive } from "../../server/backup/archive.ts";
import { sessionSecret } from "../../server/secret.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openOwnerOf, startHandbill } from "../harness/handbill.ts";
import { openTestApp, pressEnter, toast } from "../harness/test-app.ts";
import { openWire } from "../harness/wire.ts";

const { handbill, browser, db, newAccount, newMusician } = await openTestApp();

const open = (page: Page, path: string, { origin } = handbill) =>
  page.goto(`${origin}${path}`, { waitUntil: "networkidle" });
const tile = (page: Page, name: string) =>
  page
    .getByRole("definition")
    .filter({ visible: true })
    .and(page.locator(`dt:has-text("${name}") + dd`));
const pages = ["/database-refresh", "/db-check", "/bio-diagnostics", "/debug"];

async function roleOf(id: string): Promise<string> {
  const user = await db
    .asSystem()
    .read((tx) => tx.selectFrom("users").select("role").where("id", "=", id).executeTakeFirstOrThrow());
  return user.role;
}

test.each([phone, desktop])(
  "a visitor sees only the state of connection and storage, at $width px",
  async (viewport) => {
    const page = await browser.newPage({ viewport });
    await open(page, "/database-refresh");
    await page.getByRole("heading", { name: "Database Refresh & Diagnostics", exact: true }).waitFor();
    await page.getByText("This is what anybody may see.").waitFor();
    await page.getByText("Not signed in").waitFor();
    // The diagnostics start by themselves.
    await page.getByText("The database answered in").waitFor();
    await page.getByText("The uploads bucket is there and takes files.").waitFor();
    const counts = async () =>
      Promise.all(
        ["Passed", "Warnings", "Failed", "Total tests"].map((name) => tile(page, name).textContent()),
      );
    expect(await counts()).toEqual(["2", "0", "0", "2"]);
    const quickLinks = page.getByRole("navigation", { name: "Quick links" }).getByRole("link");
    expect(await quickLinks.allInnerTexts()).toEqual(["Storage diagnostics", "Bio diagnostics", "Dashboard"]);
    expect(await page.getByRole("button", { name: "Auto-Fix Issues" }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Storage diagnostics" }).click();
    await page.getByRole("heading", { name: "Database Configuration Check" }).waitFor();
    await page.getByText("Connected", { exact: true }).waitFor();
    await page.getByText("It exists").waitFor();
    expect(await page.getByRole("button", { name: "Test Upload" }).count()).toBe(0);
    await expectAccessible(page);
    await open(page, "/bio-diagnostics");
    await page.getByRole("heading", { name: "Musician Bio Page Diagnostics" }).waitFor();
    await page.getByText("Summary: 2 passed, 0 warnings, 0 failed. Everything works.").waitFor();
    await expectAccessible(page);
    await open(page, "/debug");
    await page.getByRole("heading", { name: "User Role Debug" }).waitFor();
    await page.getByText("Not logged in").waitFor();
    await expectAccessible(page);
  },
);

test("the tests work without scripts", async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${handbill.origin}/database-refresh`);
  await page.getByRole("button", { name: "Run Full Scan" }).click();
  await page.getByText("The database answered in").waitFor();
  await page.goto(`${handbill.origin}/db-check`);
  await page.getByText("Connected", { exact: true }).waitFor();
});

test("a musician's scan finds the missing profile, and Auto-Fix makes it", async () => {
  const { page, id } = await newAccount("the.night_bus");
  await open(page, "/database-refresh");
  await page.getByText("Musician profile not found").waitFor();
  const session = page.getByRole("region", { name: "Current session" });
  for (const text of ["the.night_bus@example.org", id, "musician", "Not set"]) {
    await session.getByText(text, { exact: true }).waitFor();
  }
  expect(await tile(page, "Failed").textContent()).toBe("1");
  await expectAccessible(page);
  const gate = Promise.withResolvers<void>();
  await page.route("**/database-refresh.data*", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Run Full Scan" }).click();
  await page.getByRole("button", { name: "Scanning..." }).waitFor();
  await page.getByText("Running", { exact: true }).first().waitFor();
  expect(await page.getByRole("button", { name: "Auto-Fix Issues" }).count()).toBe(0);
  gate.resolve();
  await pressEnter(page.getByRole("button", { name: "Auto-Fix Issues" }));
  await toast(page, "Musician profile created successfully").waitFor();
  await toast(page, "Database issues fixed! Please try your actions again.").waitFor();
  await session.getByText("the.night_bus", { exact: true }).waitFor();
  await expect.poll(() => tile(page, "Failed").textContent()).toBe("0");
  expect(await page.getByRole("button", { name: "Auto-Fix Issues" }).count()).toBe(0);
  await page.getByRole("button", { name: "Run Full Scan" }).click();
  await page.getByText("The profile of the.night_bus is there.").waitFor();
  await expectAccessible(page);
});

test("the buttons of the configuration check say what came of them", async () => {
  const { page } = await newMusician("checker", { viewport: phone });
  await open(page, "/db-check");
  await page.getByText("Your user record is there, with the role musician.").waitFor();
  await page.getByRole("button", { name: "Test Upload" }).click();
  await toast(page, "Storage test upload successful!").waitFor();
  await page.getByRole("button", { name: "Test Image Upload" }).click();
  await toast(page, "Profile image test upload successful!").waitFor();
  const gate = Promise.withResolvers<void>();
  await page.route("**/db-check.data*", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Recheck Connection" }).click();
  await page.getByRole("region", { name: "Connection" }).getByText("Checking...").waitFor();
  gate.resolve();
  await page.getByText("Connected", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Check Storage", exact: true }).click();
  await page.getByText("It exists").waitFor();
  const checked = page.waitForRequest((request) => request.postData()?.includes("storage") === true);
  await page.getByRole("button", { name: "Force Refresh Storage" }).click();
  await checked;
  await page.getByText("It exists").waitFor();
  await expectAccessible(page);

  // A test that made the folder anew would hide what is wrong.
  const uploads = join(handbill.dataDir, "files", "uploads");
  await rename(uploads, `${uploads}-elsewhere`);
  try {
    await page.request.post(`${handbill.origin}/db-check`, { form: { intent: "upload-text" } });
    await open(page, "/db-check");
    await page
      .getByText(
        "Please verify that the 'uploads' bucket exists, is public and allows image and audio types:",
      )
      .waitFor();
    await page.getByText("Bucket not found").waitFor();
    await page.getByText("Create a bucket named 'uploads'.").waitFor();
    await expectAccessible(page);
  } finally {
    await rename(`${uploads}-elsewhere`, uploads);
  }
});

test("a user record that is out of sight is reported, and isn't reported as made", async () => {
  const { page, id } = await newMusician("unseen");
  const owner = await openOwnerOf(handbill);
  const [policy] = (
    await owner.query("select qual from pg_policies where tablename = 'users' and policyname = 'own'")
  ).rows;
  expect(policy.qual).toContain("app.user_id");
  await owner.query(`alter policy own on users using (id <> '${id}' and (${policy.qual}))`);
  try {
    await open(page, "/db-check");
    await page.getByText("User not found in users table").waitFor();
    await expectAccessible(page);
    await pressEnter(page.getByRole("button", { name: "Create Missing User Record" }));
    await toast(page, /^Failed to create user record: it is there, but hidden/).waitFor();
  } finally {
    await owner.query(`alter policy own on users using (${policy.qual})`);
    await owner.end();
  }
  await page.getByRole("button", { name: "Recheck Connection" }).click();
  await page.getByText("Your user record is there, with the role musician.").waitFor();
});

test("the bio diagnostics lead to the page of the musician, and show no other", async () => {
  await newMusician("somebody-else");
  const { page } = await newMusician("bio-tester");
  await open(page, "/bio-diagnostics");
  const found = page.getByRole("region", { name: "Profiles found" });
  await expect.poll(() => found.getByRole("listitem").count()).toBe(1);
  const link = found.getByRole("link", { name: "Test Bio Page" });
  expect(await link.getAttribute("href")).toBe("/artist/bio-tester");
  await pressEnter(page.getByRole("button", { name: "Run Diagnostics" }));
  await page.getByText(/^Summary: \d+ passed, 0 warnings, 0 failed/).waitFor();
  await expectAccessible(page);
});

test("only the set-up code makes an account an admin, once", async () => {
  const { page, id } = await newMusician("ambitious");
  const second = await newMusician("second");
  const code = /set-up code ([0-9A-Z-]{23})/.exec(handbill.output())?.[1] ?? "";
  expect(code).not.toBe("");
  const cookies = await page.context().cookies();
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const pressed = await Promise.all(
    Array.from({ length: 20 }, () =>
      fetch(`${handbill.origin}/debug`, { method: "POST", headers: { Cookie }, body: new URLSearchParams() }),
    ),
  );
  expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([403]));
  expect(await roleOf(id)).toBe("musician");

  await open(page, "/debug");
  const own = page.getByRole("region", { name: "Current user" });
  for (const text of ["ambitious@example.org", id, "musician"])
    await own.getByText(text, { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Make Admin" }).click();
  await toast(page, /^Only the owner of this site can make themselves an admin here/).waitFor();
  await page.getByLabel("Set-up code").fill("AAAAA-AAAAA-AAAAA-AAAAA");
  await page.getByRole("button", { name: "Make Admin" }).click();
  await toast(page, /^This is not the set-up code/).waitFor();
  await open(second.page, "/debug");
  await page.getByLabel("Set-up code").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Make Admin" }).click();
  await toast(page, "You are an admin now.").waitFor();
  await own.getByText("admin", { exact: true }).waitFor();
  expect(await roleOf(id)).toBe("admin");
  await page.getByRole("button", { name: "Refresh User Data" }).click();
  expect(await page.getByRole("region", { name: "Raw data" }).textContent()).toContain('"role": "admin"');

  await second.page.getByLabel("Set-up code").fill(code);
  await second.page.getByRole("button", { name: "Make Admin" }).click();
  await toast(second.page, /^This site has an admin already/).waitFor();
  expect(await roleOf(second.id)).toBe("musician");

  // An admin sees others.
  await open(page, "/bio-diagnostics");
  await page.getByText(/^There are \d+ accounts\.$/).waitFor();
  await open(page, "/database-refresh");
  await page.getByText("Policies and grants are as this version made them.").waitFor();
});

test("the screens open while the database is away, and report that", async () => {
  const folder = encodeURIComponent(join(handbill.dataDir, "postgres", "socket"));
  await using wire = await openWire(`postgres://handbill@localhost/handbill?host=${folder}`);
  await using other = await startHandbill({
    DATABASE_URL: wire.url,
    SESSION_SECRET: await sessionSecret(undefined, handbill.dataDir),
  });
  const { page } = await newMusician("waiting");
  const cookies = await page.context().cookies();
  const headers = { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") };
  await page.context().addCookies(cookies.map(({ name, value }) => ({ name, value, url: other.origin })));
  // The stream of live updates outlives the database's absence; one that is asked for meanwhile is refused.
  const stream = page.waitForResponse(`${other.origin}/live`);
  await open(page, "/db-check", other);
  await page.getByText("Connected", { exact: true }).waitFor();
  await stream;

  await wire.become("refused");
  await page.getByRole("button", { name: "Recheck Connection" }).click();
  await page.getByText("The database can't be reached.").waitFor();
  await page.getByText("Error", { exact: true }).waitFor();
  for (const path of pages) {
    const answer = await fetch(other.origin + path, { headers });
    expect(answer.status, path).toBe(200);
    const text = await answer.text();
    expect(text).toContain("who is signed in");
    expect(text).not.toContain(new URL(wire.url).port);
  }
  await open(page, "/database-refresh", other);
  await page.getByText("The database can't be reached.").waitFor();
  expect(await tile(page, "Failed").textContent()).toBe("1");
  await expectAccessible(page);
  const signedIn = await fetch(`${other.origin}/signin`, { headers });
  expect([signedIn.status, signedIn.headers.get("Retry-After")]).toEqual([503, "5"]);
  for (const path of ["/", "/signin"]) expect((await fetch(other.origin + path)).status, path).toBe(200);
});

test("musicians take all their data along, visitors none", async () => {
  const stranger = await fetch(`${handbill.origin}/account/export`, { redirect: "manual" });
  expect(stranger.status).toBe(401);
  const { page } = await newMusician("leaving", { viewport: phone, javaScriptEnabled: false });
  await open(page, "/dashboard");
  await page.getByRole("link", { name: "Download everything of yours" }).click();
  expect((await page.request.get(`${handbill.origin}/account/export`)).status()).toBe(404);
  await page.getByRole("button", { name: "Make an archive" }).click();
  await page.getByRole("status").filter({ hasText: "Your archive" }).waitFor();
  // Without script, a reload tells how far it is.
  const link = page.getByRole("link", { name: "Download your archive" });
  await expect
    .poll(async () => {
      await page.reload();
      return link.count();
    })
    .toBe(1);
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^handbill-\d{4}-\d\d-\d\d\.zip$/);
  await using archive = await openArchive(await download.path());
  expect(await archive.readJson("account.json")).toMatchObject({ account: { email: "leaving@example.org" } });
});

test("a suspended musician reads that they are suspended instead", async () => {
  const { page, id } = await newMusician("suspended");
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: new Date(), suspended_reason: "Spam" })
        .where("id", "=", id)
        .execute(),
    );
  for (const path of pages) {
    const answer = await page.request.get(`${handbill.origin}${path}`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([302, "/suspended"]);
  }
});
