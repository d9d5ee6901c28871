import { expect, test } from "vitest";
import { searchable } from "./search-words.ts";

test.each([
  ["Björk", "bjork"],
  ["Sigur Rós", "sigur ros"],
  ["ŁÓDŹ", "lodz"],
  ["Bjørn Đorđe", "bjorn dorde"],
  ["東京の夜", "東京の夜".normalize("NFD")],
  ["ガール", "ガール".normalize("NFD")],
  ["İzmir", "izmir"],
])("%s is looked for by %s", (text, words) => {
  expect(searchable(text)).toBe(words);
});
