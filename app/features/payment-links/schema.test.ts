import { expect, test } from "vitest";
import { parseForm } from "~/shared/forms";
import { platformLabels, platformOf } from "./platforms";
import { paymentLinkSchema, tooManyText } from "./schema";

function parsed(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseForm(paymentLinkSchema, form);
}

test("the platforms and the limit are the documented ones", () => {
  expect(Object.keys(platformLabels)).toEqual([
    "paypal",
    "venmo",
    "cashapp",
    "stripe",
    "kofi",
    "patreon",
    "other",
  ]);
  expect(tooManyText()).toBe("Maximum of 4 payment links allowed");
});

test.each([
  ["https://paypal.me/mara", "paypal"],
  ["https://www.paypal.com/donate/?hosted_button_id=1", "paypal"],
  ["https://account.venmo.com/u/mara", "venmo"],
  ["https://cash.app/$mara", "cashapp"],
  ["https://buy.stripe.com/abc", "stripe"],
  ["https://ko-fi.com/mara", "kofi"],
  ["https://www.patreon.com/mara", "patreon"],
  ["https://example.org/paypal.com", undefined],
  ["https://notpaypal.com/", undefined],
])("%s belongs to %s", (address, platform) => {
  expect(platformOf(address)).toBe(platform);
});

test("a link is stored with its address in full", () => {
  expect(parsed({ platform: "kofi", url: "ko-fi.com/mara" })).toEqual({
    ok: true,
    value: { platform: "kofi", url: "https://ko-fi.com/mara" },
  });
});

test.each([
  [{ platform: "paypal", url: "" }, { url: "Please enter a valid URL" }],
  [{ platform: "paypal", url: "$mara" }, { url: "Please enter a valid URL" }],
  [{ platform: "bitcoin", url: "https://example.org" }, { platform: "Please choose a platform" }],
])("%o is refused with its text", (fields, errors) => {
  expect(parsed(fields)).toMatchObject({ ok: false, errors });
});
