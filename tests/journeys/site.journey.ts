import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { sessionSecret } from "../../server/secret.ts";
import { desktop, expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { startHandbill } from "../harness/handbill.ts";
import { openMailbox } from "../harness/mailbox.ts";
import { openTestApp, toast } from "../harness/test-app.ts";
import { openWire } from "../harness/wire.ts";

// The demo artist is at the root, as the environment says.
const { handbill, browser, db, newAdmin } = await openTestApp({ DEMO: "on", SITE: "Ishbel-Carrow" });
const { origin } = handbill;
let admin: Page;

beforeAll(async () => {
  ({ page: admin } = await newAdmin("admin"));
});
afterEach(() =>
  db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("site_settings")
        .set({ name: null, contact: null, imprint: null, terms: null, privacy: null })
        .set({ root: null, root_artist: null })
        .execute(),
    ),
);

const save = (page: Page) => page.getByRole("button", { name: "Save site" });

/** Whether the page is as wide as the screen. */
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test("the name that an admin gives the site stands wherever Handbill's did, at once", async () => {
  const visitor = await browser.newPage();
  // In the cache, with the name of before.
  for (const path of ["/", "/artist/ishbel-carrow"]) {
    const before = await visitor.request.get(origin + path);
    expect(await before.text()).toContain("Made with Handbill");
  }
  await admin.goto(`${origin}/admin/site`);
  await expectAccessible(admin);
  await admin.getByLabel("The site's name").fill("Nightboard & Söhne");
  await admin.getByLabel("Contact").fill("hello@nightboard.example");
  await save(admin).click();
  await toast(admin, "Site saved").waitFor();
  // Without a reload.
  await admin.getByRole("banner").getByRole("link", { name: "Nightboard & Söhne" }).waitFor();
  await admin.waitForFunction(() => document.title === "Admin · Nightboard & Söhne");

  for (const path of ["/", "/artist/ishbel-carrow"]) {
    const page = await (await visitor.request.get(origin + path)).text();
    expect(page).toContain('<meta property="og:site_name" content="Nightboard &amp; Söhne"/>');
    expect(page).not.toContain("Handbill");
  }
  expect(await (await visitor.request.get(`${origin}/manifest.webmanifest`)).json()).toMatchObject({
    name: "Nightboard & Söhne",
    short_name: "Nightboard & Söhne",
  });
  for (const viewport of [phone, desktop]) {
    await visitor.setViewportSize(viewport);
    for (const path of ["/signin", "/terms", "/privacy", "/imprint", "/nowhere"]) {
      await visitor.goto(origin + path);
      expect(await visitor.title()).toMatch(/ · Nightboard & Söhne$/);
      expect(await visitor.locator("body").innerText()).not.toContain("Handbill");
      expect(await fits(visitor)).toBe(true);
      await expectAccessible(visitor);
    }
  }
  await visitor.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  const contact = visitor.getByRole("link", { name: "hello@nightboard.example" });
  expect(await contact.getAttribute("href")).toBe("mailto:hello@nightboard.example");

  await visitor.goto(`${origin}/signin?reset=1`);
  await visitor.getByLabel("Email").fill("admin@example.org");
  await visitor.getByRole("button", { name: "Send Reset Email" }).click();
  const mail = await openMailbox(handbill.dataDir).next("admin@example.org");
  expect(mail.subject).toBe("Choose a new Nightboard & Söhne password");
  expect(mail.text).not.toContain("Handbill");
  expect(mail.html).toContain("<p>Nightboard &amp; Söhne</p>");
});

