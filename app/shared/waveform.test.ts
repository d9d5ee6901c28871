import { expect, test } from "vitest";
import { waveformColumns, waveformOf, waveformOutline } from "./waveform";

test("heights become letters of the base64 alphabet", () => {
  expect(waveformOf([0, 25 / 63, 26 / 63, 52 / 63, 62 / 63, 1])).toBe("AZa0+/");
});

test("an outline follows the heights, above and below the middle", () => {
  expect(waveformOutline("A/")).toBe("polygon(0.0% 48.0%,100.0% 0.0%,100.0% 100.0%,0.0% 52.0%)");
});

test("every height is distinguishable", () => {
  const heights = Array.from({ length: 64 }, (_, index) => index / 63);
  const outline = waveformOutline(waveformOf(heights));
  const upper = [...outline.matchAll(/% ([\d.]+)%/g)].slice(0, 64).map(([, y]) => Number(y));
  expect(upper.every((y, index) => index === 0 || y < Number(upper[index - 1]))).toBe(true);
});

test("a whole shape stays under three kilobytes", () => {
  expect(waveformOutline("/".repeat(waveformColumns)).length).toBeLessThan(3_000);
});
