import { expect, test } from "vitest";
import { type FormatName, formatNames, formatsFor, isFormatName, standardFormat } from "./formats.ts";

const moment = new Date("2026-11-20T23:05:00Z");

test.each<[FormatName, string, string, string]>([
  ["en-US", "Nov 20, 2026, 11:05 PM", "1,234,567.5", "Nov 20"],
  ["en-GB", "20 Nov 2026, 23:05", "1,234,567.5", "20 Nov"],
  ["en-AU", "20 Nov 2026, 11:05 PM", "1,234,567.5", "20 Nov"],
  ["en-IN", "20 Nov 2026, 11:05 PM", "12,34,567.5", "20 Nov"],
  ["en-DE", "20 Nov 2026, 23:05", "1.234.567,5", "20 Nov"],
  ["en-FR", "20 Nov 2026, 23:05", "1 234 567,5", "20 Nov"],
  ["en-CH", "20 Nov 2026, 23:05", "1’234’567.5", "20 Nov"],
  ["en-SE", "2026-11-20, 23:05", "1 234 567,5", "20 Nov"],
  ["iso", "2026-11-20, 23:05", "1,234,567.5", "20 Nov"],
])("%s writes %s and %s", (format, dateTime, number, short) => {
  const formats = formatsFor({ format, timeZone: null });
  expect(formats.dateTime(moment)).toBe(dateTime);
  expect(formats.number(1_234_567.5, 1).replace(/[\u00a0\u202f]/g, " ")).toBe(number);
  expect(formats.day("2026-11-20", "short")).toBe(short);
});

test("what can be chosen has a name, and nothing else is taken", () => {
  expect(Object.keys(formatNames).every(isFormatName)).toBe(true);
  expect(isFormatName("toString")).toBe(false);
});

test("a moment is shown where the account is, and a day on a wall stays that day", () => {
  const tokyo = formatsFor({ format: "en-GB", timeZone: "Asia/Tokyo" });
  expect(tokyo.dateTime(moment)).toBe("21 Nov 2026, 08:05");
  expect(tokyo.date(moment, "long")).toBe("21 November 2026");
  expect(tokyo.dateTime(moment, "long")).toBe("21 November 2026 at 08:05");
  expect(tokyo.day("2026-11-20")).toBe("20 Nov 2026");
  expect(formatsFor({ format: "en-GB", timeZone: "America/Los_Angeles" }).day("2026-11-01", "long")).toBe(
    "1 November 2026",
  );
  // The clocks go back an hour there that day.
  expect(
    formatsFor({ format: "iso", timeZone: "Europe/Berlin" }).dateTime(new Date("2026-10-25T01:30:00Z")),
  ).toBe("2026-10-25, 02:30");
});

test.each([
  ["00:00", "12:00 AM"],
  ["12:00:00", "12:00 PM"],
  ["09:05", "9:05 AM"],
  ["23:59:59", "11:59 PM"],
])("%s is %s by a clock of twelve hours", (time, text) => {
  expect(formatsFor(standardFormat).time(time)).toBe(text);
});

test("without a zone, or with one that isn't known here, it is UTC", () => {
  expect(formatsFor(standardFormat).timeZone).toBe("UTC");
  expect(formatsFor({ format: "iso", timeZone: "Moon/Tranquility" }).dateTime(moment)).toBe(
    "2026-11-20, 23:05",
  );
});

test("a share is whole", () => {
  expect(formatsFor(standardFormat).percent(0.456)).toBe("46%");
  expect(formatsFor({ format: "en-DE", timeZone: null }).percent(12.345)).toBe("1.235%");
});