test("a name that is set in one server stands in the other's next page, also in its error screen without a database", async () => {
  const folder = encodeURIComponent(join(handbill.dataDir, "postgres", "socket"));
  await using wire = await openWire(`postgres://handbill@localhost/handbill?host=${folder}`);
  await using other = await startHandbill({
    DATABASE_URL: wire.url,
    SESSION_SECRET: await sessionSecret(undefined, handbill.dataDir),
  });
  const calendar = "/artist/ishbel-carrow/events.ics";
  const textOf = async (path: string, init: RequestInit = {}) =>
    (await fetch(other.origin + path, init)).text();
  // In its cache, with the name of before.
  for (const path of ["/artist/ishbel-carrow", calendar]) expect(await textOf(path)).toContain("Handbill");
  const page = await browser.newPage();
  await page.goto(`${other.origin}/signin`);
  expect(await page.title()).toMatch(/ · Handbill$/);

  await admin.goto(`${origin}/admin/site`);
  await untilHydrated(admin);
  await admin.getByLabel("The site's name").fill("Nightboard");
  await save(admin).click();
  await toast(admin, "Site saved").waitFor();

  // The other hears of it a moment later.
  await expect.poll(() => textOf("/signin")).toContain("Nightboard");
  await page.goto(`${other.origin}/signin`);
  expect(await page.title()).toMatch(/ · Nightboard$/);
  await page.getByRole("banner").getByRole("link", { name: "Nightboard" }).waitFor();
  for (const path of ["/", "/artist/ishbel-carrow", calendar, "/manifest.webmanifest", "/nowhere"]) {
    const text = await textOf(path);
    expect(text, path).toContain("Nightboard");
    expect(text, path).not.toContain("Handbill");
  }
  await page.goto(`${other.origin}/signin?reset=1`);
  await page.getByLabel("Email").fill("admin@example.org");
  await page.getByRole("button", { name: "Send Reset Email" }).click();
  // Either of them may send it.
  const mails = async () =>
    (await Promise.all([handbill, other].map(({ dataDir }) => openMailbox(dataDir).all()))).flat();
  await expect
    .poll(async () => (await mails()).map(({ to, subject }) => `${to}: ${subject}`))
    .toContain("admin@example.org: Choose a new Nightboard password");

  const cookies = (await admin.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await page
    .context()
    .addCookies(
      (await admin.context().cookies()).map(({ name, value }) => ({ name, value, url: other.origin })),
    );
  await wire.become("refused");
  const away = await fetch(`${other.origin}/signin`, { headers: { Cookie: cookies } });
  expect(away.status).toBe(503);
  expect(await away.text()).not.toContain("Handbill");
  await page.goto(`${other.origin}/signin`);
  await page.getByRole("heading", { name: "Back in a moment" }).waitFor();
  await untilHydrated(page);
  expect(await page.title()).toBe("Back in a moment · Nightboard");
  await page.getByRole("banner").getByRole("link", { name: "Nightboard" }).waitFor();
  await page.context().close();
  expect(browser.takeProblems().filter((problem) => !problem.includes("503"))).toEqual([]);
});

test("the artist at the root has their whole page there, and forms lead back to it", async () => {
  const page = await browser.newPage({ viewport: phone });
  await page.goto(`${origin}/?utm_source=poster`);
  expect(await page.title()).toBe("Ishbel Carrow: music, dates and more");
  expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(
    `${origin}/artist/ishbel-carrow`,
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Pause" }).waitFor();

  const comments = page.locator("#comments");
  await comments.getByLabel("Your name").fill("Ada");
  await comments.getByLabel("Your comment").fill("From the root");
  await comments.getByRole("button", { name: "Post comment" }).click();
  await comments.getByText("From the root").waitFor();
  expect(new URL(page.url()).pathname).toBe("/");

  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(origin);
  const newsletter = plain.locator("#newsletter");
  await newsletter.getByLabel(/email/i).fill("ada@example.org");
  await newsletter.getByRole("button", { name: "Subscribe" }).click();
  await plain.waitForURL(`${origin}/#newsletter`);
  expect(await plain.title()).toBe("Ishbel Carrow: music, dates and more");

  // A signed-in account sees it too, and from a screen of React's a new document brings it.
  await admin.goto(`${origin}/reset-password`);
  await admin.getByRole("banner").getByRole("link", { name: "Handbill" }).click();
  await admin.getByRole("heading", { name: "Ishbel Carrow", level: 1 }).waitFor();
  expect(await admin.getByRole("link", { name: "Admin Panel" }).count()).toBeGreaterThan(0);

  const map = await (await page.request.get(`${origin}/sitemap.xml`)).text();
  expect(map).not.toContain(`<loc>${origin}/</loc>`);
  const known = await fetch(origin);
  const again = await fetch(origin, { headers: { "If-None-Match": known.headers.get("ETag") ?? "" } });
  expect([known.status, again.status, (await fetch(origin, { method: "HEAD" })).status]).toEqual([
    200, 304, 200,
  ]);
});

test("what an admin chooses for the root holds over the environment, follows the artist, and falls back", async () => {
  const title = async () => /<title>([^<]*)/.exec(await (await fetch(origin)).text())?.[1];
  const landing = "Handbill: your music, your story, all in one place";
  expect(await title()).toBe("Ishbel Carrow: music, dates and more");

  await admin.goto(`${origin}/admin/site`);
  await admin.getByLabel("As the environment says: the page of ishbel-carrow").waitFor();
  await admin.getByLabel("The landing page").check();
  await save(admin).click();
  await toast(admin, "Site saved").waitFor();
  expect(await title()).toBe(landing);

  await admin.getByLabel("One artist's page").check();
  await save(admin).click();
  await admin.getByText("Please enter the artist's custom URL").waitFor();
  const address = admin.getByLabel("The artist's custom URL");
  await address.fill("nobody-at-all");
  await save(admin).click();
  await admin.getByText("No artist has this address").waitFor();
  await address.fill(`${origin}/artist/Ishbel-Carrow?x`);
  await save(admin).click();
  await toast(admin, "Site saved").waitFor();
  await expect.poll(() => address.inputValue()).toBe("ishbel-carrow");
  expect(await title()).toBe("Ishbel Carrow: music, dates and more");

  const change = (columns: { custom_url: string }) =>
    db
      .asSystem()
      .write((tx) =>
        tx.updateTable("musician_profiles").set(columns).where("artist_name", "=", "Ishbel Carrow").execute(),
      );
  const suspend = (isOn: boolean) =>
    db.asSystem().write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: isOn ? new Date() : null, suspended_reason: isOn ? "Too loud." : null })
        .where("email", "=", "demo@handbill.example")
        .execute(),
    );
  await change({ custom_url: "ishbel" });
  const renamed = await browser.newPage();
  const canonical = async () => {
    await renamed.goto(origin);
    return renamed.locator("link[rel=canonical]").getAttribute("href");
  };
  await expect.poll(canonical).toBe(`${origin}/artist/ishbel`);
  expect(renamed.url()).toBe(`${origin}/`);
  await suspend(true);
  await expect.poll(title).toBe(landing);
  await suspend(false);
  await expect.poll(title).toBe("Ishbel Carrow: music, dates and more");
  // SITE still says the former address, which leads to the present one.
  await admin.reload();
  await admin.getByLabel("As the environment says: the page of ishbel-carrow").check();
  await save(admin).click();
  await toast(admin, "Site saved").waitFor();
  expect(await title()).toBe("Ishbel Carrow: music, dates and more");
  await change({ custom_url: "ishbel-carrow" });
});

