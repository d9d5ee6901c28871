import { expect, test } from "vitest";
import { goodbyeDay, goodbyePath } from "./goodbye.ts";

const graceDays = 14;
const now = new Date("2026-11-20T12:00:00Z");
const deletesAt = new Date("2026-12-04T12:00:00Z");
const dayOf = (path: string) =>
  goodbyeDay(new URL(path, "https://music.example").searchParams, graceDays, now);

test.each([
  ["Pacific/Kiritimati", "2026-12-05"],
  ["Pacific/Pago_Pago", "2026-12-04"],
  [null, "2026-12-04"],
])("the day is that of the zone %s", (timeZone, day) => {
  expect(dayOf(goodbyePath(deletesAt, { format: "en-GB", timeZone }))).toEqual({ day, format: "en-GB" });
});

test.each(["2199-01-01", "2026-11-01", "2026-12-06", "tomorrow", "1", ""])(
  "no day that somebody has made up: %s",
  (until) => expect(dayOf(`/goodbye?until=${until}`)).toBeNull(),
);

test("a format that is none is the standard one", () => {
  expect(dayOf("/goodbye?until=2026-12-01&format=toString")).toEqual({ day: "2026-12-01", format: "en-US" });
});
