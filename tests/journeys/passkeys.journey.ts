import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { hashRecoveryCode } from "../../app/features/auth/recovery-codes.server.ts";
import { passkeyOptionsPath } from "../../app/shared/passkeys.ts";
import { makePasskey, makePasskeyFactor, makeSession, makeTotpFactor } from "../factories/accounts.ts";
import { expectAccessible, phone, signUp, untilHydrated } from "../harness/browser.ts";
import { addAuthenticator } from "../harness/browser-authenticator.ts";
import { freePort, openDatabaseOf, startHandbill } from "../harness/handbill.ts";
import { password } from "../harness/settings.ts";
import { openTestApp, pressEnter, toast } from "../harness/test-app.ts";

const { handbill, browser, db, newAccount, newMusician } = await openTestApp();
const at = (path: string) => `${handbill.origin}${path}`;

const passkeys = (page: Page) => page.getByRole("region", { name: "Passkeys" });
const endSessions = (userId: string) =>
  db.asSystem().write((tx) => tx.deleteFrom("sessions").where("user_id", "=", userId).execute());
const ageSessions = (userId: string) =>
  db.asSystem().write((tx) =>
    tx
      .updateTable("sessions")
      .set({ confirmed_at: new Date(Date.now() - 2 * 3600_000) })
      .where("user_id", "=", userId)
      .execute(),
  );

async function openSecurity(page: Page): Promise<void> {
  await page.goto(at("/account/security"));
  await untilHydrated(page);
}

async function addPasskey(page: Page): Promise<void> {
  await openSecurity(page);
  await pressEnter(passkeys(page).getByRole("button", { name: /^Add/ }));
  await toast(page, "Passkey added.").waitFor();
}

test("by keyboard on a phone: a passkey is made, named, offered where the address is typed, and removed", async () => {
  const { page, id } = await newAccount("finger", { viewport: phone });
  const device = await addAuthenticator(page);
  await openSecurity(page);
  await expectAccessible(page);
  await pressEnter(passkeys(page).getByRole("button", { name: "Add a passkey" }));
  await toast(page, "Passkey added.").waitFor();
  expect(await device.count()).toBe(1);
  const row = passkeys(page).getByRole("listitem");
  await row.getByText("not used yet").waitFor();

  await pressEnter(row.getByRole("button", { name: /^Rename/ }));
  const renaming = page.getByRole("dialog", { name: "Rename passkey" });
  await renaming.getByLabel("Name").fill("My phone");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await toast(page, "Passkey renamed.").waitFor();
  await row.getByText("My phone").waitFor();
  await expectAccessible(page);

  // The device holds one passkey already, and says so.
  await pressEnter(passkeys(page).getByRole("button", { name: "Add another passkey" }));
  await passkeys(page).getByText("This device has a passkey for your account already.").waitFor();

  await endSessions(id);
  await page.goto(at("/signin?to=%2Faccount%2Fsecurity"), { waitUntil: "commit" });
  await page.waitForURL(at("/account/security"));
  await row.getByText("last used Just now").waitFor();

  await makeSession(db, { user_id: id });
  await ageSessions(id);
  await pressEnter(row.getByRole("button", { name: "Remove My phone" }));
  const question = page.getByRole("alertdialog", { name: "Remove this passkey?" });
  await expectAccessible(page);
  await pressEnter(question.getByRole("button", { name: "Remove" }));
  const gate = page.getByRole("dialog", { name: "Please give your password" });
  await gate.waitFor();
  await expectAccessible(page);
  await pressEnter(gate.getByRole("button", { name: "Or use a passkey" }));
  await toast(page, "Passkey removed.").waitFor();
  await expect.poll(() => row.count()).toBe(0);
  // The browser has been told, and keeps it no longer.
  await expect.poll(() => device.count()).toBe(0);
  await expectAccessible(page);
  await pressEnter(page.getByRole("button", { name: "End all other sessions" }));
  const said = page.getByText("The other session was ended.");
  await said.waitFor();
  await expect.poll(() => said.evaluate((text) => document.activeElement?.contains(text))).toBe(true);

  // One that was removed elsewhere is still offered.
  await pressEnter(passkeys(page).getByRole("button", { name: "Add a passkey" }));
  await row.getByText("not used yet").waitFor();
  await db.asSystem().write((tx) => tx.deleteFrom("passkeys").where("user_id", "=", id).execute());
  await endSessions(id);
  await page.goto(at("/signin"));
  await page.getByRole("alert").getByText("This passkey isn't known here").waitFor();
  await expectAccessible(page);
});

