import { expect, test } from "vitest";
import { inOneLine } from "./paragraphs.ts";

test("a letter's text in one line has the words of its links, not their addresses", () => {
  expect(inOneLine("Hello,\n\nhear [Ebb Song](https://example.org/ebb) or\nhttps://example.org.")).toBe(
    "Hello, hear Ebb Song or https://example.org.",
  );
});