test("imprint, terms and privacy are what the admin writes, and the standard text comes back", async () => {
  expect((await fetch(`${origin}/imprint`)).status).toBe(404);
  await admin.setViewportSize(phone);
  await admin.goto(`${origin}/admin/site`);
  await untilHydrated(admin);
  const terms = admin.getByLabel("Terms", { exact: true });
  expect(await terms.inputValue()).toContain("## Your account");
  await terms.fill(
    "Be kind to {site}.\n\n## House rules\n- No <b>shouting</b>\n- Read [this](https://rules.example)",
  );
  await admin.getByLabel("Imprint").fill("Nora Night\nHarbour 1");
  // What is typed isn't lost by a press on a link.
  await admin.getByRole("tab", { name: "Audit Log" }).click();
  await admin
    .getByRole("alertdialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Cancel" })
    .click();
  await expectAccessible(admin);
  expect(await fits(admin)).toBe(true);

  // Another admin was faster.
  await db.asSystem().write((tx) => tx.updateTable("site_settings").set({ contact: "Harbour 2" }).execute());
  await save(admin).click();
  await admin.getByRole("heading", { name: "Saved meanwhile" }).waitFor();
  await expectAccessible(admin);
  await admin.getByRole("button", { name: "Keep mine" }).click();
  await toast(admin, "Site saved").waitFor();

  const reader = await browser.newPage({ viewport: phone });
  await reader.goto(`${origin}/terms`);
  await reader.getByText("Be kind to Handbill.").waitFor();
  await reader.getByRole("heading", { name: "House rules" }).waitFor();
  await reader.getByText("No <b>shouting</b>").waitFor();
  expect(await reader.getByRole("link", { name: "this" }).getAttribute("href")).toBe("https://rules.example");
  await expectAccessible(reader);
  await reader.getByRole("contentinfo").getByRole("link", { name: "Imprint" }).click();
  await reader.getByText("Nora Night").waitFor();
  await expectAccessible(reader);
  await reader.goto(origin);
  await reader.getByRole("contentinfo").getByRole("link", { name: "Imprint" }).waitFor();

  await admin.getByRole("button", { name: "Start again from the standard text: terms" }).click();
  expect(await terms.inputValue()).toContain("## Your account");
  const saved = admin.waitForResponse((answer) => answer.request().method() === "POST");
  await save(admin).click();
  expect((await saved).status()).toBe(200);
  await reader.goto(`${origin}/terms`);
  await reader.getByRole("heading", { name: "Your account" }).waitFor();
  const stored = await db
    .asSystem()
    .read((tx) => tx.selectFrom("site_settings").select(["terms", "imprint", "contact"]).execute());
  expect(stored).toEqual([{ terms: null, imprint: "Nora Night\nHarbour 1", contact: null }]);
  await admin.goto(`${origin}/admin/audit`);
  await admin.getByText("terms changed", { exact: false }).first().waitFor();
});

test("without a script the form is sent as well, and says what is wrong", async () => {
  const { page } = await newAdmin("plain", { javaScriptEnabled: false });
  await page.goto(`${origin}/admin/site`);
  await page.getByLabel("The site's name").fill("Plainboard");
  await page.getByLabel("One artist's page").check();
  await save(page).click();
  await page.getByText("Please enter the artist's custom URL").waitFor();
  expect(await page.getByLabel("The site's name").inputValue()).toBe("Plainboard");
  await page.getByLabel("As the environment says", { exact: false }).check();
  await save(page).click();
  await expect.poll(() => page.title()).toBe("Admin · Plainboard");
  await page.goto(`${origin}/admin/site`);
  expect(await page.title()).toBe("Admin · Plainboard");
});
