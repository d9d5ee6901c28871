import fc from "fast-check";
import { expect, test } from "vitest";
import { nameLines, widthInEm } from "./name-lines.ts";

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
