import { describe, expect, test } from "vitest";
import { tracks } from "../../music/tracks.ts";
import { type Note, pitchOf } from "./notation.ts";
import type { Piece } from "./piece.ts";
import { pieces } from "./pieces/pieces.ts";

test("the tracks are these pieces", () => {
  expect(tracks).toEqual(pieces.map(({ title, file, seconds }) => ({ title, file, seconds })));
});

describe.each(pieces)("$title", (piece) => {
  test("stays in its key and its chords; what leaves them leads on by a semitone", () => {
    for (const { name, notes } of piece.parts) {
      const sorted = notes.toSorted((a, b) => a.at - b.at);
      sorted.forEach((note, index) => {
        if (note.pitch === null || belongs(piece, note)) return;
        const step = Math.abs((sorted[index + 1]?.pitch ?? 0) - note.pitch);
        expect({ name, ...note, step }).toMatchObject({ step: 1 });
        expect(note.length).toBeLessThanOrEqual(1);
      });
    }
  });

  test("has a chord for every bar, and time for the last one to ring out", () => {
    const bars = piece.parts.flatMap(({ notes }) =>
      notes.map(({ at }) => Math.floor(at / piece.beatsPerBar)),
    );
    expect(Math.max(...bars)).toBe(piece.harmony.length - 1);
    const lastBarBegins = ((piece.harmony.length - 1) * piece.beatsPerBar * 60) / piece.beatsPerMinute;
    expect(piece.seconds - lastBarBegins).toBeGreaterThan(4.5);
  });
});

function belongs({ scale, harmony, beatsPerBar }: Piece, { at, pitch }: Note): boolean {
  const chord = harmony[Math.floor(at / beatsPerBar)]?.split(" ").map((name) => pitchOf(`${name}4`) % 12);
  const step = (pitch ?? 0) % 12;
  return scale.includes(step) || chord?.includes(step) === true;
}
