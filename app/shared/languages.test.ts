import { expect, test } from "vitest";
import { nearestLanguage } from "./languages.ts";

test.each([
  ["fr", "fr"],
  ["fr-CA", "fr"],
  ["FR-ch", "fr"],
  ["ar-EG", "ar"],
  ["nl", undefined],
  ["", undefined],
  ["d", undefined],
])("%s is read as %s", (tag, language) => {
  expect(nearestLanguage(tag)).toBe(language);
});
