import { expect, test } from "vitest";
import { languageOf, writingOf } from "./writing.ts";

test.each([
  ["Latin letters", ["Ishbel Carrow", "Mends bicycles.", null], { dir: "ltr" }],
  ["nothing", ["", null], { dir: "ltr" }],
  [
    "an Arabic name and a bio that begins in Latin",
    ["فيروز", "DJ من بيروت تغني منذ الطفولة"],
    { dir: "rtl", lang: "" },
  ],
  [
    "an Arabic name and an English bio",
    ["فيروز", "Sings in Beirut, and has since she was a child."],
    { dir: "ltr" },
  ],
  ["Hebrew", ["שלום", "מוזיקאי מתל אביב"], { dir: "rtl", lang: "he" }],
  ["Japanese with Chinese characters", ["東京事変", "バンドです"], { dir: "ltr", lang: "ja" }],
  ["Chinese characters alone, of whatever language", ["東京事変"], { dir: "ltr", lang: "" }],
  ["Korean", ["서울", "밴드"], { dir: "ltr", lang: "ko" }],
  ["Cyrillic letters, of many languages", ["Мара", "Пишет песни"], { dir: "ltr", lang: "" }],
] as const)("of %s", (_, texts, writing) => {
  expect(writingOf(...texts)).toEqual(writing);
});

test.each([
  ["Mends bicycles, 1999!", undefined],
  ["Café Ångström", undefined],
  ["أغنية", ""],
  ["שיר", "he"],
  ["Live in 東京", undefined],
])("the language of %s", (text, language) => {
  expect(languageOf(text)).toBe(language);
});
