/** A note on paper. Times in beats. */
export interface Note {
  at: number;
  length: number;
  /** The key's number, 60 being middle C; null for what has no pitch. */
  pitch: number | null;
  /** From 0 to 1. */
  velocity: number;
}

const steps: Record<string, number> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };

/** `f#4` or `bb3` as the key's number. */
export function pitchOf(name: string): number {
  const [, letter = "", sign, octave] = /^([a-g])([#b]?)(\d)$/.exec(name) ?? [];
  const step = steps[letter];
  if (step === undefined) throw new Error(`There is no note ${name}.`);
  return 12 * (Number(octave) + 1) + step + (sign === "#" ? 1 : sign === "b" ? -1 : 0);
}

/** `d3 a3 f#4` as keys, from the lowest string up. */
export function shapeOf(names: string): number[] {
  return names.split(" ").map(pitchOf);
}

export function frequencyOf(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12);
}

interface Place {
  /** The first bar, from 0. */
  bar: number;
  beatsPerBar: number;
  velocity: number;
}

/**
 * A tune, bar by bar: `f#5:1.5 r:.5 a4:2` is a note of one and a half beats, a rest, and a note of two. A note that
 * begins a beat is played a little firmer, and so is a high one. A bar that isn't full is a mistake.
 */
export function tune(bars: string[], { bar, beatsPerBar, velocity }: Place): Note[] {
  const notes = bars.flatMap((text, index) => {
    let at = 0;
    const notes: (Note & { pitch: number })[] = [];
    for (const word of text.split(" ")) {
      const [name = "", beats] = word.split(":");
      const length = Number(beats);
      if (name !== "r") {
        const firmness = (at === 0 ? 1.06 : Number.isInteger(at) ? 1 : 0.88) * velocity;
        notes.push({
          at: (bar + index) * beatsPerBar + at,
          length,
          pitch: pitchOf(name),
          velocity: firmness,
        });
      }
      at += length;
    }
    if (at !== beatsPerBar) throw new Error(`The bar "${text}" has ${at} beats.`);
    return notes;
  });
  const middle = notes.reduce((sum, { pitch }) => sum + pitch, 0) / notes.length;
  return notes.map((note) => ({ ...note, velocity: note.velocity * (1 + 0.01 * (note.pitch - middle)) }));
}

/** The same notes, but louder or softer by the way: `from` and `to` are parts of what they were. */
export function swelling(notes: Note[], from: number, to: number): Note[] {
  const begin = Math.min(...notes.map(({ at }) => at));
  const end = Math.max(...notes.map(({ at }) => at));
  return notes.map((note) => ({
    ...note,
    velocity: note.velocity * (from + ((to - from) * (note.at - begin)) / (end - begin || 1)),
  }));
}

/**
 * Fingers on a held shape, one shape a bar: `0+3 . 2 1` plucks the strings 0 and 3, nothing, then 2, then 1, in equal
 * steps over the bar. A string rings until it is plucked again, or the shape changes.
 */
export function fingers(shapes: string[], pattern: string, { bar, beatsPerBar, velocity }: Place): Note[] {
  const plucks = pattern.split(" ");
  const step = beatsPerBar / plucks.length;
  return shapes.flatMap((names, index) => {
    const shape = shapeOf(names);
    return plucks.flatMap((pluck, position) => {
      const strings = pluck === "." ? [] : pluck.split("+").map(Number);
      return strings.map((string): Note => {
        const again = plucks.findIndex(
          (later, then) => then > position && later.split("+").includes(`${string}`),
        );
        const until = again < 0 ? plucks.length : again;
        const firmness = (position === 0 ? 1.08 : string === 0 ? 1 : 0.86) * velocity;
        return {
          at: (bar + index) * beatsPerBar + position * step,
          length: (until - position) * step,
          // A shape with fewer strings is plucked from its top.
          pitch: shape[Math.min(string, shape.length - 1)] ?? null,
          velocity: firmness,
        };
      });
    });
  });
}

/** All strings of a shape one shortly after the other: D down, U up and lighter, `.` none; in equal steps. */
export function strums(shapes: string[], pattern: string, { bar, beatsPerBar, velocity }: Place): Note[] {
  const step = beatsPerBar / pattern.length;
  return shapes.flatMap((names, index) =>
    [...pattern].flatMap((stroke, position) => {
      if (stroke === ".") return [];
      const again = [...pattern].findIndex((later, then) => then > position && later !== ".");
      const length = ((again < 0 ? pattern.length : again) - position) * step;
      const shape = shapeOf(names);
      const strings = stroke === "D" ? shape : shape.slice(-3).reverse();
      return strings.map((pitch, order): Note => {
        const firmness = (stroke === "D" ? (position === 0 ? 1.05 : 0.92) : 0.7) * velocity;
        return {
          at: (bar + index) * beatsPerBar + position * step + order * 0.028,
          length,
          pitch,
          velocity: firmness,
        };
      });
    }),
  );
}

/** Drums: X loud, x less, o soft, `.` none, in equal steps over a bar; the pattern is played `times` times. */
export function drum(pattern: string, times: number, { bar, beatsPerBar, velocity }: Place): Note[] {
  const step = beatsPerBar / pattern.length;
  const levels: Record<string, number> = { X: 1, x: 0.78, o: 0.5 };
  return Array.from({ length: times }, (_, index) =>
    [...pattern].flatMap((stroke, position): Note[] => {
      const level = levels[stroke];
      if (level === undefined) return [];
      return [
        {
          at: (bar + index) * beatsPerBar + position * step,
          length: step,
          pitch: null,
          velocity: level * velocity,
        },
      ];
    }),
  ).flat();
}

/** Chords held for a bar each, a little into the next. */
export function held(shapes: string[], { bar, beatsPerBar, velocity }: Place): Note[] {
  return shapes.flatMap((names, index) =>
    shapeOf(names).map((pitch) => ({
      at: (bar + index) * beatsPerBar,
      length: beatsPerBar + 0.1,
      pitch,
      velocity,
    })),
  );
}

/** The last chord, from the lowest string up with so many beats between two strings; it rings for three bars. */
export function rolled(names: string, beats: number, { bar, beatsPerBar, velocity }: Place): Note[] {
  return shapeOf(names).map((pitch, order) => ({
    at: bar * beatsPerBar + order * beats,
    length: 3 * beatsPerBar,
    pitch,
    velocity: velocity * (1 - 0.05 * order),
  }));
}

/** The same tune so many steps of the scale higher (or lower, where negative). */
export function moved(notes: Note[], scaleSteps: number, scale: readonly number[]): Note[] {
  return notes.map((note) => ({
    ...note,
    pitch: note.pitch === null ? null : onScale(note.pitch, scaleSteps, scale),
  }));
}

function onScale(pitch: number, scaleSteps: number, scale: readonly number[]): number {
  let result = pitch;
  for (let left = Math.abs(scaleSteps); left > 0; left--) {
    do result += Math.sign(scaleSteps);
    while (!scale.includes(result % 12));
  }
  return result;
}

/** The same tune in other octaves. */
export function octaves(notes: Note[], count: number): Note[] {
  return notes.map((note) => ({ ...note, pitch: note.pitch === null ? null : note.pitch + 12 * count }));
}
