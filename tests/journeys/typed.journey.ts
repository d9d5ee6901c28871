import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, test } from "vitest";
import { makeSession } from "../factories/accounts.ts";
import { makeIssue } from "../factories/audience.ts";
import { makeConversation } from "../factories/messages.ts";
import { makePhoto } from "../factories/page.ts";
import { desktop, expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { password } from "../harness/settings.ts";
import { openTestApp, pressEnter, toast } from "../harness/test-app.ts";

// Typed text stays until it is saved, whatever happens meanwhile.

const { handbill, db, newMusician, newAccount } = await openTestApp();
const at = (path: string) => `${handbill.origin}${path}`;

const endSessions = (userId: string) =>
  db.asSystem().write((tx) => tx.deleteFrom("sessions").where("user_id", "=", userId).execute());

const signInDialog = (page: Page) => page.getByRole("dialog", { name: "Please sign in again" });

async function signInThere(page: Page, typed = password): Promise<void> {
  const dialog = signInDialog(page);
  await dialog.getByLabel("Password", { exact: true }).fill(typed);
  await dialog.getByRole("button", { name: "Sign In" }).click();
}

test("a session that ends in mid-writing costs nothing: one signs in where one is, and it is saved", async () => {
  const { page, id } = await newMusician("writer");
  const issue = await makeIssue(db, { musician_id: id, title: "Spring", body: "First words" });
  await makePhoto(db, { user_id: id, caption: "Before" });

  await page.goto(at(`/newsletter/letters/${issue.id}`));
  await untilHydrated(page);
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
  const letter = page.getByRole("textbox", { name: "Letter", exact: true });
  await letter.fill("A whole evening's work");
  await endSessions(id);
  const save = page.getByRole("button", { name: "Save letter" });
  await pressEnter(save);
  const dialog = signInDialog(page);
  await dialog.waitFor();
  expect(await dialog.getByLabel("Email").inputValue()).toBe("writer@example.org");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
  // The preview lets no script in.
  await expectAccessible(page, { withFrames: false });

  // Not now: the screen says why, and keeps the text.
  await page.keyboard.press("Escape");
  await toast(page, "You are signed out. Sign in to save.").waitFor();
  expect(await letter.innerText()).toBe("A whole evening's work");

  await pressEnter(save);
  await signInThere(page, "not the password");
  await dialog.getByText("Wrong email or password.").waitFor();
  await signInThere(page);
  await toast(page, "Letter saved").waitFor();
  await page.reload();
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
  expect(await letter.innerText()).toBe("A whole evening's work");

  // In a dialog, on a new thing.
  await page.goto(at("/events"));
  await page.getByRole("button", { name: "Add event" }).click();
  const event = page.getByRole("dialog", { name: "Add an event" });
  await event.getByLabel("Title").fill("Night of the long words");
  await event.getByLabel("Date").fill("2099-06-01");
  await endSessions(id);
  await event.getByRole("button", { name: "Add event" }).click();
  await signInThere(page);
  await toast(page, "Event saved").waitFor();
  await page.getByRole("heading", { name: "Night of the long words" }).waitFor();

  await page.goto(at("/gallery"));
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("button", { name: /^Edit/ }).click();
  await page.getByLabel("Caption").fill("After");
  await endSessions(id);
  await page.getByRole("button", { name: "Save photo" }).click();
  await signInThere(page);
  await page.getByText("After", { exact: true }).waitFor();

  await endSessions(id);
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#369" } })
    .png()
    .toBuffer();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "late.png", mimeType: "image/png", buffer: picture });
  await signInThere(page);
  await toast(page, /uploaded/).waitFor();

  // On the way to another screen.
  await endSessions(id);
  await page.getByRole("link", { name: "Events", exact: true }).first().click();
  await signInDialog(page).getByRole("button", { name: "Cancel" }).click();
  await toast(page, "You are signed out. Sign in to go on.").waitFor();
  expect(page.url()).toBe(at("/gallery"));
  await page.getByRole("link", { name: "Events", exact: true }).first().click();
  await signInThere(page);
  await page.waitForURL(at("/events"));
});

