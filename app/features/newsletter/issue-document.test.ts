import { expect, test } from "vitest";
import { type Block, textOf, translatedBlocks } from "./issue-document.ts";

const id = "0b54f8cf-8a4c-4d9c-9f4d-0d1d4a8d3c6e";
const words = (kind: "heading" | "paragraph", text: string): Block => ({ kind, words: [{ text }] });
const picture: Block = { kind: "picture", id, alt: "On stage" };
const show: Block = { kind: "show", id };
const blocks: Block[] = [
  words("heading", "New songs"),
  picture,
  words("paragraph", ""),
  { kind: "paragraph", words: [{ text: "They are " }, { text: "out", bold: true }] },
  show,
];
const issue = { blocks, body: textOf(blocks) };

test("a translation's paragraphs take the places of the letter's own", () => {
  expect(translatedBlocks(issue, "Neue Lieder\n\nSie sind da")).toEqual([
    words("heading", "Neue Lieder"),
    picture,
    words("paragraph", "Sie sind da"),
    show,
  ]);
});

test("one with fewer paragraphs ends early, and one with more goes on where the letter's own text ends", () => {
  expect(translatedBlocks(issue, "Neue Lieder")).toEqual([words("heading", "Neue Lieder"), picture, show]);
  expect(translatedBlocks(issue, "Neue Lieder\n\nSie sind da\n\nHört!")).toEqual([
    words("heading", "Neue Lieder"),
    picture,
    words("paragraph", "Sie sind da"),
    words("paragraph", "Hört!"),
    show,
  ]);
});

test("a letter without a translation, or without blocks, is as it was written", () => {
  expect(translatedBlocks(issue, undefined)).toBe(blocks);
  expect(translatedBlocks({ blocks: null, body: "One\n\nTwo" }, "Eins\n\nZwei")).toEqual([
    words("paragraph", "Eins"),
    words("paragraph", "Zwei"),
  ]);
});
