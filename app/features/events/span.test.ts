import { expect, test } from "vitest";
import { whenInWords } from "./calendar.ts";
import { endDateOf, eventsByDay, isoSpan, type Span } from "./span.ts";

const span: Span = { date: "2026-11-20", time: "20:30:00", endDate: null, endTime: null, timeZone: null };

test.each<[Partial<Span>, string | undefined]>([
  [{}, undefined],
  [{ endTime: "23:00:00" }, "2026-11-20"],
  [{ endTime: "01:00:00" }, "2026-11-21"],
  [{ endTime: "20:30:00" }, "2026-11-21"],
  [{ date: "2026-12-31", endTime: "00:00:00" }, "2027-01-01"],
  [{ endDate: "2026-11-22", endTime: "01:00:00" }, "2026-11-22"],
  [{ time: null, endDate: "2026-11-22" }, "2026-11-22"],
  [{ time: null }, undefined],
])("%o ends on %s", (parts, date) => {
  expect(endDateOf({ ...span, ...parts })).toBe(date);
});

test.each<[Partial<Span>, string, string | undefined]>([
  [{}, "2026-11-20T20:30:00", undefined],
  [{ endTime: "01:00:00" }, "2026-11-20T20:30:00", "2026-11-21T01:00:00"],
  [
    { date: "2026-03-28", endTime: "04:00:00", timeZone: "Europe/Stockholm" },
    "2026-03-28T20:30:00+01:00",
    "2026-03-29T04:00:00+02:00",
  ],
  [{ time: null, endDate: "2026-11-22", timeZone: "Europe/Stockholm" }, "2026-11-20", "2026-11-22"],
])("%o for search engines", (parts, start, end) => {
  expect(isoSpan({ ...span, ...parts })).toEqual({ start, end });
});

test.each<[Partial<Span>, string]>([
  [{}, "Fri, 8:30 PM"],
  [{ time: null }, "Fri"],
  [{ endTime: "01:00:00" }, "Fri, 8:30 PM – 1:00 AM"],
  [{ time: null, endDate: "2026-11-22" }, "Fri – Sun, Nov 22"],
  [{ endDate: "2026-11-22", endTime: "18:00:00" }, "Fri, 8:30 PM – Sun, Nov 22, 6:00 PM"],
  [{ timeZone: "America/New_York" }, "Fri, 8:30 PM EST"],
  [{ time: null, timeZone: "America/New_York" }, "Fri"],
])("%o reads %s", (parts, words) => {
  expect(whenInWords({ ...span, ...parts }, { withZone: true })).toBe(words);
});

test("the zone stands only where it helps", () => {
  expect(whenInWords({ ...span, timeZone: "America/New_York" }, { withZone: false })).toBe("Fri, 8:30 PM");
});

test("an event of several days is on each of them, also across 29 February", () => {
  const festival = { id: "f", date: "2028-02-28", endDate: "2028-03-01" };
  const night = { id: "n", date: "2028-02-29", endDate: null };
  const days = [...eventsByDay([festival, night])].map(([day, events]) => [day, events.map(({ id }) => id)]);
  expect(days).toEqual([
    ["2028-02-28", ["f"]],
    ["2028-02-29", ["f", "n"]],
    ["2028-03-01", ["f"]],
  ]);
});
