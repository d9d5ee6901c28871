import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { makeMusician } from "../factories/accounts.ts";
import { makeRelease } from "../factories/page.ts";
import { serial } from "../factories/serial.ts";
import { desktop, expectAccessible, expectAccessibleWithoutScript, phone } from "../harness/browser.ts";
import { startMailServer } from "../harness/smtp-server.ts";
import { openTestApp } from "../harness/test-app.ts";

const mailServer = await startMailServer();
afterAll(() => mailServer[Symbol.asyncDispose]());
const { handbill, browser, db, newAccount } = await openTestApp({ SMTP_URL: mailServer.url });

const password = "Correct-Horse-7";
const newEmail = () => `tilda${serial()}@example.org`;
const at = (path: string) => `${handbill.origin}${path}`;

/** The text of the mail of this subject to an address. */
async function mailTo(email: string, subject: string): Promise<string> {
  const mailed = () =>
    mailServer.received.find((mail) => mail.recipient === email && mail.subject === subject)?.text;
  await expect.poll(mailed, { timeout: 10_000 }).toBeTruthy();
  return mailed() ?? "";
}
const linkIn = (text: string) => /http\S+token=\S+/.exec(text)?.[0] ?? "";

/** Fills the form that is open by keyboard alone, from its first field on. */
async function signUpByKeyboard(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").focus();
  await page.keyboard.type(email);
  await tabTo(page, "Password");
  await page.keyboard.type(password);
  await tabTo(page, "Confirm password");
  await page.keyboard.type(password);
  await tabTo(page, /^I agree/);
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
}

async function tabTo(page: Page, label: string | RegExp): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press("Tab");
    if (await field.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`No key leads to ${label}.`);
}

test("by keyboard on a phone: sign up, open the mail's link in another browser, and stand where one was going", async () => {
  const email = newEmail();
  const page = await browser.newPage({ viewport: phone });
  await page.goto(at("/signup?to=%2Fevents"));
  await signUpByKeyboard(page, email);
  await page.getByText(`We have written to ${email}.`).waitFor();
  await expectAccessible(page);
  expect(await page.context().cookies()).toEqual([]);

  const link = linkIn(await mailTo(email, "Open your Handbill account"));
  const other = await browser.newPage({ viewport: desktop });
  await other.goto(link);
  await other.getByText("did you sign up with it?").waitFor();
  await expectAccessible(other);
  await other.getByRole("button", { name: "Open my account" }).press("Enter");
  await other.waitForURL(at("/events"));

  // Pressed once more it says so: to the one who is signed in, and elsewhere.
  await other.goto(link);
  await other.getByText("This link has been used, or has run out.").waitFor();
  await other.getByRole("link", { name: "Go on" }).waitFor();
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Sign In", exact: true }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(at("/events"));
});

test("a known address sees the same screen and gets another mail", async () => {
  await newAccount("known");
  const screens: string[] = [];
  for (const email of ["known@example.org", newEmail()]) {
    const page = await browser.newPage({ viewport: phone });
    await page.goto(at("/signup"));
    await signUpByKeyboard(page, email);
    await page.getByText(`We have written to ${email}.`).waitFor();
    screens.push((await page.getByRole("main").innerText()).replaceAll(email, "THE ADDRESS"));
  }
  expect(screens[0]).toBe(screens[1]);
  const text = await mailTo("known@example.org", "You have a Handbill account already");
  expect(text).toContain(at("/signin?reset=1"));
  expect(linkIn(text)).toBe("");
});

test.each([true, false])(
  "with script: %s, a mailed link signs in once without the password",
  async (javaScriptEnabled) => {
    const name = `forgetful-${javaScriptEnabled}`;
    const email = `${name}@example.org`;
    await newAccount(name);
    const page = await browser.newPage({ viewport: phone, javaScriptEnabled });
    await page.goto(at("/signin?to=%2Fevents"));
    await expectOffered(page);
    await page.getByRole("link", { name: "Mail me a sign-in link" }).click();
    await page.getByRole("button", { name: "Mail me a sign-in link" }).waitFor();
    await page.getByLabel("Email").fill(email);
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("button", { name: "Mail me a sign-in link" }).press("Enter");
    await page.getByText(`If ${email} has an account`).waitFor();
    if (javaScriptEnabled) await expectAccessible(page);

    const link = linkIn(await mailTo(email, "Sign in to Handbill"));
    await page.goto(link);
    await page.getByText(`Sign in as ${email}`).waitFor();
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).press("Enter");
    await page.waitForURL(at("/events"));

    const late = await browser.newPage({ viewport: phone, javaScriptEnabled });
    await late.goto(link);
    await late.getByText("This link has been used, or has run out.").waitFor();
    if (javaScriptEnabled) await expectAccessible(late);
  },
);

