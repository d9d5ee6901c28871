import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import PostalMime from "postal-mime";
import { expect, test, vi } from "vitest";
import { serial } from "../factories/serial.ts";
import { expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { openTestApp } from "../harness/test-app.ts";

const { handbill, browser } = await openTestApp({ LOG_LEVEL: "trace" });

const password = "Correct-Horse-7";
const newEmail = () => `mary${serial()}@example.org`;
const visit = (page: Page, path: string) => page.goto(`${handbill.origin}${path}`);
const at = (path: string) => `${handbill.origin}${path}`;

/** Fills the sign-up form of the page and sends it. */
async function signUp(page: Page, email: string): Promise<void> {
  await visit(page, "/signup");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.waitForURL(at("/dashboard"));
}

async function signIn(page: Page, email: string, typed = password): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(typed);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Out" }).filter({ visible: true }).click();
  await page.waitForURL(at("/"));
}

async function askForReset(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Reset Email" }).click();
  await page.getByText("Reset Email Sent!").waitFor();
}

/** The reset link in the newest mail to this address. */
function resetLink(email: string): Promise<string> {
  const folder = join(handbill.dataDir, "mail");
  return vi.waitUntil(
    async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
      const mails = await Promise.all(
        names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
      );
      const newest = mails
        .filter(({ to }) => to?.some(({ address }) => address === email))
        .sort((one, other) => Date.parse(one.date ?? "") - Date.parse(other.date ?? ""))
        .at(-1);
      return /http\S+access_token=\S+/.exec(newest?.text ?? "")?.[0];
    },
    { timeout: 15_000, interval: 100 },
  );
}

const sessionCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "handbill_session");

test("signing up: every rule speaks up, and the dashboard opens", async () => {
  const page = await browser.newPage();
  await visit(page, "/signup");
  const button = page.getByRole("button", { name: "Create Account" });
  await button.click();
  for (const text of [
    "Email is required",
    "Password is required",
    "Please confirm your password",
    "Please accept the terms and conditions",
  ]) {
    await page.getByText(text).waitFor();
  }
  expect(await page.getByLabel("Email").evaluate((field) => field === document.activeElement)).toBe(true);
  await expectAccessible(page);

  await page.getByLabel("Email").fill("mary");
  await page.getByText("Email is required").waitFor({ state: "detached" });
  const first = page.getByLabel("Password", { exact: true });
  for (const [typed, label] of [
    ["a", "Weak"],
    ["aB", "Fair"],
    ["aB3", "Good"],
    ["aB3!", "Strong"],
    ["aB3!aB3!", "Very Strong"],
  ] as const) {
    await first.fill(typed);
    await page.getByText(`Password strength: ${label}`, { exact: true }).waitFor();
  }
  const second = page.getByLabel("Confirm password", { exact: true });
  await second.fill("aB3!");
  await page.getByText("Passwords do not match").waitFor();
  await expectAccessible(page);
  await second.fill("aB3!aB3!");
  await page.getByText("Passwords match").waitFor();

  await button.click();
  await page.getByText("Please enter a valid email address").waitFor();
  await signUp(page, newEmail());
  expect(new URL(page.url()).pathname).toBe("/dashboard");
});

test("signed-in accounts are sent away from the guest-only pages, and guests from the dashboard", async () => {
  const page = await browser.newPage();
  await visit(page, "/dashboard");
  expect(page.url()).toBe(at("/signin"));
  await signUp(page, newEmail());
  for (const path of ["/signin", "/signup"]) {
    await visit(page, path);
    expect(page.url()).toBe(at("/dashboard"));
  }
  await signOut(page);
  expect(await sessionCookie(page)).toBeUndefined();
  await visit(page, "/dashboard");
  expect(page.url()).toBe(at("/signin"));
});

