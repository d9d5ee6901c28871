import fc from "fast-check";
import { expect, test } from "vitest";
import { relativeTime, relativeTimeChangesAt } from "./relative-time.ts";

const now = new Date("2026-11-20T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const [minute, hour, day] = [60, 3600, 86_400];

test.each([
  [-5, "Just now"],
  [0, "Just now"],
  [minute - 1, "Just now"],
  [minute, "1m ago"],
  [hour - 1, "59m ago"],
  [hour, "1h ago"],
  [day - 1, "23h ago"],
  [day, "1d ago"],
  [7 * day - 1, "6d ago"],
  [7 * day, "Nov 13, 2026"],
])("what was %i seconds ago", (seconds, text) => {
  expect(relativeTime(ago(seconds), now)).toBe(text);
});

test("the text stays the same until the moment it changes, and differs then", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8 * day }), (seconds) => {
      const then = ago(seconds);
      const change = relativeTimeChangesAt(then, now);
      const text = relativeTime(then, now);
      if (!change) {
        expect(seconds).toBeGreaterThanOrEqual(7 * day);
        return;
      }
      expect(relativeTime(then, new Date(change.getTime() - 1))).toBe(text);
      expect(relativeTime(then, change)).not.toBe(text);
    }),
  );
});