test("a button signs in, also over an ended session; a password goes on by itself", async () => {
  const { page, id } = await newAccount("button");
  const device = await addAuthenticator(page);
  await addPasskey(page);
  await endSessions(id);

  const renaming = page.getByRole("dialog", { name: "Rename passkey" });
  await pressEnter(passkeys(page).getByRole("button", { name: /^Rename/ }));
  await renaming.getByLabel("Name").fill("My computer");
  await page.keyboard.press("Enter");
  const again = page.getByRole("dialog", { name: "Please sign in again" });
  await pressEnter(again.getByRole("button", { name: "Or use a passkey" }));
  await toast(page, "Passkey renamed.").waitFor();

  await endSessions(id);
  await device.givesFinger(false);
  await page.goto(at("/signin"));
  await untilHydrated(page);
  await expectAccessible(page);
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await page.getByLabel("Email").fill("button@example.org");
  await page.getByLabel("Password", { exact: true }).fill("not the one");
  await pressEnter(page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }));
  await page.getByText("Wrong email or password.").waitFor();
  // The authenticator looks for its finger once, when the browser asks it: that comes after this request.
  await page.route(`**${passkeyOptionsPath}`, async (route) => {
    await page.getByRole("button", { name: "Waiting for your passkey..." }).waitFor();
    await device.givesFinger(true);
    await route.continue();
  });
  await pressEnter(button);
  await page.waitForURL(at("/dashboard"));
});

test("at the second step a passkey stands in for the code", async () => {
  const { page, id } = await newAccount("stepped");
  const device = await addAuthenticator(page);
  await addPasskey(page);
  await makeTotpFactor(db, { user_id: id });
  await endSessions(id);
  await device.givesFinger(false);
  await page.goto(at("/signin"));
  await page.getByLabel("Email").fill("stepped@example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await pressEnter(page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }));
  await page.waitForURL(at("/signin/second-step"));
  await expectAccessible(page);
  await device.givesFinger(true);
  await pressEnter(page.getByRole("button", { name: "Use a passkey instead" }));
  await page.waitForURL(at("/dashboard"));
});

test("by keyboard on a phone: asked for after the password, with recovery codes, until that is switched off", async () => {
  const { page, id } = await newMusician("asked", { viewport: phone });
  const device = await addAuthenticator(page);
  await addPasskey(page);
  const card = passkeys(page);
  await pressEnter(card.getByRole("button", { name: "Ask for a passkey" }));
  await card.getByText("From now on signing in with your password asks for a passkey as well.").waitFor();
  const list = page.getByRole("list", { name: "Recovery codes" });
  await list.waitFor();
  const codes = await list.getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectAccessible(page);

  await pressEnter(card.getByRole("button", { name: /^Remove/ }));
  await pressEnter(
    page.getByRole("alertdialog", { name: "Remove this passkey?" }).getByRole("button", { name: "Remove" }),
  );
  await toast(
    page,
    "This is your last passkey, and signing in asks for one. Add another one first, or stop asking for it.",
  ).waitFor();
  await page.keyboard.press("Escape");

  await device.givesFinger(false);
  const givePassword = async () => {
    await endSessions(id);
    await page.goto(at("/signin?to=%2Fprofile"));
    await page.getByLabel("Email").fill("asked@example.org");
    await page.getByLabel("Password", { exact: true }).fill(password);
    await pressEnter(page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }));
    await page.waitForURL(at("/signin/second-step?to=%2Fprofile"));
    await page.getByText("Your account asks for a passkey as well.").waitFor();
  };
  await givePassword();
  await expectAccessible(page);
  await page.getByLabel("Recovery code").fill("123456");
  await page.keyboard.press("Enter");
  await page.getByText("4 tries are left.").waitFor();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await page.waitForURL(at("/profile"));
  await givePassword();
  await device.givesFinger(true);
  await pressEnter(page.getByRole("button", { name: "Use a passkey" }));
  await page.waitForURL(at("/profile"));

  // Over a screen whose session has ended.
  await untilHydrated(page);
  await page.getByLabel("Bio").fill("Plays on");
  await endSessions(id);
  await pressEnter(page.getByRole("button", { name: /^Save/ }).first());
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Sign In" }).click();
  await dialog.getByLabel("Recovery code").waitFor();
  await expectAccessible(page);
  await pressEnter(dialog.getByRole("button", { name: "Or use a passkey" }));
  await toast(page, "Profile saved successfully!").waitFor();

  // With a form that was sent before its script ran.
  await endSessions(id);
  await page.evaluate(() => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/signin/save?to=%2Fprofile";
    document.body.append(form);
    form.submit();
  });
  await page.getByLabel("Email").fill("asked@example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in and send it" }).click();
  await page.getByText("Give a passkey or a recovery code, and").waitFor();
  await untilHydrated(page);
  await expectAccessible(page);
  await pressEnter(page.getByRole("button", { name: "Use a passkey and send it" }));
  await page.waitForURL(at("/profile"));

  await openSecurity(page);
  await page.getByText("9 are left.").waitFor();
  await pressEnter(card.getByRole("button", { name: "Stop asking for it" }));
  await card.getByText("Signing in with your password asks for no passkey any more.").waitFor();
  await expectAccessible(page);
  expect(await page.getByRole("region", { name: "Recovery codes" }).count()).toBe(0);
});

