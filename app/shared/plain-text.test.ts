import { expect, test } from "vitest";
import { isPlainLine, plainLine, plainText } from "./plain-text.ts";
import { optionalLine, requiredLine, requiredText, unfitText } from "./text-fields.ts";

const unfit = [
  "\r",
  "\n",
  "\0",
  "\u001b",
  "\u0085",
  "\u2028",
  "\u2029",
  "\u202a",
  "\u202e",
  "\u2066",
  "\u2069",
];

test("a line refuses characters that forge a second line or turn letters, and takes those that scripts and emoji need", () => {
  for (const character of unfit) expect(isPlainLine(`a${character}b`), JSON.stringify(character)).toBe(false);
  for (const line of ["", "Łódź", "مرحبا\u200f 5", "a\u200e", "\u061c1", "👩‍🎤", "क्‍ष"])
    expect(isPlainLine(line)).toBe(true);
});

test("a form's line with one of them is refused with a reason, a tab or a space too many is mended", () => {
  for (const character of unfit) {
    for (const schema of [requiredLine("Needed", 10), optionalLine(10)]) {
      const parsed = schema.safeParse(`a${character}b`);
      expect(parsed.error?.issues.map(({ message }) => message)).toEqual([unfitText]);
    }
  }
  expect(requiredLine("Needed", 10).parse(" a\t  b \r\n")).toBe("a b");
  expect(optionalLine(10).parse(" \u200b ")).toBe(null);
  expect(optionalLine(10).parse(undefined)).toBe(null);
  expect(requiredLine("Needed", 10).safeParse("\u200b").error?.issues[0]?.message).toBe("Needed");
});

test("a text keeps its lines and loses what isn't meant to be seen", () => {
  const typed = " One\r\ntwo\tthree\u202e\u0007\u2028four\r ";
  expect(plainText(typed)).toBe("One\ntwo\tthree\nfour");
  expect(requiredText("Needed", 100).parse(`${typed}\n\n\n\nfive`)).toBe("One\ntwo\tthree\nfour\n\nfive");
});

test("a line from a file's name is cleaned, and never ends in half a character", () => {
  expect(plainLine(" exe.\u202egpj\r\nnext\0 ", 100)).toBe("exe. gpj next");
  expect(plainLine("ab😀😀", 3)).toBe("ab😀");
  expect(plainLine("\u2066\u2069", 3)).toBe("");
});
