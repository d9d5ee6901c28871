import { expect, test } from "vitest";
import { piecesOf } from "./text-pieces";

test("an address in a text leads there, without what ends the sentence around it", () => {
  expect(piecesOf("Listen: https://example.org/a?b=c#d, then (http://example.org/e).\nYes?")).toEqual([
    { text: "Listen: " },
    { text: "https://example.org/a?b=c#d", href: "https://example.org/a?b=c#d" },
    { text: ", then (" },
    { text: "http://example.org/e", href: "http://example.org/e" },
    { text: ").\nYes?" },
  ]);
  expect(piecesOf("")).toEqual([]);
});

test("nothing but a plain web address leads anywhere", () => {
  for (const text of [
    "javascript:alert(1)",
    "data:text/html,x",
    "https://",
    "https://bank.example@evil.example/",
    "example.org",
    '<a href="x">y</a>',
  ]) {
    expect(piecesOf(text)).toEqual([{ text }]);
  }
});

test("an address goes by other words only where that is wanted", () => {
  const text = "See [my page](https://example.org/me).";
  expect(piecesOf(text, { withNames: true })).toEqual([
    { text: "See " },
    { text: "my page", href: "https://example.org/me" },
    { text: "." },
  ]);
  expect(piecesOf(text)).toEqual([
    { text: "See [my page](" },
    { text: "https://example.org/me", href: "https://example.org/me" },
    { text: ")." },
  ]);
});