test("without script too a newsletter issue outlives its session: the musician reads why, signs in, and it is saved", async () => {
  const { page, id } = await newMusician("scriptless", { javaScriptEnabled: false, viewport: phone });
  const { id: issueId } = await makeIssue(db, { musician_id: id, title: "Spring", body: "First words" });
  const issue = at(`/newsletter/letters/${issueId}`);
  const written = 'A whole evening\'s work\n<b>in two lines</b> & "more"';
  await page.goto(issue);
  await page.getByText("Your browser runs no scripts here.").waitFor();
  await page.getByLabel("Letter", { exact: true }).fill(written);
  await endSessions(id);
  await page.getByRole("button", { name: "Save letter" }).click();
  await page.getByText("You are no longer signed in, so nothing was saved.").waitFor();
  expect(await page.getByRole("definition").allInnerTexts()).toContain(written);

  const signIn = async (typed: string) => {
    await page.getByLabel("Email").fill("scriptless@example.org");
    await page.getByLabel("Password", { exact: true }).fill(typed);
    await page.getByRole("button", { name: "Sign in and send it" }).click();
  };
  await signIn("not the password");
  await page.getByText("Wrong email or password.").waitFor();
  await signIn(password);
  await page.waitForURL(issue);
  await page.goto(issue);
  expect(await page.getByLabel("Letter", { exact: true }).inputValue()).toBe(written);
});

test("a save that is sent while another tab renews the session goes through without a question", async () => {
  const { page, id } = await newMusician("crossing");
  await makeSession(db, { user_id: id });
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("sessions").set({ confirmed_at: longAgo }).where("user_id", "=", id).execute(),
    );
  await page.goto(at("/profile"));
  await page.getByLabel("Location").fill("Malmö");
  const other = await page.context().newPage();
  await other.goto(at("/account/devices"));
  await untilHydrated(other);
  const renewed = Promise.withResolvers<void>();
  const arrives = Promise.withResolvers<void>();
  // The server has renewed the session, and its answer is on the way.
  await other.route("**/confirm-password", async (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.continue();
    const answer = await fetch(request.url(), {
      method: "POST",
      headers: await request.allHeaders(),
      body: new Uint8Array(request.postDataBuffer() ?? []),
    });
    const [pair = ""] = answer.headers.getSetCookie();
    const [name = "", value = ""] = (pair.split(";")[0] ?? "").split("=");
    renewed.resolve();
    await arrives.promise;
    await page.context().addCookies([{ name, value, url: handbill.origin, httpOnly: true, sameSite: "Lax" }]);
    await route.fulfill({ status: answer.status, body: await answer.text() });
  });
  await other.getByRole("button", { name: "End all others" }).click();
  const gate = other.getByRole("dialog", { name: "Please give your password" });
  await gate.getByLabel("Password", { exact: true }).fill(password);
  await gate.getByRole("button", { name: "Go on" }).click();
  await renewed.promise;

  const refused = page.waitForResponse((answer) => answer.request().method() === "POST");
  await pressEnter(page.getByRole("button", { name: "Save Profile" }));
  expect((await refused).status()).toBe(401);
  expect(await signInDialog(page).count()).toBe(0);
  arrives.resolve();
  await toast(page, "Profile saved successfully!").waitFor();
  expect(await signInDialog(page).count()).toBe(0);
  await gate.waitFor({ state: "hidden" });
});

test("a message waits for signing in again, and incoming ones don't interrupt writing", async () => {
  const { page, id } = await newMusician("sender", { viewport: phone });
  const reader = await newAccount("reader");
  const conversation = await makeConversation(db, id, reader.id);
  await page.goto(at(`/messages/${conversation.id}`));
  await untilHydrated(page);
  await page.getByRole("textbox", { name: "Message", exact: true }).fill("Are you playing tonight?");
  await endSessions(id);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByText("No connection. New messages come as soon as it is back.").waitFor();
  expect(await signInDialog(page).count()).toBe(0);
  await page.getByRole("button", { name: "Send" }).click();
  await signInThere(page);
  await page.getByText("Sent, not read yet").waitFor();
});

test("one account's typed text is not saved for another that signs in meanwhile", async () => {
  const { page, id } = await newMusician("first");
  await newMusician("second");
  await page.goto(at("/profile"));
  await page.getByLabel("Location").fill("Lund");
  const form = { email: "second@example.org", password };
  await page.request.post(at("/signout"));
  expect((await page.request.post(at("/signin"), { form })).status()).toBe(200);
  await page.getByRole("button", { name: "Save Profile" }).click();
  await signInDialog(page).waitFor();
  expect(await signInDialog(page).getByLabel("Email").inputValue()).toBe("first@example.org");
  await signInThere(page);
  await toast(page, "Profile saved successfully!").waitFor();
  const saved = await db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("musician_profiles").select("user_id").where("location", "=", "Lund").execute(),
    );
  expect(saved).toEqual([{ user_id: id }]);
});

