import { expect, test } from "vitest";
import { leftInWords } from "./release.client.ts";

test.each([
  [1, "0 h 00 min 01 s"],
  [59_001, "0 h 01 min 00 s"],
  [18_429_000, "5 h 07 min 09 s"],
  [86_400_000, "24 h 00 min 00 s"],
])("%i ms are %s", (ms, text) => expect(leftInWords(ms)).toBe(text));
