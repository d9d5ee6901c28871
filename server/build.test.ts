import { expect, test } from "vitest";
import { memoryWarning, whyNotBuilt } from "./build.ts";

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

test("before a build that may lack memory a line says how much it takes and how much is free", () => {
  expect(memoryWarning(2_000_000_000)).toBeUndefined();
  expect(memoryWarning(512_000_000)).toMatch(
    /^This takes about \d+ MB of memory, and 512 MB are free\. [^\n]+$/,
  );
});

test("of any other failure the line points to the output", () => {
  expect(whyNotBuilt(1, null, "error: no such module\n  at somewhere")).toBe(
    "The screens could not be built (code 1); the lines above say why. Mend that and start again.",
  );
});
