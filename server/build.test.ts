import { expect, test } from "vitest";
import { freeSwap, memoryWarning, whyNotBuilt } from "./build.ts";

test.each([
  [null, "SIGKILL", ""],
  [137, null, ""],
  [null, "SIGABRT", "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n"],
] as const)(
  "a build that the system ended (%s, %s) lacked memory, and the line says how much it needs",
  (code, signal, output) => {
    expect(whyNotBuilt(code, signal, output)).toMatch(
      /^The screens could not be built: [^\n]+ memory runs out\. [^\n]+ MB: [^\n]+$/,
    );
  },
);

test("before a build that may lack memory a line says how much it takes, how much is free and what to do", () => {
  expect(memoryWarning(2_000_000_000, 0)).toBeUndefined();
  expect(memoryWarning(512_000_000, 0)).toMatch(
    /^This takes about \d+ MB of memory, and 512 MB are free, [^\n]+ swap, [^\n]+ a release, which is built already\.$/,
  );
});

test("with enough swap there is no such line, since that is what it advises", () => {
  const meminfo =
    "MemTotal:         988640 kB\nSwapCached:            0 kB\nSwapTotal:       1048572 kB\nSwapFree:        1000000 kB\n";
  expect(memoryWarning(512_000_000, freeSwap(meminfo))).toBeUndefined();
  expect(memoryWarning(512_000_000, freeSwap("SwapFree:              0 kB\n"))).toContain("512 MB");
  // Another system than Linux.
  expect(freeSwap("")).toBe(0);
});

test("of any other failure the line points to the output", () => {
  expect(whyNotBuilt(1, null, "error: no such module\n  at somewhere")).toBe(
    "The screens could not be built (code 1); the lines above say why. Mend that and start again.",
  );
});
