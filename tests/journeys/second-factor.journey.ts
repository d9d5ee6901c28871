import { readFile } from "node:fs/promises";
import { Secret, TOTP } from "otpauth";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeRecoveryCode, makeTotpFactor } from "../factories/accounts.ts";
import { admin } from "../harness/admin.ts";
import { expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { password } from "../harness/settings.ts";
import { openTestApp, pressEnter, toast } from "../harness/test-app.ts";

const { handbill, db, newAccount, newAdmin, newMusician } = await openTestApp();
const at = (path: string) => `${handbill.origin}${path}`;

/**
 * The app's code, so many steps after now: each is taken once, and one step ahead is taken too. One of a step before would
 * be too old as soon as the next step began.
 */
function codeOf(secret: Secret, ahead = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * 30_000 });
}

/** Gives the account an authenticator app, beside the screens. */
async function giveApp(user_id: string): Promise<Secret> {
  const secret = new Secret({ size: 20 });
  await makeTotpFactor(db, { user_id, secret: Buffer.from(secret.bytes) });
  await makeRecoveryCode(db, user_id);
  return secret;
}

const endSessions = (userId: string) =>
  db.asSystem().write((tx) => tx.deleteFrom("sessions").where("user_id", "=", userId).execute());

/** Goes on with Tab until this has the focus. */
async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press("Tab");
  }
  throw new Error("Tab doesn't get there.");
}

async function typeInto(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.type(text);
}

async function givePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
}

