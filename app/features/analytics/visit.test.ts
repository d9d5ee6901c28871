import { expect, test } from "vitest";
import { deviceOf, isRobot, sourceName, sourceOf } from "./visit.ts";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
const inInstagram =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 356.0.0.30.105 (iPhone16,1; iOS 18_1)";
const pixel =
  "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
const galaxyTab =
  "Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const mac =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const edge =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0";
const people = [iphone, inInstagram, pixel, galaxyTab, mac, firefox, edge];

test.each(people)("a person's browser is no robot: %s", (agent) => {
  expect(isRobot(agent)).toBe(false);
});

test.each([
  undefined,
  "",
  "curl/8.14.1",
  "python-requests/2.32.3",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
  "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "WhatsApp/2.23.20.0",
  "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
  "Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
  "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
])("a program that looks by itself is a robot: %s", (agent) => {
  expect(isRobot(agent)).toBe(true);
});

test.each([
  [iphone, true, "phone"],
  [inInstagram, true, "phone"],
  [pixel, true, "phone"],
  [galaxyTab, true, "tablet"],
  ["Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148", true, "tablet"],
  [mac, true, "tablet"],
  [mac, false, "desktop"],
  [firefox, false, "desktop"],
  [edge, true, "desktop"],
])("a device by its browser: %s, touch %s: %s", (agent, touch, device) => {
  expect(deviceOf(agent, touch)).toBe(device);
});

test.each([
  ["", "", "direct"],
  ["not an address", "", "direct"],
  ["javascript:alert(1)", "", "direct"],
  ["https://l.instagram.com/", "", "instagram"],
  ["https://www.google.com/", "", "google"],
  ["https://www.google.co.uk/search?q=secret", "", "google"],
  ["https://t.co/abc", "", "x"],
  ["https://mail.google.com/", "", "mail"],
  ["android-app://com.google.android.gm/", "", "mail"],
  ["https://lm.facebook.com/l.php?u=x", "", "facebook"],
  ["https://www.The-Wire.example/reviews/42?reader=7", "", "the-wire.example"],
  ["https://notinstagram.com/", "", "notinstagram.com"],
  ["https://handbill.example/artist/nova/events", "", "handbill"],
  ["http://handbill.example:8080/", "", "handbill.example"],
  ["https://l.instagram.com/", "newsletter", "newsletter"],
  ["", "Instagram", "instagram"],
  ["", "https://www.instagram.com/", "direct"],
  ["https://l.instagram.com/", "<script>", "instagram"],
  [`https://${"a".repeat(60)}.${"b".repeat(60)}.example/`, "", "other"],
])("a source by what the browser and the link say: %s, %s: %s", (from, tag, source) => {
  expect(sourceOf(from, tag, "handbill.example")).toBe(source);
});

test("a source has a name people know, or its host's", () => {
  expect(["direct", "tiktok", "pitchfork.com", "constructor"].map(sourceName)).toEqual([
    "Direct, or not said",
    "TikTok",
    "pitchfork.com",
    "constructor",
  ]);
});
