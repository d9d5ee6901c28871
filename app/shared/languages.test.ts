import { expect, test } from "vitest";
import { nearestLanguage } from "./languages.ts";

test.each([
  ["fr", "fr"],
  ["fr-CA", "fr"],
  ["FR-ch", "fr"],
  ["ar-EG", "ar"],
  ["pt", "pt-BR"],
  ["pt-PT", "pt-BR"],
  ["pt-br", "pt-BR"],
  ["nl", undefined],
  ["", undefined],
  ["d", undefined],
])("%s is read as %s", (tag, language) => {
  expect(nearestLanguage(tag)).toBe(language);
});
