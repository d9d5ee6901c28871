import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, luminance, rgbOf } from "~/artist-theme/colour";
import { readableInk } from "./ink.ts";

test("every colour can be read on white paper, and a dark one stays as it is", () => {
  const channel = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, "0"));
  fc.assert(
    fc.property(channel, channel, channel, (red, green, blue) => {
      const ink = readableInk(`#${red}${green}${blue}`);
      expect(contrast(luminance(rgbOf(ink)), 1)).toBeGreaterThanOrEqual(4.5);
    }),
  );
  expect(readableInk("#123456")).toBe("#123456");
});
