import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { expect, test } from "vitest";
import { isLanguage, languages } from "../shared/languages.ts";
import { withoutContext } from "../shared/t.ts";
import { translationInto } from "../shared/translation.ts";
import { formatMessage } from "./message-format.ts";

test.each([
  ["{title} by {artist}, {title}", { title: "A", artist: "{title}" }, "A by {title}, A"],
  ["{count, plural, =0 {None} one {# track} other {# tracks}}.", { count: 0 }, "None."],
  ["{count, plural, =0 {None} one {# track} other {# tracks}}.", { count: 1 }, "1 track."],
  [
    "{count, plural, one {{shown} track} other {{shown} tracks}}",
    { count: 1234, shown: "1.234" },
    "1.234 tracks",
  ],
  ["{count, plural, one {# track} other {# tracks}}", { count: 1234 }, "1,234 tracks"],
  ["{kind, select, a {An {x}} other {Another}}", { kind: "a", x: "apple" }, "An apple"],
  ["{kind, select, a {An {x}} other {Another}}", { kind: "b" }, "Another"],
  ["It isn't {what}", { what: "it's" }, "It isn't it's"],
  ["'{'not a place'}', ''{name}''", { name: "a" }, "{not a place}, 'a'"],
])("%s", (text, values, said) => {
  expect(formatMessage(text, values, "en")).toBe(said);
  expect(translationInto("en", {}).translate(text, values)).toBe(said);
});

/** What places of a text a value is needed for, with those by which it chooses. */
function placesOf(text: string): Set<string> {
  const found = new Set<string>();
  const visit = (elements: ReturnType<typeof parse>) => {
    for (const element of elements) {
      if (element.type === TYPE.argument || element.type === TYPE.number) found.add(element.value);
      if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
      found.add(element.value);
      for (const { value } of Object.values(element.options)) visit(value);
    }
  };
  visit(parse(text));
  return found;
}

test.each(Object.keys(languages).filter(isLanguage))(
  "every text comes out as the server says it: %s",
  (language) => {
    const directory = join(import.meta.dirname, "..", "..", "languages");
    const file = language === "en" ? "de" : language;
    const known: Record<string, string> = JSON.parse(readFileSync(join(directory, `${file}.json`), "utf8"));
    const texts = language === "en" ? {} : known;
    const server = translationInto(language, texts);
    for (const text of Object.keys(known)) {
      const said = texts[text] ?? withoutContext(text);
      const places = [...placesOf(said), ...placesOf(withoutContext(text))];
      for (const count of [0, 1, 2, 5, 11, 100, 1234]) {
        const values = Object.fromEntries(places.map((name) => [name, count]));
        expect(formatMessage(said, values, language)).toBe(server.translate(text, values));
      }
    }
  },
);