/** The key of the app that is being set up, as the picture's text and the text beside it say it. */
async function shownSecret(page: Page): Promise<Secret> {
  const label = await page.getByRole("img", { name: /QR code/ }).getAttribute("aria-label");
  const typed = /([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/.exec(label ?? "")?.[0] ?? "";
  await page.getByText(typed, { exact: true }).waitFor();
  return Secret.fromBase32(typed.replaceAll(" ", ""));
}

const code = (page: Page | Locator) => page.getByLabel("Code", { exact: true });

test("by keyboard on a phone: set up, sign in with a code, with a recovery code, and switch it off", async () => {
  const { page } = await newAccount("keyed", {
    viewport: phone,
    permissions: ["clipboard-write", "clipboard-read"],
  });
  const keyboard = page.keyboard;
  await page.goto(at("/account"));
  await untilHydrated(page);
  await tabTo(page.getByRole("tab", { name: "Account" }));
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await page.waitForURL(at("/account/security"));
  const begin = page.getByRole("button", { name: "Set up an authenticator app" });
  await begin.waitFor();
  await expectAccessible(page);
  await tabTo(begin);
  await keyboard.press("Enter");

  const picture = page.getByRole("img", { name: /QR code/ });
  await picture.waitFor();
  await expectAccessible(page);
  const secret = await shownSecret(page);
  await typeInto(code(page), "000000");
  await keyboard.press("Enter");
  await page.getByText("This code is not right. Give the one that the app shows now").waitFor();
  await expectAccessible(page);
  await code(page).fill("");
  await typeInto(code(page), codeOf(secret));
  await keyboard.press("Enter");

  const list = page.getByRole("list", { name: "Recovery codes" });
  await list.waitFor();
  await expectAccessible(page);
  const codes = await list.getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  await tabTo(page.getByRole("button", { name: "Copy" }));
  await keyboard.press("Enter");
  await toast(page, "Codes copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(codes.join("\n"));
  await tabTo(page.getByRole("link", { name: "Download" }));
  const [download] = await Promise.all([page.waitForEvent("download"), keyboard.press("Enter")]);
  expect(await readFile(await download.path(), "utf8")).toContain(codes.join("\n"));
  await page.emulateMedia({ media: "print" });
  expect(await list.isVisible()).toBe(true);
  expect(await page.getByRole("heading", { name: "Account", exact: true }).isVisible()).toBe(false);
  await page.emulateMedia({ media: "screen" });
  // Shown once.
  await page.reload();
  await page.getByText("10 are left.").waitFor();
  await expectAccessible(page);

  const signInAnew = async () => {
    await page.context().clearCookies();
    await page.goto(at("/account/security"));
    await untilHydrated(page);
    await typeInto(page.getByLabel("Email"), "keyed@example.org");
    await typeInto(page.getByLabel("Password", { exact: true }), password);
    await keyboard.press("Enter");
    await page.waitForURL(at("/signin/second-step?to=%2Faccount%2Fsecurity"));
  };
  await signInAnew();
  await expectAccessible(page);
  await typeInto(code(page), "123456");
  await keyboard.press("Enter");
  await page.getByText("This code is not right, or was used before. 4 tries are left.").waitFor();
  await expectAccessible(page);
  await code(page).fill("");
  await typeInto(code(page), codeOf(secret, 1));
  await keyboard.press("Enter");
  await page.waitForURL(at("/account/security"));

  await signInAnew();
  await typeInto(code(page), (codes[3] ?? "").toUpperCase().replaceAll("-", " "));
  await keyboard.press("Enter");
  await page.waitForURL(at("/account/security"));
  await page.getByText("9 are left.").waitFor();

  await untilHydrated(page);
  await tabTo(page.getByRole("button", { name: "Make new codes" }));
  await keyboard.press("Enter");
  await list.waitFor();
  expect(await list.getByRole("listitem").allInnerTexts()).not.toContain(codes[0]);
  const anew = (await list.getByRole("listitem").allInnerTexts())[0] ?? "";
  await tabTo(page.locator("summary").getByText("Switch it off"));
  await keyboard.press("Enter");
  await expectAccessible(page);
  await typeInto(code(page), anew);
  await keyboard.press("Enter");
  await page.getByText("Signing in asks for no code of an app any more.").waitFor();
  await begin.waitFor();
  expect(await list.count()).toBe(0);
});

test("who has lost it is let in by the operator's command, which stands in the audit log", async () => {
  const { page, id } = await newAccount("loser");
  await giveApp(id);
  const settings = { DATA_DIR: handbill.dataDir, ORIGIN: handbill.origin };
  const { code: exit, out } = await admin(["reset-second-factor", "--email", "Loser@example.org"], settings);
  expect([exit, out.trim()]).toEqual([0, "loser@example.org signs in with the password alone now."]);
  await page.goto(at("/dashboard"));
  expect(page.url()).toBe(at("/signin"));
  await givePassword(page, "loser@example.org");
  await page.waitForURL(at("/dashboard"));
  const nobody = await admin(["reset-second-factor", "--email", "nobody@example.org"], settings);
  expect(nobody.code).toBe(1);

  const desk = await newAdmin("reader");
  await desk.page.goto(at("/admin/audit"));
  await desk.page.getByText("operator took the second factor away from loser@example.org").waitFor();
});

test("without script: it is set up, and signing in and a form whose session has ended ask for a code and go on", async () => {
  const { page, id } = await newMusician("plain", { javaScriptEnabled: false, viewport: phone });
  await page.goto(at("/account/security"));
  await page.getByText("Passkeys need JavaScript").waitFor();
  expect(await page.getByRole("button", { name: "Add a passkey" }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const secret = await shownSecret(page);
  await code(page).fill("000000");
  await page.getByRole("button", { name: "Switch it on" }).click();
  await page.getByText("This code is not right. Give the one that the app shows now").waitFor();
  await code(page).fill(codeOf(secret));
  await page.getByRole("button", { name: "Switch it on" }).click();
  const codes = await page
    .getByRole("list", { name: "Recovery codes" })
    .getByRole("listitem")
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  await endSessions(id);
  await page.goto(at("/events"));
  await givePassword(page, "plain@example.org");
  await page.waitForURL(at("/signin/second-step?to=%2Fevents"));
  await code(page).fill("nonsense");
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByText("4 tries are left.").waitFor();
  await code(page).fill(codes[0] ?? "");
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(at("/events"));

  await page.goto(at("/profile"));
  await page.getByLabel("Bio").fill("Plays without script");
  await endSessions(id);
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await page.getByText("You are no longer signed in, so nothing was saved.").waitFor();
  await page.getByLabel("Email").fill("plain@example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  const send = page.getByRole("button", { name: "Sign in and send it" });
  await send.click();
  await page.getByText("Your password is right, and nothing was saved yet.").waitFor();
  await code(page).fill("000000");
  await send.click();
  await page.getByText("4 tries are left.").waitFor();
  expect(await page.getByRole("definition").allInnerTexts()).toContain("Plays without script");
  await code(page).fill(codeOf(secret, 1));
  await send.click();
  await page.waitForURL(at("/profile"));
  await page.goto(at("/profile"));
  expect(await page.getByLabel("Bio").inputValue()).toBe("Plays without script");
});

test("a screen whose session has ended asks for the code as well, and goes on with what was typed", async () => {
  const { page, id } = await newMusician("writer");
  const secret = await giveApp(id);
  await page.goto(at("/profile"));
  await untilHydrated(page);
  await page.getByLabel("Bio").fill("Plays on");
  await endSessions(id);
  await pressEnter(page.getByRole("button", { name: /^Save/ }).first());
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Sign In" }).click();
  await code(dialog).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("code");
  await expectAccessible(page);
  for (let tries = 1; tries <= 5; tries++) {
    await code(dialog).fill("000000");
    await page.keyboard.press("Enter");
    await dialog
      .getByText(
        tries < 5
          ? `${tries === 4 ? "One try is" : `${5 - tries} tries are`} left.`
          : "That was the last try.",
      )
      .waitFor();
  }
  // It begins anew.
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Sign In" }).click();
  await code(dialog).fill(codeOf(secret));
  await page.keyboard.press("Enter");
  await toast(page, "Profile saved successfully!").waitFor();
  await page.reload();
  expect(await page.getByLabel("Bio").inputValue()).toBe("Plays on");
});

test("where admins must have one, an admin without it is led to set it up before any admin's page opens", async () => {
  const bare = await newAdmin("bare", { viewport: phone });
  const safe = await newAdmin("safe");
  const { page } = safe;
  await page.goto(at("/admin/settings"));
  await untilHydrated(page);
  const choice = page.getByRole("checkbox", { name: "Every admin must have a second factor" });
  const save = page.getByRole("button", { name: "Save settings" });
  await choice.check();
  await save.click();
  await page.getByText("Set up a second factor of your own first").waitFor();
  await expectAccessible(page);
  const secret = await giveApp(safe.id);
  await save.click();
  await toast(page, "Settings saved").waitFor();

  for (const path of ["/admin", "/dashboard", "/admin/settings", "/admin/audit"]) {
    await bare.page.goto(at(path));
    expect(bare.page.url()).toBe(at("/account/security"));
  }
  await bare.page.getByText("Admins of this site must have a second factor.").waitFor();
  await expectAccessible(bare.page);
  const write = await bare.page.request.post(at("/admin/settings.data"), {
    form: { intent: "save-settings" },
  });
  expect(write.status()).toBe(403);

  // While it is required theirs stays.
  await page.goto(at("/account/security"));
  await untilHydrated(page);
  await page.getByText("Switch it off").first().click();
  await code(page).fill(codeOf(secret));
  await page.getByRole("button", { name: "Switch it off" }).click();
  await page
    .getByText("Admins of this site must have a second factor, so it can't be switched off.")
    .waitFor();

  await untilHydrated(bare.page);
  await bare.page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const own = await shownSecret(bare.page);
  await code(bare.page).fill(codeOf(own));
  await bare.page.getByRole("button", { name: "Switch it on" }).click();
  await bare.page.getByRole("list", { name: "Recovery codes" }).waitFor();
  await bare.page.goto(at("/admin/audit"));
  expect(bare.page.url()).toBe(at("/admin/audit"));
});
