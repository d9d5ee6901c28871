import { expect, test } from "vitest";
import { SoundShape } from "./sound-shape.ts";

const shapeOf = (samples: Float32Array, piece = 4096) => {
  const shape = new SoundShape();
  for (let start = 0; start < samples.length; start += piece) {
    const part = samples.subarray(start, start + piece);
    shape.add([part, part]);
  }
  return shape.waveform();
};

test("a sound that swells has a shape that rises from nothing to the top", () => {
  const samples = Float32Array.from({ length: 441_000 }, (_, at) => (at / 441_000) * (at % 2 ? 0.5 : -0.5));
  const shape = shapeOf(samples) ?? "";
  expect(shape).toMatch(/^A[A-Za-z0-9+/]{94}\/$/);
  const codes = Array.from(shape, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".indexOf(letter),
  );
  expect(codes).toEqual(codes.toSorted((a, b) => a - b));
});

test("half loud, half silent: wherever the pieces end, and however long it is", () => {
  for (const length of [200, 5_000, 3_000_001]) {
    const samples = new Float32Array(length).fill(0.3, 0, length / 2);
    for (const piece of [313, 1_000_000]) {
      const shape = shapeOf(samples, piece) ?? "";
      expect(shape.slice(0, 40), `${length} by ${piece}`).toBe("/".repeat(40));
      if (length > 200) expect(shape.slice(-40)).toBe("A".repeat(40));
    }
  }
});

test("silence is flat, nothing at all has no shape", () => {
  expect(shapeOf(new Float32Array(50_000))).toBe("A".repeat(96));
  expect(new SoundShape().waveform()).toBeNull();
});
