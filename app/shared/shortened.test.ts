import { expect, test } from "vitest";
import { shortened } from "./shortened.ts";

const musician = "👩🏽‍🎤";

test("a text that is short enough stays, in one line", () => {
  expect(shortened(" One\n\ntwo ")).toBe("One two");
  expect(shortened("a".repeat(155))).toBe("a".repeat(155));
});

test("a longer one is cut between words", () => {
  expect(shortened(`${"word ".repeat(30)}another, and more`)).toBe(`${"word ".repeat(30).trim()} …`);
});

test.each([
  ["Chinese, which has no spaces", "Song: ", "我们在夜里唱歌"],
  ["signs of many parts", "Song: ", musician],
  ["one long word", "", "abcdefgh"],
])("%s is used up to the end of the room, without a broken sign", (_, start, unit) => {
  const short = shortened(start + unit.repeat(60));
  expect(short).toMatch(/ …$/);
  expect(short.isWellFormed()).toBe(true);
  expect(short.length).toBeGreaterThan(140);
  const signs = short.slice(start.length, -2);
  if (unit === musician) expect(signs.replaceAll(musician, "")).toBe("");
});
