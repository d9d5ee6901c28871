import { expect, test } from "vitest";
import { loudnessOf, mastered } from "./master.ts";
import { signalOf } from "./signal.ts";

const tone = (level: number) => signalOf(3, (time) => level * Math.sin(2 * Math.PI * 997 * time));

test("a full tone on one side is at -3.01 LUFS, as the standard calibrates it", () => {
  expect(loudnessOf({ left: tone(1), right: tone(0) })).toBeCloseTo(-3.01, 1);
});

test("silence around the music doesn't make it softer", () => {
  const padded = new Float32Array(2 * tone(1).length);
  padded.set(tone(0.1));
  const [alone, withSilence] = [
    { left: tone(0.1), right: tone(0.1) },
    { left: padded, right: padded },
  ];
  expect(loudnessOf(withSilence)).toBeCloseTo(loudnessOf(alone), 0);
});

test("what is mastered is at -16 LUFS and never above -2 dBFS, whatever came in", () => {
  const knocks = signalOf(2, (time) => Math.sin(2 * Math.PI * 300 * time) * Math.exp(-(time % 0.5) / 0.1));
  const result = mastered({ left: knocks, right: knocks });
  expect(loudnessOf(result)).toBeGreaterThan(-16.5);
  expect(loudnessOf(result)).toBeLessThan(-15.5);
  const peak = result.left.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(20 * Math.log10(peak)).toBeLessThanOrEqual(-1.99);
});
