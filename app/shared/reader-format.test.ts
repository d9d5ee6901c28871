import { expect, test } from "vitest";
import { formatOfReader } from "./reader-format.ts";

test.each([
  ["en-US,en;q=0.9", "en-US"],
  ["en-CA", "en-US"],
  ["en-GB,en;q=0.5", "en-GB"],
  ["en-NZ", "en-AU"],
  ["en-IN", "en-IN"],
  ["de", "en-DE"],
  ["de-CH", "en-CH"],
  ["nl-NL", "en-DE"],
  ["fr-FR,fr;q=0.9,en;q=0.8", "en-FR"],
  ["pl", "en-FR"],
  ["sv-SE", "en-SE"],
  ["ja", "iso"],
  ["ar-EG", "en-AU"],
])("a reader of %s has the format %s", (languages, format) => {
  expect(formatOfReader(languages)).toBe(format);
});

test.each([null, "", "*", "not a language", "x".repeat(5000)])(
  "%s, which names no language, has the standard",
  (languages) => expect(formatOfReader(languages)).toBe("en-US"),
);
