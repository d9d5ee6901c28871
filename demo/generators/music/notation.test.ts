import { expect, test } from "vitest";
import { drum, fingers, frequencyOf, moved, pitchOf, strums, swelling, tune } from "./notation.ts";

const place = { bar: 1, beatsPerBar: 4, velocity: 0.5 };

test("names are keys, and keys are frequencies", () => {
  expect(["c4", "f#4", "bb3", "a4"].map(pitchOf)).toEqual([60, 66, 58, 69]);
  expect(frequencyOf(pitchOf("a3"))).toBe(220);
  expect(() => pitchOf("h4")).toThrow("There is no note h4.");
});

test("a tune is notes and rests, and its bars are full", () => {
  expect(tune(["a4:1.5 r:.5 c5:2"], place)).toMatchObject([
    { at: 4, length: 1.5, pitch: 69 },
    { at: 6, length: 2, pitch: 72 },
  ]);
  expect(() => tune(["a4:1 c5:2"], place)).toThrow('The bar "a4:1 c5:2" has 3 beats.');
});

test("a plucked string rings until it is plucked again", () => {
  expect(fingers(["a2 e3"], "0 1 0 .", place)).toMatchObject([
    { at: 4, length: 2, pitch: 45 },
    { at: 5, length: 3, pitch: 52 },
    { at: 6, length: 2, pitch: 45 },
  ]);
});

test("a stroke down takes all strings from below, a stroke up the upper three from above", () => {
  const strokes = strums(["e2 b2 g3 b3"], "D.U.", place);
  expect(strokes.map(({ pitch }) => pitch)).toEqual([40, 47, 55, 59, 59, 55, 47]);
  expect(strokes.map(({ at }) => Math.round(at))).toEqual([4, 4, 4, 4, 6, 6, 6]);
});

test("a drum's pattern is repeated", () => {
  expect(drum("X..o", 2, place).map(({ at, velocity }) => [at, velocity])).toEqual([
    [4, 0.5],
    [7, 0.25],
    [8, 0.5],
    [11, 0.25],
  ]);
});

test("a tune moves along its scale", () => {
  const g = [7, 9, 11, 0, 2, 4, 6];
  expect(moved(tune(["g4:1 f#4:1 e4:2"], place), -2, g).map(({ pitch }) => pitch)).toEqual(
    ["e4", "d4", "c4"].map(pitchOf),
  );
});

test("a tune swells from its first note to its last", () => {
  const notes = swelling(drum("xxx", 1, place), 0.5, 1.5);
  expect(notes.map(({ velocity }) => velocity / 0.39)).toEqual(
    [0.5, 1, 1.5].map((part) => expect.closeTo(part)),
  );
});
