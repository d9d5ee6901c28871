import fc from "fast-check";
import { expect, test } from "vitest";
import { slugFrom } from "./slug.ts";

test.each([
  ["Mara Lindqvist", "mara-lindqvist"],
  ["  The -- Loud & The Quiet!  ", "the-loud-the-quiet"],
  ["AC/DC", "ac-dc"],
  ["東京", ""],
])("%s becomes %s", (name, slug) => {
  expect(slugFrom(name)).toBe(slug);
});

test("whatever the name, the result is empty or made of words joined by single hyphens", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (name) => {
      expect(slugFrom(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
      expect(slugFrom(name).length).toBeLessThanOrEqual(100);
    }),
  );
});
