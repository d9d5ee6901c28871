import fc from "fast-check";
import { expect, test } from "vitest";
import { formatsFor } from "~/shared/formats";
import { bucketName, bucketsOf, dayBefore } from "./days.ts";

const british = formatsFor({ format: "en-GB", timeZone: null });

test("days are counted across months, years and the 29th of February", () => {
  expect(dayBefore("2024-03-01", 1)).toBe("2024-02-29");
  expect(dayBefore("2026-01-01", 1)).toBe("2025-12-31");
  expect(dayBefore("2026-12-31", -1)).toBe("2027-01-01");
});

test("a step is a day, of many days a week, and of more a month", () => {
  expect(bucketsOf("2026-01-01", "2026-01-03").map(({ to }) => to)).toEqual([
    "2026-01-01",
    "2026-01-02",
    "2026-01-03",
  ]);
  expect(bucketsOf("2026-01-01", "2026-04-10").slice(0, 2)).toEqual([
    { from: "2026-01-01", to: "2026-01-07" },
    { from: "2026-01-08", to: "2026-01-14" },
  ]);
  expect(bucketsOf("2025-01-15", "2026-03-02")).toEqual(
    expect.arrayContaining([
      { from: "2025-01-15", to: "2025-01-31" },
      { from: "2026-02-01", to: "2026-02-28" },
      { from: "2026-03-01", to: "2026-03-02" },
    ]),
  );
});

test("steps cover every day once, and are never too many to draw", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), (days) => {
      const [from, to] = [dayBefore("2026-06-15", days), "2026-06-15"];
      const buckets = bucketsOf(from, to);
      expect(buckets[0]?.from).toBe(from);
      expect(buckets.at(-1)?.to).toBe(to);
      for (const [index, bucket] of buckets.slice(1).entries()) {
        expect(bucket.from).toBe(dayBefore(buckets[index]?.to ?? "", -1));
      }
      expect(buckets.length).toBeLessThanOrEqual(140);
    }),
  );
});

test("a step has a name", () => {
  expect(bucketName({ from: "2026-11-21", to: "2026-11-21" }, british)).toBe("Sat 21 Nov 2026");
  expect(bucketName({ from: "2026-11-15", to: "2026-11-21" }, british)).toBe("15 Nov 2026 to 21 Nov 2026");
});
