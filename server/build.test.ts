import { expect, test } from "vitest";
import { whyNotBuilt } from "./build.ts";

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

test("of any other failure the line points to the output", () => {
  expect(whyNotBuilt(1, null, "error: no such module\n  at somewhere")).toBe(
    "The screens could not be built (code 1); the lines above say why. Mend that and start again.",
  );
});
