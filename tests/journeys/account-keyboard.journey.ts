import { Secret, TOTP } from "otpauth";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { makeMusician } from "../factories/accounts.ts";
import { makeAccount } from "../harness/account.ts";
import { desktop, phone, untilHydrated } from "../harness/browser.ts";
import { addAuthenticator } from "../harness/browser-authenticator.ts";
import { password } from "../harness/settings.ts";
import { startMailServer } from "../harness/smtp-server.ts";
import { openTestApp, toast } from "../harness/test-app.ts";

// The whole of an account by keys alone: nothing is clicked, filled or focused by a test's own means.

const mailServer = await startMailServer();
afterAll(() => mailServer[Symbol.asyncDispose]());
const { handbill, browser, db } = await openTestApp({ SMTP_URL: mailServer.url });
const at = (path: string) => `${handbill.origin}${path}`;

/** Goes from one element to the next until this has the focus. */
async function reach(target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const page = target.page();
  const shown = target.filter({ visible: true }).and(page.locator(":enabled, a, summary"));
  for (let presses = 0; presses < 100; presses++) {
    if (await shown.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} doesn't get to ${target}.`);
}

async function press(target: Locator): Promise<void> {
  await reach(target);
  await target.page().keyboard.press("Enter");
}

async function typeInto(field: Locator, text: string): Promise<void> {
  await reach(field);
  await field.page().keyboard.press("ControlOrMeta+A");
  await field.page().keyboard.type(text);
}

const passwordField = (within: Page | Locator, label: string) => within.getByLabel(label, { exact: true });
const codeField = (page: Page) => page.getByLabel("Code", { exact: true });
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole("button", { name, exact: true });

/** Opens a page that asks for email and password, and gives them. */
async function signIn(page: Page, email: string, typed = password): Promise<void> {
  await page.goto(at("/signin"));
  await untilHydrated(page);
  await typeInto(page.getByLabel("Email"), email);
  await typeInto(passwordField(page, "Password"), typed);
  await page.keyboard.press("Enter");
}

async function signInWithCode(page: Page, email: string, code: string): Promise<void> {
  await signIn(page, email);
  await page.waitForURL(at("/signin/second-step"));
  await untilHydrated(page);
  await typeInto(codeField(page), code);
  await page.keyboard.press("Enter");
  await page.waitForURL(at("/dashboard"));
}

/** Presses what stands in the bar, which on a phone is in the menu. */
async function pressInBar(page: Page, target: Locator): Promise<void> {
  await untilHydrated(page);
  if (page.viewportSize()?.width === phone.width) await press(button(page, "Menu"));
  await press(target.filter({ visible: true }));
}

async function signOut(page: Page): Promise<void> {
  await pressInBar(page, button(page, "Sign Out"));
  await page.waitForURL(at("/"));
}

const tabs = [
  "/account",
  "/account/security",
  "/account/devices",
  "/account/keys",
  "/account/preferences",
  "/account/webhooks",
  "/account/data",
  "/account/import",
];

/** From the open tab of the account to another one, by the arrows. */
async function openTab(page: Page, path: string): Promise<void> {
  await reach(page.getByRole("tab", { selected: true }));
  await page.keyboard.press("Home");
  for (let moves = 0; moves < tabs.indexOf(path); moves++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForURL(at(path));
}

async function openAccount(page: Page, path: string): Promise<void> {
  await pressInBar(page, page.getByRole("link", { name: /^Keyla\b.*account$/ }));
  await page.waitForURL(at("/account"));
  await openTab(page, path);
}

async function linkTo(email: string, path: string): Promise<string> {
  const links = () =>
    mailServer.received
      .filter(({ recipient }) => recipient === email)
      .flatMap(({ text = "" }) => text.split(/\s/).filter((word) => word.startsWith(at(path))));
  await expect.poll(() => links().length).toBe(1);
  return links()[0] ?? "";
}

async function newSession(email: string, typed: string): Promise<void> {
  const form = { email, password: typed };
  const elsewhere = await browser.newPage();
  const answer = await elsewhere.request.post(at("/signin"), { form, maxRedirects: 0 });
  expect(answer.headers().location).toBe("/dashboard");
}

test.each([
  ["a phone", phone],
  ["a desktop", desktop],
])("by keys alone on %s: every way in and out, and everything of the account", async (name, viewport) => {
  const email = `keyla-${name.replace(" ", "-")}@example.org`;
  const id = await makeAccount(db, email);
  await makeMusician(db, { user_id: id, artist_name: "Keyla" });
  const page = await browser.newPage({ viewport });
  const device = await addAuthenticator(page);
  const { keyboard } = page;

  // A passkey is made and named, and signs in where the address would be typed.
  await signIn(page, email);
  await page.waitForURL(at("/dashboard"));
  await openAccount(page, "/account/security");
  await press(button(page, "Add a passkey"));
  await toast(page, "Passkey added.").waitFor();
  await press(button(page, /^Rename/));
  await typeInto(page.getByRole("dialog", { name: "Rename passkey" }).getByLabel("Name"), "My keys");
  await keyboard.press("Enter");
  await toast(page, "Passkey renamed.").waitFor();
  await reach(page.getByRole("tab", { name: "Security" }), "Shift+Tab");
  await signOut(page);
  await page.goto(at("/signin?to=%2Faccount%2Fsecurity"), { waitUntil: "commit" });
  await page.waitForURL(at("/account/security"));
  await device.givesFinger(false);

  // A second factor, which is lost, and switched off with what is left.
  await untilHydrated(page);
  await press(button(page, "Set up an authenticator app"));
  const label = await page.getByRole("img", { name: /QR code/ }).getAttribute("aria-label");
  const secret = Secret.fromBase32(/([A-Z2-7]{4} ?){8}$/.exec(label ?? "")?.[0].replaceAll(" ", "") ?? "");
  const codeOf = (ahead: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * 30_000 });
  // A code is still good in the half minute after its own, however long it takes to type; the next one has to be a later one.
  await typeInto(codeField(page), codeOf(0));
  await keyboard.press("Enter");
  const list = page.getByRole("list", { name: "Recovery codes" });
  await list.waitFor();
  const [first = "", second = ""] = await list.getByRole("listitem").allInnerTexts();
  await signOut(page);
  await signInWithCode(page, email, codeOf(1));
  await signOut(page);
  await signInWithCode(page, email, first);
  await openAccount(page, "/account/security");
  await press(page.locator("summary").getByText("Switch it off"));
  await typeInto(codeField(page), second);
  await keyboard.press("Enter");
  await page.getByText("Signing in asks for no code of an app any more.").waitFor();
  await press(button(page, "Remove My keys"));
  await press(button(page.getByRole("alertdialog", { name: "Remove this passkey?" }), "Remove"));
  await toast(page, "Passkey removed.").waitFor();

  // Another password and another address.
  await openTab(page, "/account");
  const passwords = page.getByRole("region", { name: "Password", exact: true });
  const changed = "Battery-Staple-8";
  await typeInto(passwordField(passwords, "Present password"), password);
  await typeInto(passwordField(passwords, "New password"), changed);
  await typeInto(passwordField(passwords, "Confirm new password"), changed);
  await keyboard.press("Enter");
  await passwords.getByText("Your password has been changed").waitFor();
  const address = page.getByRole("region", { name: "Address", exact: true });
  const newEmail = `new-${email}`;
  await typeInto(address.getByLabel("New address"), newEmail);
  await typeInto(passwordField(address, "Present password"), changed);
  await keyboard.press("Enter");
  await address.getByText("Your new address waits for confirmation").waitFor();
  await page.goto(await linkTo(newEmail, "/account/new-address"));
  await untilHydrated(page);
  await press(button(page, "Yes, change my address"));
  await page.getByText(`This account has the address ${newEmail} from now on.`).waitFor();

  // Two other devices are ended, one of them by itself.
  for (let sessions = 0; sessions < 2; sessions++) await newSession(newEmail, changed);
  await openAccount(page, "/account/devices");
  await press(button(page, /^End Chrome/).first());
  await page.getByText("was signed out.").waitFor();
  await press(button(page, "End all others"));
  await page.getByText("The other session was ended.").waitFor();

  await openTab(page, "/account/preferences");
  await reach(page.getByLabel("Comments"));
  await keyboard.type("Never");
  await press(button(page, "Save mails"));
  await page.getByText("Preferences saved").waitFor();

  // The data is taken along, the account deleted, and brought back.
  await openTab(page, "/account/data");
  await press(button(page, "Make an archive"));
  const archive = page.getByRole("link", { name: "Download your archive" });
  await archive.waitFor();
  const download = page.waitForEvent("download");
  await press(archive);
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  await press(page.getByRole("link", { name: "Delete this account" }));
  const question = page.getByRole("dialog", { name: "Delete this account" });
  await typeInto(question.getByLabel("Your address or artist name"), "Keyla");
  await keyboard.press("Enter");
  await page.waitForURL("**/goodbye?*");
  await untilHydrated(page);
  await press(page.getByRole("main").getByRole("link", { name: "Sign in and keep it" }));
  await page.waitForURL("**/signin*");
  await signIn(page, newEmail, changed);
  await page.waitForURL(at("/dashboard"));
  await page.getByText("Your account was to be deleted on").waitFor();
});
