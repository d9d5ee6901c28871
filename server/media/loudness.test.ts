import { describe, expect, test } from "vitest";
import { LoudnessMeter } from "./loudness.ts";

/** A sine of that level in dB below full scale; seconds and hertz. */
function tone(decibels: number, seconds: number, rate = 48_000, hertz = 1000): Float32Array {
  const level = 10 ** (decibels / 20);
  return Float32Array.from(
    { length: seconds * rate },
    (_, index) => level * Math.sin((2 * Math.PI * hertz * index) / rate),
  );
}

/** The loudness of these levels one after the other, each for so many seconds, in both channels. */
function stereo(parts: [decibels: number, seconds: number][], rate = 48_000): number | null {
  const meter = new LoudnessMeter(rate, 2);
  for (const [decibels, seconds] of parts) {
    const samples = tone(decibels, seconds, rate);
    // In pieces as uneven as a decoder's.
    for (let start = 0; start < samples.length; start += 7919) {
      const piece = samples.subarray(start, start + 7919);
      meter.add([piece, piece]);
    }
  }
  return meter.integrated();
}

describe("the cases of EBU Tech 3341, to a tenth of a unit", () => {
  test.each<[number, [number, number][]]>([
    [-23, [[-23, 20]]],
    [-33, [[-33, 20]]],
    [
      -23,
      [
        [-36, 10],
        [-23, 60],
        [-36, 10],
      ],
    ],
    [
      -23,
      [
        [-72, 10],
        [-36, 10],
        [-23, 60],
        [-36, 10],
        [-72, 10],
      ],
    ],
    [
      -23,
      [
        [-26, 20],
        [-20, 20.1],
        [-26, 20],
      ],
    ],
  ])("%d LUFS", (expected, parts) => {
    expect(Math.abs((stereo(parts) ?? 0) - expected)).toBeLessThan(0.1);
  });

  test("with five channels", () => {
    const meter = new LoudnessMeter(48_000, 6);
    const [front, centre, rear] = [-28, -24, -30].map((decibels) => tone(decibels, 20));
    const none = new Float32Array(20 * 48_000);
    if (front && centre && rear) meter.add([front, front, centre, none, rear, rear]);
    expect(Math.abs((meter.integrated() ?? 0) + 23)).toBeLessThan(0.1);
  });
});

test("a full-scale sine in one channel is at -3.01 LUFS, whatever the rate", () => {
  for (const rate of [16_000, 44_100, 48_000, 96_000, 192_000]) {
    const meter = new LoudnessMeter(rate, 1);
    meter.add([tone(0, 5, rate, 997)]);
    expect(Math.abs((meter.integrated() ?? 0) + 3.01), String(rate)).toBeLessThan(0.05);
  }
});

test("silence, and a sound too short to measure, has no loudness", () => {
  expect(stereo([[-200, 5]])).toBeNull();
  expect(stereo([[-10, 0.3]])).toBeNull();
});

test("a sample that is no number counts as silence", () => {
  const meter = new LoudnessMeter(48_000, 1);
  const samples = tone(-20, 2);
  samples[1000] = Number.NaN;
  samples[2000] = Number.POSITIVE_INFINITY;
  meter.add([samples]);
  expect(meter.integrated()).toBeCloseTo(-23, 0);
});
