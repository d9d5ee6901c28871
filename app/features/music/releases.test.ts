import { expect, test } from "vitest";
import { releaseState, usualKind } from "./releases.ts";

const now = new Date("2026-07-10T12:00:00Z");
const before = new Date("2026-07-10T11:59:59Z");
const after = new Date("2026-07-10T12:00:01Z");

test.each([
  ["draft", null, null],
  ["draft", null, before],
  ["scheduled", after, before],
  ["scheduled", after, after],
  ["announced", before, after],
  ["out", before, before],
  ["out", now, now],
] as const)("%s, published at %s and out at %s", (state, published_at, released_at) => {
  expect(releaseState({ published_at, released_at }, now)).toBe(state);
});

test("one to three tracks are usually a single, up to six an EP, and more an album", () => {
  expect([0, 1, 3, 4, 6, 7, 40].map(usualKind)).toEqual([
    "single",
    "single",
    "single",
    "ep",
    "ep",
    "album",
    "album",
  ]);
});
