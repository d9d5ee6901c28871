import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { password } from "../harness/settings.ts";
import { startMailServer } from "../harness/smtp-server.ts";
import { openTestApp, pressEnter, toast } from "../harness/test-app.ts";

const mailServer = await startMailServer();
afterAll(() => mailServer[Symbol.asyncDispose]());
const { handbill, browser, db, newAccount } = await openTestApp({ SMTP_URL: mailServer.url });
const at = (path: string) => `${handbill.origin}${path}`;
const emailOf = (name: string) => `${name}@example.org`;

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const presentPassword = (within: Locator) => within.getByLabel("Present password", { exact: true });

/** Signs another browser in to the account. */
async function signIn(email: string, options: { userAgent?: string; typed?: string } = {}): Promise<Page> {
  const { typed = password, ...context } = options;
  const page = await browser.newPage(context);
  const form = { email, password: typed };
  const answer = await page.request.post(at("/signin"), { form, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  return page;
}

/** The newest link of this kind that was mailed to the address, once so many have come. */
async function linkTo(email: string, path: string, count = 1): Promise<string> {
  const found = () => {
    const texts = mailServer.received.filter(({ recipient }) => recipient === email).map(({ text }) => text);
    return texts
      .map((text = "") => text.split(/\s/).find((word) => word.startsWith(at(path))))
      .filter((link) => link !== undefined);
  };
  await expect.poll(() => found().length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count);
  return found().at(-1) ?? "";
}

test("another password, by keyboard on a phone: the other sessions end, which the screen says", async () => {
  const { page } = await newAccount("paula", { viewport: phone });
  const elsewhere = await signIn(emailOf("paula"));
  await page.goto(at("/account"));
  const form = card(page, "Password");
  await presentPassword(form).focus();
  await page.keyboard.type("not the one");
  await form.getByLabel("New password", { exact: true }).fill("Battery-Staple-8");
  await form.getByLabel("Confirm new password", { exact: true }).fill("Battery-Staple-8");
  await page.keyboard.press("Enter");
  await form.getByText("This is not your password.").waitFor();
  await expectAccessible(page);
  await presentPassword(form).fill(password);
  await form.getByLabel("New password", { exact: true }).fill("Battery-Staple-8");
  await form.getByLabel("Confirm new password", { exact: true }).fill("Battery-Staple-8");
  await page.route("**/account.data*", (route) => route.fulfill({ status: 500 }), { times: 1 });
  await page.keyboard.press("Enter");
  await toast(page, "This could not be saved. Please try again.").waitFor();
  expect(await presentPassword(form).inputValue()).toBe(password);
  expect(browser.takeProblems()).toHaveLength(2);
  await page.keyboard.press("Enter");
  await form.getByText("Your password has been changed, and one other session was ended.").waitFor();
  await expectAccessible(page);
  await elsewhere.goto(at("/account"));
  expect(new URL(elsewhere.url()).pathname).toBe("/signin");
});

test("another address: confirmed at the new one, told to the old one, and undone from there", async () => {
  const { page } = await newAccount("ada", { viewport: phone });
  await page.goto(at("/account"));
  const address = card(page, "Address");
  await pressEnter(address.getByRole("button", { name: "Change address" }));
  await address.getByText("Please enter the new address").waitFor();
  expect(await address.getByLabel("New address").evaluate((field) => field === document.activeElement)).toBe(
    true,
  );
  await expectAccessible(page);
  await page.keyboard.type("ada.new@example.org");
  await presentPassword(address).fill(password);
  await page.keyboard.press("Enter");
  await address.getByText(/^Your new address waits for confirmation at/).waitFor();
  await expectAccessible(page);
  const replaced = await linkTo("ada.new@example.org", "/account/new-address");
  await pressEnter(address.getByRole("button", { name: "Send again" }));
  await address.getByText("Another mail was sent to ada.new@example.org.").waitFor();
  await expect.poll(() => linkTo("ada.new@example.org", "/account/new-address")).not.toBe(replaced);

  // In a browser without a session the link leads to the sign-in first, and then back.
  const link = await linkTo("ada.new@example.org", "/account/new-address");
  const other = await browser.newPage();
  await other.goto(link);
  await other.getByLabel("Email").fill(emailOf("ada"));
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  const yes = other.getByRole("button", { name: "Yes, change my address" });
  await yes.waitFor();
  await expectAccessible(other);
  await page.goto(replaced);
  await page.getByText(/^This link is no longer good here/).waitFor();
  await expectAccessible(page);
  await yes.click();
  await other.getByText(/^This account has the address ada\.new@example\.org from now on\./).waitFor();
  await expectAccessible(other);
  await page.goto(at("/account"));
  await address.getByText("ada.new@example.org").waitFor();

  const undo = await linkTo(emailOf("ada"), "/undo-address");
  const old = await browser.newPage({ viewport: phone });
  await old.goto(undo);
  expect(old.url()).toBe(at("/undo-address"));
  await expectAccessible(old);
  await pressEnter(old.getByRole("button", { name: "Yes, bring it back" }));
  await old.getByText(/^Your account has its old address again/).waitFor();
  await expectAccessible(old);
  await old.getByLabel("New password", { exact: true }).fill("Battery-Staple-8");
  await old.getByLabel("Confirm new password", { exact: true }).fill("Battery-Staple-8");
  await old.getByRole("button", { name: "Update Password" }).click();
  await old.getByText("Password Updated!").waitFor();
  for (const ended of [page, other]) {
    await ended.goto(at("/account"));
    expect(new URL(ended.url()).pathname).toBe("/signin");
  }
  await signIn(emailOf("ada"), { typed: "Battery-Staple-8" });
  await old.goto(undo);
  await old.getByText(/^This link is no longer good: it was used/).waitFor();
  await expectAccessible(old);
});

const setConfirmed = (confirmed_at: Date) =>
  db.asSystem().write((tx) => tx.updateTable("sessions").set({ confirmed_at }).execute());
/** The password was given too long ago. */
const ageSessions = () => setConfirmed(new Date(Date.now() - 2 * 3600_000));
const freshenSessions = () => setConfirmed(new Date());

test("devices: one that is ended asks to sign in at its next click, and its stream ends; then all others", async () => {
  const { page } = await newAccount("joan", { viewport: phone });
  const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const elsewhere = await signIn(emailOf("joan"), { userAgent });
  const opened = elsewhere.waitForResponse(at("/live"));
  await elsewhere.goto(at("/account"));
  const stream = await opened;

  await page.goto(at("/account"));
  await untilHydrated(page);
  await page.getByRole("tab", { name: "Security" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForURL(at("/account/devices"));
  await page.getByRole("listitem").filter({ hasText: "This browser" }).waitFor();
  await expectAccessible(page);
  await pressEnter(page.getByRole("button", { name: /^End Firefox on Windows, signed in since/ }));
  const said = page.getByText("Firefox on Windows was signed out.");
  await said.waitFor();
  await expect.poll(() => said.evaluate((text) => document.activeElement?.contains(text))).toBe(true);
  await expectAccessible(page);
  expect(await stream.finished()).toBeNull();
  await elsewhere.getByRole("tab", { name: "Devices" }).click();
  await elsewhere.getByRole("dialog", { name: "Please sign in again" }).waitFor();

  const others = [await signIn(emailOf("joan")), await signIn(emailOf("joan"))];
  await page.reload();
  await ageSessions();
  await untilHydrated(page);
  await pressEnter(page.getByRole("button", { name: "End all others" }));
  const gate = page.getByRole("dialog", { name: "Please give your password" });
  await gate.getByLabel("Password", { exact: true }).fill(password);
  const token = async () =>
    (await page.context().cookies()).find(({ name }) => name === "handbill_session")?.value;
  const before = await token();
  await gate.getByRole("button", { name: "Go on" }).click();
  await page.getByText("2 other sessions were ended.").waitFor();
  await page.getByText("You are signed in nowhere else.").waitFor();
  await expectAccessible(page);
  // The session goes on under another token.
  expect(before).toBeDefined();
  expect(await token()).not.toBe(before);
  for (const other of others) {
    await other.goto(at("/account/devices"));
    expect(new URL(other.url()).pathname).toBe("/signin");
  }
});

test("address and devices work without scripts", async () => {
  const { page } = await newAccount("mary", { javaScriptEnabled: false });
  await signIn(emailOf("mary"));
  await ageSessions();
  await page.goto(at("/account/devices"));
  await page.getByRole("button", { name: /^End / }).first().click();
  await page.getByText("Sign out and in again for this.").waitFor();
  await freshenSessions();
  await page.getByRole("button", { name: /^End / }).first().click();
  await page.getByText(/was signed out\.$/).waitFor();
  await page.getByRole("tab", { name: "Account" }).click();

  const address = card(page, "Address");
  await address.getByLabel("New address").fill("mary.new@example.org");
  await presentPassword(address).fill("not the one");
  await address.getByRole("button", { name: "Change address" }).click();
  await address.getByText("This is not your password.").waitFor();
  expect(await address.getByLabel("New address").inputValue()).toBe("mary.new@example.org");
  for (const button of ["Change address", "Cancel", "Change address"]) {
    if (button !== "Cancel") {
      await address.getByLabel("New address").fill("mary.new@example.org");
      await presentPassword(address).fill(password);
    }
    await address.getByRole("button", { name: button }).click();
    await address.getByText(/^(Check your mail|Cancelled)/).waitFor();
  }
  await page.goto(await linkTo("mary.new@example.org", "/account/new-address", 2));
  await page.getByRole("button", { name: "Yes, change my address" }).click();
  await page.getByText(/^This account has the address/).waitFor();
  await page.goto(await linkTo(emailOf("mary"), "/undo-address"));
  await page.getByRole("button", { name: "Yes, bring it back" }).click();
  await page.waitForURL(at("/reset-password?undone"));
});
