import { expect, test } from "vitest";
import { formatDuration, parseDuration } from "./duration.ts";

test.each([
  [null, "0:00"],
  [0, "0:00"],
  [9, "0:09"],
  [61, "1:01"],
  [3725, "62:05"],
])("%s seconds are shown as %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test.each([
  ["1:15", 75],
  [" 0:00 ", 0],
  ["00:09", 9],
  ["62:05", 3725],
  ["1:02:05", 3725],
  ["0:01:15", 75],
  ["", null],
  ["75", null],
  ["1:5", null],
  ["1:60", null],
  ["1:99:00", null],
  ["1:2:05", null],
  ["-1:15", null],
  ["1:15 or so", null],
  ["1000:00", null],
])("%j is read as %s seconds", (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});
