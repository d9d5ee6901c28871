import { expect, test } from "vitest";
import { tune } from "./notation.ts";
import { playedAt, playPart } from "./perform.ts";
import { rain } from "./pieces/rain.ts";
import { randomFrom, signalOf } from "./signal.ts";
import type { Voice } from "./voices.ts";

test("a groove moves what lies within its beats, and never the beats themselves", () => {
  const swung = { beats: 1, shares: [0.6, 0.4] };
  expect([2, 2.5, 2.75, 3].map((beat) => playedAt(swung, beat))).toEqual(
    [2, 2.6, 2.8, 3].map((beat) => expect.closeTo(beat)),
  );
  const jig = { beats: 3, shares: [5, 3, 4] };
  expect([3, 4, 5, 6].map((beat) => playedAt(jig, beat))).toEqual(
    [3, 4.25, 5, 6].map((beat) => expect.closeTo(beat)),
  );
});

test("a note that begins where the last one ended is slurred into it", () => {
  const played: unknown[] = [];
  const notes = tune(["a4:1 b4:1 r:1 c5:1"], { bar: 0, beatsPerBar: 4, velocity: 0.5 });
  const voice: Voice = (tone, random) => {
    played.push(tone.slurred);
    return signalOf(tone.seconds, () => random() - 0.5);
  };
  playPart({ ...rain, seconds: 5 }, { name: "any", voice, notes, loudness: -20 }, randomFrom(1));
  expect(played).toEqual([false, true, false]);
});
