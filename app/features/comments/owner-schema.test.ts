import { expect, test } from "vitest";
import { previewOf, settingsSchema } from "./owner-schema.ts";
import { hasBlockedWord } from "./spam.ts";

const words = (blocked_words: string) =>
  settingsSchema.safeParse({ intent: "save-settings", blocked_words }).data?.blocked_words;

test("the question before a comment is deleted shows its first 50 characters", () => {
  expect(previewOf("x".repeat(50))).toBe("x".repeat(50));
  expect(previewOf("x".repeat(51))).toBe(`${"x".repeat(50)}…`);
  expect(previewOf("🎸".repeat(51))).toBe(`${"🎸".repeat(50)}…`);
});

test("blocked words are one a line, each once, at most 200 of at most 50 characters", () => {
  expect(words(" Bad  word\r\n\n \nbad word\nworse\n")).toEqual(["bad word", "worse"]);
  expect(words("")).toEqual([]);
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `word ${index}`).join("\n");
  expect(words(numbered(200))).toHaveLength(200);
  expect(words(numbered(201))).toBeUndefined();
  expect(words("x".repeat(50))).toEqual(["x".repeat(50)]);
  expect(words("x".repeat(51))).toBeUndefined();
});

const blocks = (word: string, content: string, author_name = "Ines") =>
  hasBlockedWord({ content, author_name, subject: "" }, ["unrelated", word]);

test.each([
  ["rubbish", "What RUBBISH!"],
  ["rubbish", "rub\u200bbish"],
  ["rubbish", "ｒｕｂｂｉｓｈ"],
  ["go home", "Go\nhome."],
  ["c++", "I like C++, too"],
  ["垃圾", "這是垃圾音樂"],
  ["схема", "Это схема"],
])("%s is found in %j", (word, content) => {
  expect(blocks(word, content)).toBe(true);
  expect(blocks(word, "Nice", content)).toBe(true);
});

test.each([
  ["ass", "A class act, with bass"],
  ["go home", "I go homewards"],
  ["a.c", "abc"],
  ["\u200b", "anything"],
])("%s is not found in %j", (word, content) => {
  expect(blocks(word, content)).toBe(false);
});
