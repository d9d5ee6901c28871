import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantOf, isoInZone, timeZoneOf, zoneNameAt } from "./zoned-time.ts";

describe("a local time is an instant", () => {
  test.each([
    ["2026-03-28", "20:00", "Europe/Stockholm", "2026-03-28T20:00:00+01:00"],
    ["2026-03-29", "20:00", "Europe/Stockholm", "2026-03-29T20:00:00+02:00"],
    ["2026-10-24", "23:59", "Europe/Stockholm", "2026-10-24T23:59:00+02:00"],
    ["2026-10-25", "20:00", "Europe/Stockholm", "2026-10-25T20:00:00+01:00"],
    ["2026-03-08", "00:00", "America/New_York", "2026-03-08T00:00:00-05:00"],
    ["2026-03-09", "00:00", "America/New_York", "2026-03-09T00:00:00-04:00"],
    ["2028-02-29", "00:00:00", "Asia/Kathmandu", "2028-02-29T00:00:00+05:45"],
    ["2026-10-04", "12:00", "Australia/Lord_Howe", "2026-10-04T12:00:00+11:00"],
    ["2026-12-31", "23:59:59", "Pacific/Kiritimati", "2026-12-31T23:59:59+14:00"],
    ["2026-06-01", "12:00", "UTC", "2026-06-01T12:00:00+00:00"],
  ])("%s %s in %s is %s", (date, time, zone, iso) => {
    expect(isoInZone(date, time, zone)).toBe(iso);
    expect(instantOf(date, time, zone)).toBe(Date.parse(iso));
  });

  test("a zone that isn't known here counts as UTC", () => {
    expect(isoInZone("2026-03-29", "20:00", "Evil/Zone")).toBe("2026-03-29T20:00:00+00:00");
    expect(zoneNameAt("2026-03-29", "20:00", "Evil/Zone")).toBe("UTC");
    expect(timeZoneOf("Evil/Zone")).toBeUndefined();
  });

  test("an hour that is left out, as if the clocks had not been changed yet", () => {
    expect(isoInZone("2026-03-29", "02:30", "Europe/Stockholm")).toBe("2026-03-29T03:30:00+02:00");
  });

  test("an hour that comes twice means the first", () => {
    expect(isoInZone("2026-10-25", "02:30", "Europe/Stockholm")).toBe("2026-10-25T02:30:00+02:00");
  });

  test("in every zone and at any time the zone's clock shows the given time, or the hour is left out", () => {
    const zones = Intl.supportedValuesOf("timeZone");
    const times = fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...zones), times, (zone, at) => {
        const clock = at.toISOString().slice(0, 19);
        const [date = "", time = ""] = clock.split("T");
        const read = isoInZone(date, time, zone);
        expect(Date.parse(read)).toBe(instantOf(date, time, zone));
        // Nowhere have clocks been put forward by more than a day.
        const forward = Date.parse(`${read.slice(0, 19)}Z`) - Date.parse(`${clock}Z`);
        expect(forward).toBeGreaterThanOrEqual(0);
        expect(forward).toBeLessThanOrEqual(24 * 3_600_000);
      }),
      { numRuns: 300 },
    );
  });
});

test("zones have names", () => {
  expect(zoneNameAt("2026-01-15", "20:00", "America/New_York")).toBe("EST");
  expect(zoneNameAt("2026-07-15", "20:00", "America/New_York")).toBe("EDT");
  expect(zoneNameAt("2026-07-15", "20:00", "Europe/Stockholm")).toBe("GMT+2");
});

test("only zones are zones", () => {
  expect(timeZoneOf("Europe/Stockholm")).toBe("Europe/Stockholm");
  expect(timeZoneOf("europe/stockholm")).toBe("Europe/Stockholm");
  expect(timeZoneOf("UTC")).toBe("UTC");
  for (const text of [
    "",
    "Europe/Gotham",
    "+01:00",
    "../etc/passwd",
    "Europe/Paris\r\nX:1",
    "x".repeat(65),
  ]) {
    expect(timeZoneOf(text), text).toBeUndefined();
  }
});
