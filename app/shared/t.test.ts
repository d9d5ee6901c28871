import { expect, test } from "vitest";
import { withoutContext, withValues } from "./t.ts";
import { translationInto } from "./translation.ts";

test("browsers put values into their places, and keep a place without one", () => {
  expect(withValues("{title} by {artist}, {title}", { title: "A", artist: "{title}" })).toBe(
    "A by {title}, A",
  );
  expect(withValues("{a} {b}", { a: 1 })).toBe("1 {b}");
});

test("a note for translators isn't shown", () => {
  expect(withoutContext("Play|a track")).toBe("Play");
  expect(translationInto("fr", {}).translate("Play|a track")).toBe("Play");
});
