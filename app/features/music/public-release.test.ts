import { expect, test } from "vitest";
import { dayInWords, extentOf, kindAndYear, placeOf } from "./public-release.ts";

const lasting = (...lengths: (number | null)[]) => lengths.map((durationSeconds) => ({ durationSeconds }));

test.each([
  [lasting(187), "1 track, 3 min"],
  [lasting(10), "1 track, 1 min"],
  [lasting(1800, 1830), "2 tracks, 1 h 1 min"],
  [lasting(180, null), "2 tracks"],
  [[], "0 tracks"],
])("a release says how much there is of it", (entries, text) => expect(extentOf(entries)).toBe(text));

test("a day is named in words, a draft without one has no year", () => {
  expect(dayInWords("2026-12-04")).toBe("Friday, December 4, 2026");
  expect(kindAndYear({ kind: "ep", day: "0998-01-01" })).toBe("EP, 998");
  expect(kindAndYear({ kind: "album", day: null })).toBe("Album");
});

test.each([
  ["America/Argentina/Buenos_Aires", "Buenos Aires"],
  ["Europe/Berlin", "Berlin"],
  ["UTC", "UTC"],
])("the clocks of %s are those of %s", (zone, place) => expect(placeOf(zone)).toBe(place));
