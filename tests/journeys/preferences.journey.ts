import { expect, test } from "vitest";
import { formatsFor } from "../../app/shared/formats.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makeBooking } from "../factories/audience.ts";
import { makeConversation, makeMessage } from "../factories/messages.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openTestApp, toast } from "../harness/test-app.ts";

const { handbill, browser, db, newAccount } = await openTestApp();
const at = (path: string) => `${handbill.origin}${path}`;

test("by keyboard a musician sets when mails come and how dates are written, and finds it elsewhere", async () => {
  const { page, id } = await newAccount("pia", { viewport: phone, timezoneId: "Asia/Tokyo" });
  await makeMusician(db, { user_id: id });
  await makeBooking(db, { musician_id: id, event_date: "2099-05-04" });
  await page.goto(at("/account"));
  await page.getByRole("tab", { name: "Preferences" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(at("/account/preferences"));

  const comments = page.getByLabel("Comments");
  expect(await comments.inputValue()).toBe("daily");
  await comments.focus();
  await page.keyboard.type("Never");
  await page.getByRole("button", { name: "Save mails" }).focus();
  await page.keyboard.press("Enter");
  await toast(page, "Preferences saved").waitFor();

  expect(await page.getByLabel("Time zone").inputValue()).toBe("");
  const suggested = page.getByRole("button", { name: "Choose Asia/Tokyo, as on this device" });
  await suggested.focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Format of dates and numbers").selectOption("en-GB");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save formats" }).focus();
  await page.keyboard.press("Enter");
  await suggested.waitFor({ state: "detached" });
  await toast(page, "Preferences saved").waitFor();
  await page.reload();
  expect(await page.getByLabel("Time zone").inputValue()).toBe("Asia/Tokyo");
  expect(await page.getByLabel("Comments").inputValue()).toBe("never");

  // A day on a wall is moved by no time zone.
  await page.goto(at("/booking-requests"));
  await page.getByText("4 May 2099").waitFor();
  await page.setViewportSize(desktop);
  // A message's age has the moment itself beside it.
  const sender = await makeMusician(db);
  const conversation = await makeConversation(db, id, sender.id);
  const sent = new Date(Date.now() - 26 * 3600 * 1000);
  await makeMessage(db, { conversation_id: conversation.id, sender_id: sender.id, created_at: sent });
  await page.goto(at(`/messages/${conversation.id}`));
  const age = page.getByRole("region", { name: /^Messages with/ }).getByText("1d ago");
  const { dateTime } = formatsFor({ format: "en-GB", timeZone: "Asia/Tokyo" });
  expect(await age.getAttribute("title")).toBe(dateTime(sent));
  expect(await age.getAttribute("datetime")).toBe(sent.toISOString());
  await page.goto(at("/analytics"));
  await page.getByText("Asia/Tokyo").waitFor();
});

test("of two devices the later one sees what was saved meanwhile", async () => {
  const { page } = await newAccount("rio", { viewport: desktop });
  await page.goto(at("/account/preferences"));
  const other = await page.context().newPage();
  await other.goto(at("/account/preferences"));
  await other.getByLabel("Messages", { exact: true }).selectOption("daily");
  await other.getByRole("button", { name: "Save mails" }).click();
  await toast(other, "Preferences saved").waitFor();
  await page.getByLabel("Messages", { exact: true }).selectOption("never");
  await page.getByRole("tab", { name: "Account" }).click();
  await page
    .getByRole("alertdialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Cancel" })
    .click();
  await page.getByRole("button", { name: "Save mails" }).click();
  await page.getByRole("heading", { name: "Saved meanwhile" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await toast(page, "Preferences saved").waitFor();
  // The switch in the messages is the same setting.
  await page.goto(at("/messages"));
  await page.getByRole("button", { name: "Message settings" }).click();
  expect(await page.getByRole("checkbox", { name: "Mail me about new messages" }).isChecked()).toBe(false);
});

test("without script both forms are saved, and a mail's link stops its kind without signing in", async () => {
  const { page, id } = await newAccount("sol", { javaScriptEnabled: false });
  await page.goto(at("/account/preferences"));
  await page.getByLabel("New subscribers").selectOption("at_once");
  await page.getByRole("button", { name: "Save mails" }).click();
  await page.getByText("Preferences saved").waitFor();
  await page.getByLabel("Time zone").fill("berlin");
  await page.getByRole("button", { name: "Save formats" }).click();
  await page.getByRole("button", { name: "Save formats" }).waitFor();
  expect(await page.getByLabel("Time zone").inputValue()).toBe("Europe/Berlin");
  expect(await page.getByLabel("New subscribers").inputValue()).toBe("at_once");

  const { off_key } = await db
    .asSystem()
    .write((tx) =>
      tx
        .insertInto("notification_mails")
        .values({ user_id: id, about: "subscribers" })
        .returning("off_key")
        .executeTakeFirstOrThrow(),
    );
  await page.context().clearCookies();
  await page.goto(at(`/stop-mails?key=${off_key}`));
  const withScript = await browser.newPage({ viewport: phone });
  await withScript.goto(page.url());
  await withScript.getByRole("button", { name: "Stop these mails" }).waitFor();
  await expectAccessible(withScript);
  await page.getByRole("button", { name: "Stop these mails" }).click();
  await page.getByText("These mails have stopped").waitFor();
  const stored = () =>
    db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("account_preferences")
          .select("subscribers")
          .where("user_id", "=", id)
          .executeTakeFirst(),
      );
  expect(await stored()).toEqual({ subscribers: "never" });
});
