import { expect, test } from "vitest";
import { scriptFontsFor } from "./script-fonts.ts";

const familiesOf = async (text: string) => {
  const { parts, unwritable } = await scriptFontsFor(text);
  return [...new Set(parts.map(({ name }) => name.replace(/-[^-]+$/, ""))), unwritable];
};

test.each([
  ["Ishbel Carrow – «Ĺōŵ Tïdé»", [0]],
  ["Ωmega Привет", [0]],
  ["東京事変", ["noto-sans-sc", 0]],
  ["椎名林檎 きのこ", ["noto-sans-jp", 0]],
  ["서울 漢", ["noto-sans-kr", 0]],
  ["فيروز", ["noto-sans-arabic", 0]],
  ["שלום", ["noto-sans-hebrew", 0]],
  ["DJ 🎸", ["noto-emoji", 0]],
  ["❤️ ♪ 100 €", ["noto-emoji", "noto-sans-sc", 0]],
  ["𐎀𐎁", [2]],
])("%s is written by the fonts of its script", async (text, expected) => {
  expect(await familiesOf(text)).toEqual(expected);
});

test("a letter of several signs is written by one part of the font", async () => {
  const { parts } = await scriptFontsFor("👍🏽");
  expect(parts.map(({ name }) => name)).toEqual([expect.stringMatching(/^noto-emoji-\d+$/)]);
});