test("suspended in mid-writing, one keeps the text and reads why", async () => {
  const { page, id } = await newMusician("halted");
  await page.goto(at("/profile"));
  await page.getByLabel("Location").fill("Lund");
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: new Date(), suspended_reason: "Spam" })
        .where("id", "=", id)
        .execute(),
    );
  await page.getByRole("button", { name: "Save Profile" }).click();
  await toast(page, /Your account is suspended: nothing was saved\./).waitFor();
  expect(await page.getByLabel("Location").inputValue()).toBe("Lund");
});

test("a notice stays in sight while the question over it closes", async () => {
  const { page } = await newMusician("noticed");
  await page.goto(at("/profile"));
  await untilHydrated(page);
  // However long the rest takes, the notice's own time isn't up.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByLabel("Bio").fill("Saved");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await toast(page, "Profile saved successfully!").waitFor();
  await page.getByLabel("Location").fill("Lund");
  await page.getByRole("link", { name: "Events", exact: true }).first().click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.waitFor();
  const moments = await page.evaluateHandle(() => {
    const isThere: boolean[] = [];
    const look = () => isThere.push(document.body.textContent.includes("Profile saved successfully!"));
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    return isThere;
  });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  await expect.poll(() => moments.evaluate((isThere) => isThere.length)).toBeGreaterThan(0);
  expect(await moments.jsonValue()).not.toContain(false);
});

test("two tabs: the second save of an older state shows both, and one chooses; unsaved work is asked about", async () => {
  const { page } = await newMusician("twice");
  await page.goto(at("/profile"));
  const other = await page.context().newPage();
  await other.goto(at("/profile"));
  await other.getByLabel("Bio").fill("Written in the other tab");
  await other.getByRole("button", { name: "Save Profile" }).click();
  await toast(other, "Profile saved successfully!").waitFor();

  const save = page.getByRole("button", { name: "Save Profile" });
  await page.getByLabel("Bio").fill("Written here");
  await pressEnter(save);
  const heading = page.getByRole("heading", { name: "Saved meanwhile" });
  await heading.waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Saved meanwhile");
  await page.getByRole("definition").getByText("Written in the other tab").waitFor();
  await page.getByRole("definition").getByText("Written here").waitFor();
  expect(await page.getByRole("definition").count()).toBe(2);
  await expectAccessible(page);
  // The save itself is still none over the other's.
  const refused = page.waitForResponse((response) => response.request().method() === "POST");
  await pressEnter(save);
  await refused;
  await heading.waitFor();
  await pressEnter(page.getByRole("button", { name: "Keep mine" }));
  await toast(page, "Profile saved successfully!").waitFor();
  await heading.waitFor({ state: "detached" });
  expect(await page.getByLabel("Bio").inputValue()).toBe("Written here");

  // Now the other one is the older.
  await other.getByLabel("Location").fill("Lund");
  await pressEnter(other.getByRole("button", { name: "Save Profile" }));
  await pressEnter(other.getByRole("button", { name: "Take what is saved" }));
  await expect.poll(() => other.getByLabel("Bio").inputValue()).toBe("Written here");
  expect(await other.getByLabel("Location").inputValue()).toBe("");
  await other.getByLabel("Location").fill("Lund");
  await other.getByRole("link", { name: "Events", exact: true }).first().click();
  const question = other.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  // The notice of the first save has gone by then.
  await expect.poll(() => other.getByText("Profile saved successfully!").count()).toBe(0);
  await pressEnter(other.getByRole("button", { name: "Save Profile" }));
  await toast(other, "Profile saved successfully!").waitFor();
  await other.getByRole("link", { name: "Events", exact: true }).first().click();
  await other.waitForURL(at("/events"));

  await page.goto(at("/comments"));
  await page.getByLabel("Blocked words").fill("rubbish");
  await page.getByRole("link", { name: "Events", exact: true }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Save settings" }).click();
  await toast(page, "Comment settings saved").waitFor();
  await page.getByRole("link", { name: "Events", exact: true }).first().click();
  await page.waitForURL(at("/events"));
});

test("as soon as it says that it is saved, one leaves without a question", async () => {
  const { page } = await newMusician("gone", { viewport: desktop });
  const session = await page.context().newCDPSession(page);
  await page.goto(at("/profile"));
  // Slow enough for a press between what React draws and the effects that follow it.
  await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.getByLabel("Bio").fill("Written here");
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      const said = document.querySelector("[aria-label='Notifications']")?.textContent;
      if (!said?.includes("Profile saved successfully!")) return;
      observer.disconnect();
      document.querySelector<HTMLElement>("a[href='/events']")?.click();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole("button", { name: "Save Profile" }).click();
  await page.waitForURL(at("/events"));
  expect(await page.getByRole("alertdialog").count()).toBe(0);
});