test("signing in: shown password, wrong password, remembered or not", async () => {
  const email = newEmail();
  const page = await browser.newPage();
  await signUp(page, email);
  await signOut(page);

  await visit(page, "/signin");
  await expectAccessible(page);
  const field = page.getByLabel("Password", { exact: true });
  await field.fill(password);
  await page.getByRole("button", { name: "Show password" }).click();
  expect(await field.getAttribute("type")).toBe("text");
  await page.getByRole("button", { name: "Hide password" }).click();
  expect(await field.getAttribute("type")).toBe("password");

  await signIn(page, email, "not the one");
  await page.getByRole("alert").getByText("Wrong email or password.").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await expectAccessible(page);

  await signIn(page, email);
  await page.waitForURL(at("/dashboard"));
  expect((await sessionCookie(page))?.expires).toBe(-1);
  expect(await sessionCookie(page)).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  await signOut(page);

  await visit(page, "/signin");
  await page.getByRole("checkbox", { name: "Remember me" }).check();
  await signIn(page, email);
  await page.waitForURL(at("/dashboard"));
  const days = ((await sessionCookie(page))?.expires ?? 0) / 86_400 - Date.now() / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
});

test("an address typed before the page woke up goes along to where a new password is asked for", async () => {
  const page = await browser.newPage();
  const typed = Promise.withResolvers<void>();
  await page.route("**/assets/site-*.js", (route) => typed.promise.then(() => route.continue()));
  const opened = visit(page, "/signin");
  await page.getByLabel("Email").fill("early@example.org");
  typed.resolve();
  await opened;
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await page.getByRole("button", { name: "Send Reset Email" }).waitFor();
  await expect.poll(() => page.getByLabel("Email").inputValue()).toBe("early@example.org");
});

test("buttons are disabled and say what is going on while the server is asked", async () => {
  const page = await browser.newPage();
  let gate = Promise.withResolvers<void>();
  await page.route("**/signin*", async (route) => {
    if (route.request().method() === "POST") await gate.promise;
    await route.continue();
  });
  await visit(page, "/signin");
  await signIn(page, newEmail());
  const button = page.getByRole("button", { name: "Signing In..." });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  gate.resolve();
  await page.getByText("Wrong email or password.").waitFor();

  gate = Promise.withResolvers();
  await page.getByRole("link", { name: "Forgot password?" }).click();
  // Sent as a document, the form would wait for the gate before it could be looked at.
  await page.getByRole("button", { name: "Send Reset Email" }).waitFor();
  await untilHydrated(page);
  await page.getByRole("button", { name: "Send Reset Email" }).click();
  expect(await page.getByRole("button", { name: "Sending..." }).isDisabled()).toBe(true);
  gate.resolve();
  await page.getByText("Reset Email Sent!").waitFor();
});

