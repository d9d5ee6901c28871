import { expect, test } from "vitest";
import { commonType, type FittedLine, fittedLines, lineGap } from "./fitted-lines.ts";

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
  for (const face of [undefined, commonType]) {
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
