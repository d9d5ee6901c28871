import { afterAll, expect, test } from "vitest";
import { makeWebhookEndpoint } from "../factories/webhooks.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openTestApp, toast } from "../harness/test-app.ts";
import { openReceiver } from "../harness/webhook-receiver.ts";

const { handbill, db, newAccount } = await openTestApp({ WEBHOOKS_LOCAL: "on" });
const receiver = await openReceiver();
afterAll(() => receiver[Symbol.asyncDispose]());

test("a musician whose webhooks don't arrive reads so on the dashboard, and is led to them", async () => {
  const { page, id } = await newAccount("wilma", { viewport: phone });
  const url = `https://receiver.${"a".repeat(60)}.example/handbill`;
  await makeWebhookEndpoint(db, { user_id: id, url, told_at: new Date() });
  await makeWebhookEndpoint(db, { user_id: id });
  await page.goto(`${handbill.origin}/dashboard`);
  const notice = page.getByRole("alert").filter({ hasText: "Webhooks to" });
  expect(await notice.innerText()).toContain(`Webhooks to ${new URL(url).host} don't arrive.`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await notice.getByRole("link").click();
  await page.getByText(/^A delivery was given up on/).waitFor();
});

test("a musician adds a webhook, tries it, has a failed delivery sent again, and deletes it", async () => {
  const { page } = await newAccount("wim", { viewport: phone });
  await page.goto(`${handbill.origin}/account/webhooks`);
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByRole("button", { name: "Add webhook" }).click();
  await page.getByText("Please choose at least one").waitFor();
  await page.getByLabel("Booking requests").check();
  await page.getByLabel("Events").check();
  await page.getByRole("button", { name: "Add webhook" }).click();
  const secret = page.getByText(/^whsec_/);
  receiver.secret = await secret.innerText();
  await expectAccessible(page);
  await page.reload();
  expect(await secret.count()).toBe(0);

  const webhook = page.getByRole("list", { name: "Your webhooks" }).getByRole("listitem");
  const delivery = page.getByRole("list", { name: "Last deliveries" }).getByRole("listitem");
  await webhook.getByText("Booking requests, Events").waitFor();
  receiver.answer = (response) => response.writeHead(500).end("Out of <b>order</b>");
  await webhook.getByRole("button", { name: "Send a test" }).click();
  await toast(page, "A test is on its way").waitFor();
  const refreshed = async (text: string) => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await delivery.getByText(text).waitFor({ timeout: 1000 });
  };
  await expect.poll(() => refreshed("webhook.test · Failed"), { timeout: 30_000 }).toBeUndefined();
  await delivery.getByText(/^Answer 500 after/).waitFor();
  await delivery.getByText("Answer", { exact: true }).click();
  await delivery.getByText("Out of <b>order</b>").waitFor();
  await expectAccessible(page);

  await page.setViewportSize(desktop);
  receiver.answer = (response) => response.writeHead(200).end("Thanks");
  await delivery.getByRole("button", { name: /^Send again/ }).click();
  await toast(page, "It is sent again").waitFor();
  await expect.poll(() => refreshed("webhook.test · Delivered"), { timeout: 30_000 }).toBeUndefined();
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  expect(receiver.forged).toBe(0);

  await webhook.getByRole("button", { name: "Switch off" }).click();
  await webhook.getByText("Switched off: nothing is posted there.").waitFor();
  await expectAccessible(page);
  await webhook.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Webhook deleted").waitFor();
  await expect.poll(() => webhook.count()).toBe(0);
});