test("a forgotten password: link by mail, new password, all other sessions end, no trace of the link", async () => {
  const email = newEmail();
  const elsewhere = await browser.newPage();
  await signUp(elsewhere, email);

  const page = await browser.newPage({ viewport: phone });
  await visit(page, "/signin");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  const send = page.getByRole("button", { name: "Send Reset Email" });
  await send.waitFor();
  await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(email);
  await expectAccessible(page);
  await page.getByLabel("Email").fill("");
  await send.click();
  await page.getByText("Please enter a valid email address").waitFor();
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await askForReset(page, email);
  await page.getByText("Check your inbox for password reset instructions.").waitFor();
  await expectAccessible(page);
  const requestId = (await answered).headers()["x-request-id"];
  const ofRequest = () =>
    handbill
      .output()
      .split("\n")
      .filter((line) => line.includes(`"requestId":"${requestId}"`))
      .join("\n");
  await expect.poll(ofRequest).toContain("A mail was handed over");
  await expect.poll(ofRequest).toMatch(/"job":"mail.send".*"A job is done"/);
  await page.getByRole("link", { name: "← Back to Sign In" }).click();
  await page.getByRole("button", { name: "Sign In", exact: true }).waitFor();

  const link = await resetLink(email);
  const secrets = [...new URL(link).searchParams.values()];
  expect(secrets).toHaveLength(2);
  const sentAlong: string[] = [];
  page.on("request", (request) => {
    if (request.url() !== link) sentAlong.push(request.url(), request.headers().referer ?? "");
  });
  await page.goto(link);
  expect(page.url()).toBe(at("/reset-password"));
  const update = page.getByRole("button", { name: "Update Password" });
  await expect.poll(() => update.isDisabled()).toBe(true);
  await page.getByLabel("New password", { exact: true }).fill("Battery-Staple-8");
  expect(await update.isDisabled()).toBe(true);
  await page.getByLabel("Confirm new password", { exact: true }).fill("Battery-Staple-9");
  await update.click();
  await page.getByText("Passwords do not match").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Confirm new password", { exact: true }).fill("Battery-Staple-8");
  // However long looking at it takes.
  const looked = Promise.withResolvers<void>();
  await page.route("**/dashboard", (route) => looked.promise.then(() => route.continue()));
  await update.click();
  await page.getByText("Password Updated!").waitFor();
  await expectAccessible(page);
  looked.resolve();
  await page.waitForURL(at("/dashboard"));

  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
  );
  const session = (await sessionCookie(page))?.value ?? "";
  for (const secret of [...secrets, session, password, "Battery-Staple-8"]) {
    expect(secret).not.toBe("");
    expect(sentAlong.filter((text) => text.includes(secret))).toEqual([]);
    expect(kept).not.toContain(secret);
    expect(handbill.output()).not.toContain(secret);
  }
  expect(handbill.output()).not.toContain(email);

  await visit(elsewhere, "/dashboard");
  expect(elsewhere.url()).toBe(at("/signin"));
  await signIn(elsewhere, email);
  await elsewhere.getByText("Wrong email or password.").waitFor();
  await signIn(elsewhere, email, "Battery-Staple-8");
  await elsewhere.waitForURL(at("/dashboard"));

  await page.goto(link);
  await page.getByText("Invalid or expired reset link. Please request a new password reset.").waitFor();
  await expectAccessible(page);
});

test("everything works without scripts", async () => {
  const email = newEmail();
  const page = await browser.newPage({ javaScriptEnabled: false });
  await visit(page, "/signup");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByText("Password is required").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await signUp(page, email);
  await signOut(page);

  await visit(page, "/signin");
  await signIn(page, email, "not the one");
  await page.getByText("Wrong email or password.").waitFor();
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await askForReset(page, email);

  await page.goto(await resetLink(email));
  expect(page.url()).toBe(at("/reset-password"));
  await page.getByLabel("New password", { exact: true }).fill("Battery-Staple-8");
  await page.getByLabel("Confirm new password", { exact: true }).fill("Battery-Staple-8");
  await page.getByRole("button", { name: "Update Password" }).click();
  await page.getByText("Password Updated!").waitFor();
  await page.waitForURL(at("/dashboard"));
});

test("too many tries say so in the red box, while a session that is there goes on", async () => {
  const email = newEmail();
  const signedIn = await browser.newPage();
  await signUp(signedIn, email);
  const page = await browser.newPage();
  // The page asks for a passkey's question beside it.
  const nextAnswer = () => page.waitForResponse((response) => new URL(response.url()).pathname === "/signin");
  await visit(page, "/signin");
  for (let tries = 0; tries < 10; tries++) {
    const answered = nextAnswer();
    await signIn(page, email, `guess number ${tries}`);
    expect((await answered).status()).toBe(400);
    await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).waitFor();
  }
  const answered = nextAnswer();
  await signIn(page, email);
  expect((await answered).status()).toBe(429);
  expect(Number(await (await answered).headerValue("Retry-After"))).toBeGreaterThan(0);
  await page
    .getByRole("alert")
    .getByText(/^Too many attempts\. Please wait/)
    .waitFor();
  await visit(signedIn, "/dashboard");
  expect(signedIn.url()).toBe(at("/dashboard"));
});

test("an address that is taken is refused at its field", async () => {
  const email = newEmail();
  const page = await browser.newPage();
  await signUp(page, email);
  const other = await browser.newPage();
  await visit(other, "/signup");
  await other.getByLabel("Email").fill(email);
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByLabel("Confirm password", { exact: true }).fill(password);
  await other.getByRole("checkbox").check();
  await other.getByRole("button", { name: "Create Account" }).click();
  await other.getByText("This email address can't be used. Try signing in instead.").waitFor();
});