test("without a device or script the page signs in with the password, as it did", async () => {
  const { page: own } = await newAccount("plain");
  await own.close();
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(at("/signin"), { waitUntil: "domcontentloaded" });
  expect(await page.getByRole("button", { name: "Sign in with a passkey" }).isVisible()).toBe(false);
  await page.getByLabel("Email").fill("plain@example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(at("/dashboard"), { waitUntil: "domcontentloaded" });
});

test("where the address is an IP address none is offered, and the account's page says why", async () => {
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  await using elsewhere = await startHandbill({ PORT: port, ORIGIN: origin });
  const page = await browser.newPage();
  await signUp(page, elsewhere.origin, "numbered@example.org");
  await page.goto(`${origin}/account/security`);
  await passkeys(page).getByText("this site is reached by an IP address").waitFor();
  expect(await passkeys(page).getByRole("button").count()).toBe(0);

  // The address was another one when it was switched on.
  const db = await openDatabaseOf(elsewhere);
  const { id: user_id } = await db
    .asSystem()
    .read((tx) => tx.selectFrom("users").select("id").executeTakeFirstOrThrow());
  await makePasskey(db, { user_id });
  await makePasskeyFactor(db, user_id);
  await db.asSystem().write((tx) =>
    tx
      .insertInto("recovery_codes")
      .values({ user_id, code_hash: hashRecoveryCode("abcd-efgh") })
      .execute(),
  );
  await db.close();
  await page.context().clearCookies();
  await page.goto(`${origin}/signin?to=%2Faccount%2Fsecurity`);
  await page.getByLabel("Email").fill("numbered@example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await pressEnter(page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }));
  await page.getByText("So a recovery code lets you in here.").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Recovery code").fill("ABCD EFGH");
  await page.keyboard.press("Enter");
  await pressEnter(passkeys(page).getByRole("button", { name: "Stop asking for it" }));
  await expect.poll(() => passkeys(page).getByText("Stop asking").count()).toBe(0);
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.goto(`${origin}/signin`);
  await untilHydrated(page);
  expect(await page.getByText("passkey").count()).toBe(0);
  expect(await page.getByLabel("Email").getAttribute("autocomplete")).toBe("username");
});
