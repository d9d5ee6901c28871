import { expect, test } from "vitest";
import { formatDuration } from "./duration.ts";

test.each([
  [null, "0:00"],
  [0, "0:00"],
  [9, "0:09"],
  [61, "1:01"],
  [3725, "62:05"],
])("%s seconds are shown as %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
