import { expect, test } from "vitest";
import { today, todayEnds } from "./today.ts";

test("a day lasts until it is over everywhere", () => {
  expect(today(new Date("2026-11-21T11:59:59Z"))).toBe("2026-11-20");
  expect(today(new Date("2026-11-21T12:00:00Z"))).toBe("2026-11-21");
  expect(todayEnds(new Date("2026-11-21T11:00:00Z"))).toEqual(new Date("2026-11-21T12:00:00Z"));
  expect(todayEnds(new Date("2026-11-21T12:00:00Z"))).toEqual(new Date("2026-11-22T12:00:00Z"));
});