async function expectOffered(page: Page): Promise<void> {
  const link = page.getByRole("link", { name: "Mail me a sign-in link" });
  expect(await link.getAttribute("href")).toBe("/signin?link=1&to=%2Fevents");
}

test("used-up tries of the password say which ways still work, and the mailed link is one press away", async () => {
  await newAccount("hunted");
  const page = await browser.newPage();
  await page.goto(at("/signin"));
  for (let tries = 0; tries < 10; tries++) {
    const form = { email: "hunted@example.org", password: "a stranger's guess" };
    expect((await page.request.post(at("/signin"), { form })).status()).toBe(400);
  }
  await page.getByLabel("Email").fill("hunted@example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  const alert = page.getByRole("alert");
  await alert.getByText(/^Too many attempts\. Please wait/).waitFor();
  await alert.getByText(/^Until then you can still sign in with .*a mailed sign-in link/).waitFor();
  await expectAccessible(page);
});

test.each([
  { javaScriptEnabled: true, newsletter: true },
  { javaScriptEnabled: true, newsletter: false },
  { javaScriptEnabled: false, newsletter: true },
  { javaScriptEnabled: false, newsletter: false },
])(
  "a fan is told of a release once the mailed link is confirmed: $javaScriptEnabled, $newsletter",
  async ({ javaScriptEnabled, newsletter }) => {
    const accessible = (page: Page) =>
      javaScriptEnabled ? expectAccessible(page) : expectAccessibleWithoutScript(browser, page);
    const { id: artist, profile } = await makeMusician(db, { artist_name: `Mara ${serial()}` });
    const { slug } = await makeRelease(db, { user_id: artist, title: "Salt", release_date: "2031-02-03" });
    const page = await browser.newPage({ viewport: phone, javaScriptEnabled });
    const release = at(`/artist/${profile.custom_url}/music/${slug}`);
    await page.goto(release);
    const form = page.getByRole("form", { name: "Reminder" });
    const email = form.getByLabel("Email");
    const ask = form.getByRole("button", { name: "Tell me when it is out" });
    const box = form.getByRole("checkbox", { name: "Also the newsletter" });
    expect(await box.isChecked()).toBe(false);
    await accessible(page);

    // The browser's own check takes an address without a point; the server doesn't.
    await email.fill("fan@nowhere");
    if (newsletter) await box.check();
    await ask.press("Enter");
    await page.getByText("Please enter a valid email address").first().waitFor();
    expect([await email.inputValue(), await box.isChecked()]).toEqual(["fan@nowhere", newsletter]);
    expect(await email.getAttribute("aria-invalid")).toBe("true");
    await accessible(page);

    const fan = newEmail();
    await email.fill(fan);
    await ask.press("Enter");
    await page.getByText("Nearly there").waitFor();
    expect(await ask.count()).toBe(0);
    await accessible(page);

    const text = await mailTo(fan, "Shall we tell you when “Salt” is out?");
    expect(text.includes(`subscribes you to letters from ${profile.artist_name}, which was ticked`)).toBe(
      newsletter,
    );
    const waiting = () =>
      db.asSystem().read(async (tx) => {
        const told = tx.selectFrom("release_reminders").select("email").where("confirmed_at", "is not", null);
        const read = tx.selectFrom("newsletter_subscribers").select("subscriber_email as email");
        return [
          await told.where("email", "=", fan).execute(),
          await read.where("musician_id", "=", artist).where("confirmed_at", "is not", null).execute(),
        ];
      });
    await page.goto(linkIn(text));
    const confirm = page.getByRole("button", {
      name: newsletter ? "Yes, confirm both" : "Yes, tell me when it is out",
    });
    await confirm.waitFor();
    // Programs that look into mails have looked by now.
    expect(await waiting()).toEqual([[], []]);
    await accessible(page);
    await confirm.press("Enter");
    await page.getByText("You will be told").waitFor();
    await accessible(page);
    expect(await waiting()).toEqual([[{ email: fan }], newsletter ? [{ email: fan }] : []]);

    await page.goto(/http\S+stop-reminder\S+/.exec(text)?.[0] ?? "");
    await page.getByRole("button", { name: "Forget my address" }).press("Enter");
    await page.getByText("Your address is gone").waitFor();
    await accessible(page);
    expect((await waiting())[0]).toEqual([]);
  },
);
