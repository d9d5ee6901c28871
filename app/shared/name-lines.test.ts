import fc from "fast-check";
import { expect, test } from "vitest";
import { widthInEm } from "./letter-widths.ts";
import { type FittedLine, fittedLines, lineGap, nameLines, wordsWithoutSpaces } from "./name-lines.ts";

const textOf = (name: string) =>
  nameLines(name, "league-gothic").lines.map(({ parts }) =>
    parts.map(({ text, isGlued }) => (isGlued ? `-${text}` : text)),
  );

test("a short name is one line, a longer one is as many as fill the sheet", () => {
  expect(textOf("Nova")).toEqual([["Nova"]]);
  expect(textOf("Ishbel Carrow")).toEqual([["Ishbel", "Carrow"]]);
  expect(textOf("The Considerably Extended Harbour Lights Memorial Orchestra").length).toBeGreaterThan(1);
});

test("a short word stands on no line of its own", () => {
  expect(textOf("🌙 Moon & 🦊 Fox 🎷")).toEqual([["🌙 Moon"], ["& 🦊", "Fox 🎷"]]);
});

test("a word that is too long, and one without spaces, is taken apart", () => {
  expect(textOf("Donaudampfschifffahrtselektrizitätenhauptbetriebswerk").flat().length).toBeGreaterThan(1);
  expect(textOf("夜の港と灯台の音楽").flat().length).toBeGreaterThan(1);
});

test("accents take no room, other scripts take theirs", () => {
  expect(widthInEm("Björk", "inter")).toBe(widthInEm("Bjork", "inter"));
  expect(widthInEm("港港", "inter")).toBeGreaterThan(2);
  // One sign of several characters.
  expect(widthInEm("👩‍👩‍👧", "inter")).toBeLessThan(1.5);
});

test("nothing of a name is lost, and no line is empty or without width", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }), (typed) => {
      const name = typed.trim();
      fc.pre(name !== "");
      const { lines, ratio, narrowRatio } = nameLines(name, "abril-fatface");
      const parts = lines.flatMap((line) => line.parts);
      const joined = parts.map(({ text, isGlued }, at) => (at > 0 && !isGlued ? ` ${text}` : text)).join("");
      expect(joined).toBe(name.split(/\s+/u).join(" "));
      expect(Math.min(...parts.map(({ em }) => em))).toBeGreaterThan(0);
      expect(ratio).toBeGreaterThan(0);
      expect(narrowRatio).toBeGreaterThan(0);
    }),
  );
});

const textsOf = (lines: FittedLine[]) => lines.map(({ text }) => text);
/** As they are drawn, in shares of the measure. */
const heightOf = (lines: FittedLine[]) =>
  lines.reduce(
    (sum, { width, above, below, share, isCatchword }) =>
      sum + (isCatchword ? 0.045 : ((above + below) / width) * share),
    (lines.length - 1) * lineGap,
  );

const names = [
  "Nova",
  "U2",
  "The Lighthouse Sisters",
  "The Extraordinarily Long Named Orchestra of the Northern Sea",
  "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochxy",
  "東京事変とその仲間たちの大音楽会",
  "فرقة نور البحر",
  "🎸 DJ Fire 🔥",
  "The The",
  "&",
  Array(50).fill("x").join(" "),
  "W".repeat(100),
];

test.each(names)("all of %s stands in lines that fit", (name) => {
  for (const face of ["archivo-capitals", "common-capitals"] as const) {
    for (const height of [0.2, 0.36, 0.6]) {
      const lines = fittedLines(name, height, face);
      const letters = (text: string) => text.replace(/[\s-]/g, "");
      expect(letters(textsOf(lines).join(""))).toBe(letters(name.toUpperCase()));
      expect(heightOf(lines)).toBeLessThanOrEqual(height + 0.001);
      for (const { share, width } of lines) {
        expect(share).toBeGreaterThan(0);
        expect(share).toBeLessThanOrEqual(1);
        expect(width).toBeGreaterThan(0);
      }
    }
  }
});

test("words fill lines of their own, and small words step back", () => {
  const lines = fittedLines("The Lighthouse Sisters", 0.5);
  expect(textsOf(lines)).toEqual(["THE", "LIGHTHOUSE", "SISTERS"]);
  expect(lines.map(({ isCatchword }) => isCatchword)).toEqual([true, false, false]);
  expect(lines[1]?.share).toBeCloseTo(1);
});

test("a short name is set in wider letters", () => {
  const [line] = fittedLines("U2", 0.5);
  expect(line?.stretch).toBe(125);
  expect(fittedLines("Nova Scotia", 0.6)[0]?.stretch).toBe(62);
});

test("a name of small words alone is a name", () => {
  expect(fittedLines("The The", 0.4).every(({ isCatchword }) => !isCatchword)).toBe(true);
});

test("a word longer than a line is broken with hyphens, but not one of ideographs or of joined letters", () => {
  expect(
    textsOf(fittedLines("Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochxy", 0.5))[0],
  ).toMatch(/-$/);
  expect(textsOf(fittedLines("東".repeat(30), 0.5)).join("")).not.toContain("-");
  expect(textsOf(fittedLines("نور".repeat(14), 0.5))).toHaveLength(1);
});

test("words that fit one line stand on it, and a sign alone gets no line that it can't fill", () => {
  expect(textsOf(fittedLines("Björk Guðmundsdóttir", 0.34))).toEqual(["BJÖRK GUÐMUNDSDÓTTIR"]);
  expect(textsOf(fittedLines("🌙 Moon & 🦊 Fox 🎷", 0.34, "common-capitals"))).toEqual([
    "🌙 MOON",
    "&",
    "🦊 FOX 🎷",
  ]);
});

test("a name without spaces may break between its words, a mark staying with the word before it", () => {
  expect(wordsWithoutSpaces("夜の港、灯台")).toEqual([
    { at: 0, text: "夜" },
    { at: 1, text: "の" },
    { at: 2, text: "港、" },
    { at: 4, text: "灯台" },
  ]);
  expect(wordsWithoutSpaces("Moon & Fox")).toEqual([{ at: 0, text: "Moon & Fox" }]);
});
