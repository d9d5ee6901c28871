import { expect, test } from "vitest";
import { filmSeconds, frame } from "./film.ts";

const sizes = [
  { width: 1280, height: 720 },
  { width: 432, height: 768 },
];

test.each(sizes)("ends where it begins ($width x $height)", (size) => {
  expect(frame(filmSeconds, size)).toBe(frame(0, size));
});

test.each(sizes)("draws nothing at a place that isn't a number ($width x $height)", (size) => {
  for (let time = 0; time < filmSeconds; time += 0.25) {
    expect(frame(time, size)).not.toMatch(/NaN|Infinity|undefined/);
  }
});
