import { body } from "../effects.ts";
import { drum, moved, octaves, rolled, strums, swelling, tune } from "../notation.ts";
import type { Piece } from "../piece.ts";
import { filtered } from "../signal.ts";
import { bowedBass, brushSweep, brushTap, kick, melodica, string, uprightBass } from "../voices.ts";

/** A mixolydian: as A major, with the G of the pipes. */
const scale = [9, 11, 1, 2, 4, 6, 7];
const beatsPerBar = 6;
const [intro, tuneOne, tuneAgain, turn, turnAgain] = [0, 4, 12, 20, 28];
const [lull, tuneLast, turnLast, outro] = [36, 44, 52, 60];
const at = (bar: number, velocity: number) => ({ bar, beatsPerBar, velocity });

const a = "a2 e3 a3 c#4 e4";
const aOverCSharp = "c#3 e3 a3 c#4 e4";
const g = "g2 d3 g3 b3 g4";
const d = "d3 a3 d4 f#4";
const e = "e2 b2 e3 g#3 b3 e4";
const bMinor = "b2 f#3 b3 d4 f#4";
const fSharpMinor = "f#2 c#3 f#3 a3 c#4";
const open = "a2 e3 a3 b3 e4";

/** The seventh bar has two chords, a half each. */
const strokes = (shapes: string[], pattern: string, bar: number, velocity: number) => [
  ...strums(shapes.slice(0, 6), pattern, at(bar, velocity)),
  ...strums(shapes.slice(6, 8), "D.U", { bar: 2 * (bar + 6), beatsPerBar: 3, velocity }),
  ...strums(shapes.slice(8), pattern, at(bar + 7, velocity)),
];
const tuneShapes = [a, g, a, g, a, g, d, e, a];
const turnShapes = [d, aOverCSharp, bMinor, e, fSharpMinor, d, aOverCSharp, e, a];
const lullShapes = [fSharpMinor, d, a, e, fSharpMinor, d, g, e];

const firstHalf = [
  "e5:1 a5:1 b5:1 c#6:2 a5:1",
  "b5:2 g5:1 d5:1 g5:1 b5:1",
  "a5:2 e5:1 c#5:1 e5:1 a5:1",
  "g5:1 f#5:1 e5:1 d5:1 e5:1 g5:1",
];
const tuneBars = [
  ...firstHalf,
  "e5:1 a5:1 b5:1 d6:.25 c#6:1.75 a5:1",
  "b5:2 g5:1 d6:2 b5:1",
  "a5:1 f#5:1 d5:1 e5:1 f#5:1 g#5:1",
  "a5:2 e5:1 a5:2 r:1",
];
const turnBars = [
  "f#5:2 a5:1 d6:2 a5:1",
  "e5:2 a5:1 c#6:2 a5:1",
  "d6:1 c#6:1 b5:1 f#5:1 b5:1 d6:1",
  "c#6:1 b5:1 g#5:1 e5:1 g#5:1 b5:1",
  "a5:2 c#6:1 f#6:.25 e6:1.75 c#6:1",
  "d6:1 c#6:1 b5:1 a5:1 f#5:1 d5:1",
  "e5:1 a5:1 c#6:1 b5:1 a5:1 g#5:1",
  "a5:2 e5:1 a5:2 r:1",
];
const lullBars = [
  "c#5:5 e5:1",
  "f#5:4 a5:2",
  "e5:5 c#5:1",
  "b4:6",
  "c#5:3 e5:3",
  "a5:4 f#5:2",
  "g5:3 b5:3",
  "g#5:5 r:1",
];
/** Under the tune, in thirds and sixths, where a second player would find them. */
const under = [
  "c#5:3 e5:3",
  "d5:3 b4:3",
  "c#5:3 a4:3",
  "b4:3 b4:2 d5:1",
  "c#5:3 e5:3",
  "d5:3 g5:3",
  "f#5:3 b4:3",
  "c#5:5 r:1",
];

const tuneBass = [
  "a1:3 e2:3",
  "g1:3 d2:3",
  "a1:3 c#2:3",
  "g1:3 b1:2 g#1:1",
  "a1:3 e2:3",
  "g1:3 g2:3",
  "d2:3 e2:3",
  "a1:2 e2:1 a1:2 r:1",
];
const turnBass = [
  "d2:2 d2:1 a1:3",
  "c#2:2 c#2:1 e2:3",
  "b1:2 b1:1 f#2:3",
  "e2:2 e2:1 g#1:3",
  "f#2:2 f#2:1 c#2:3",
  "d2:2 d2:1 f#2:3",
  "c#2:3 e2:2 e2:1",
  "a1:2 e2:1 a2:2 r:1",
];

const tuneHarmony = ["a c# e", "g b d", "a c# e", "g b d", "a c# e", "g b d", "d f# a e g# b", "a c# e"];
const turnHarmony = [
  ...["d f# a", "a c# e", "b d f#", "e g# b d", "f# a c#", "d f# a", "a c# e g# b", "a c# e"],
];
const lullHarmony = ["f# a c#", "d f# a", "a c# e", "e g# b", "f# a c#", "d f# a", "g b d", "e g# b"];

/** Uphill by bicycle in March, standing on the pedals. */
export const headwind: Piece = {
  title: "Headwind on Leith Walk",
  file: "headwind-on-leith-walk.mp3",
  seconds: 72,
  beatsPerMinute: 342,
  beatsPerBar,
  groove: { beats: 3, shares: [0.365, 0.295, 0.34] },
  slowsFrom: (outro + 2) * beatsPerBar,
  scale,
  harmony: [
    ...["a c# e b", "a c# e b", "g b d", "a c# e b"],
    ...[...tuneHarmony, ...tuneHarmony, ...turnHarmony, ...turnHarmony],
    ...[...lullHarmony, ...tuneHarmony, ...turnHarmony],
    ...["a c# e b", "g b d", "d f# a e g# b", "a c# e b"],
  ],
  roomSeconds: 1.2,
  echoBeats: 2,
  parts: [
    {
      name: "lead guitar",
      voice: string({ brightness: 7400, ring: 2.2, pluckedAt: 0.12 }),
      notes: [
        ...tune(tuneBars, at(tuneOne, 0.72)),
        ...tune(tuneBars, at(tuneAgain, 0.74)),
        ...tune(turnBars, at(turn, 0.76)),
        ...tune(turnBars, at(turnAgain, 0.8)),
        ...swelling(tune(["r:6", "r:3 e5:1 f#5:1 g#5:1"], at(lull + 6, 0.6)), 0.8, 1.1),
        ...tune(tuneBars, at(tuneLast, 0.8)),
        ...tune(turnBars, at(turnLast, 0.86)),
        ...tune(["e5:1 a5:1 b5:1 c#6:2 a5:1", "b5:2 g5:1 d5:3"], at(outro, 0.7)),
        ...tune(["a5:1 f#5:1 d5:1 e5:1 f#5:1 g#5:1", "a5:6"], at(outro + 2, 0.68)),
      ],
      loudness: -20,
      pan: 0.42,
      room: 0.26,
      echo: 0.1,
      effect: (sound) => filtered(sound, body),
    },
    {
      name: "strummed guitar",
      voice: string({ brightness: 5200, ring: 3, pluckedAt: 0.18 }),
      notes: [
        ...swelling(strums([open, open, g, open], "D.UD.U", at(intro, 0.6)), 0.75, 1.1),
        ...strokes(tuneShapes, "D..D.U", tuneOne, 0.46),
        ...strokes(tuneShapes, "D.UD.U", tuneAgain, 0.52),
        ...strokes(turnShapes, "D.UD.U", turn, 0.56),
        ...strokes(turnShapes, "D.UDUU", turnAgain, 0.62),
        ...strums(lullShapes, "D.....", at(lull, 0.5)),
        ...strokes(tuneShapes, "D.UD.U", tuneLast, 0.62),
        ...strokes(turnShapes, "D.UDUU", turnLast, 0.68),
        ...strums([open, g], "D.UD.U", at(outro, 0.56)),
        ...strums([d, e], "D..", { bar: 2 * (outro + 2), beatsPerBar: 3, velocity: 0.5 }),
        ...rolled(open, 0.3, at(outro + 3, 0.6)),
      ],
      loudness: -22.5,
      pan: -0.6,
      room: 0.18,
      effect: (sound) => filtered(sound, body),
    },
    {
      name: "melodica",
      voice: melodica,
      notes: [
        ...tune(under, at(tuneAgain, 0.5)),
        ...octaves(tune(turnBars, at(turnAgain, 0.66)), -1),
        ...tune(lullBars, at(lull, 0.66)),
        ...octaves(tune(tuneBars, at(tuneLast, 0.66)), -1),
        ...moved(tune(turnBars.slice(0, 3), at(turnLast, 0.62)), -2, scale),
        ...octaves(tune(turnBars.slice(3), at(turnLast + 3, 0.66)), -1),
        ...tune(["c#5:6", "b4:6", "a4:3 b4:3", "c#5:6"], at(outro, 0.5)),
      ],
      loudness: -21.5,
      pan: -0.06,
      room: 0.28,
      echo: 0.14,
      behind: 0.008,
    },
    {
      name: "bass",
      voice: uprightBass,
      notes: [
        ...tune(tuneBass, at(tuneAgain, 0.68)),
        ...tune([...turnBass, ...turnBass], at(turn, 0.74)),
        ...tune([...tuneBass, ...turnBass], at(tuneLast, 0.78)),
        ...tune(["a1:3 e2:3", "g1:6", "d2:3 e2:3"], at(outro, 0.66)),
        ...rolled("a1", 0, at(outro + 3, 0.66)),
      ],
      loudness: -21.5,
      room: 0.04,
      behind: -0.003,
    },
    {
      name: "bowed bass",
      voice: bowedBass,
      notes: [
        ...swelling(tune(["a1:6", "a1:6", "g1:6", "a1:6"], at(intro, 0.6)), 0.7, 1.1),
        ...tune(["f#1:6", "d2:6", "a1:6", "e2:6", "f#1:6", "d2:6", "g1:6", "e1:6"], at(lull, 0.7)),
      ],
      loudness: -26,
      room: 0.2,
    },
    {
      name: "foot",
      voice: kick,
      notes: [
        ...drum("x..o..", 4, at(intro, 0.6)),
        ...drum("x..o..", 16, at(tuneOne, 0.6)),
        ...drum("X..x..", 16, at(turn, 0.74)),
        ...drum("X..x..", 16, at(tuneLast, 0.8)),
        ...drum("x..o..", 2, at(outro, 0.6)),
        ...drum("x.....", 2, at(outro + 2, 0.5)),
      ],
      loudness: -26.5,
      room: 0.06,
    },
    {
      name: "brush taps",
      voice: brushTap,
      notes: [
        ...drum("...x.o", 8, at(tuneAgain, 0.5)),
        ...drum("o.oX.o", 7, at(turn, 0.6)),
        ...drum("o.oXxx", 1, at(turn + 7, 0.62)),
        ...drum("o.xX.x", 7, at(turnAgain, 0.64)),
        ...drum("o.xX..", 1, at(turnAgain + 7, 0.64)),
        ...swelling(drum("xxxxxx", 1, at(lull + 7, 0.6)), 0.4, 1.2),
        ...drum("o.oX.o", 8, at(tuneLast, 0.66)),
        ...drum("o.xX.x", 7, at(turnLast, 0.7)),
        ...drum("o.xXxx", 1, at(turnLast + 7, 0.7)),
        ...drum("...o..", 2, at(outro, 0.5)),
      ],
      loudness: -27,
      pan: 0.1,
      room: 0.18,
    },
    {
      name: "brush sweeps",
      voice: brushSweep,
      notes: [
        ...drum("x..x..", 24, at(tuneAgain, 0.6)),
        ...drum("x.....", 8, at(lull, 0.5)),
        ...drum("x..x..", 16, at(tuneLast, 0.66)),
        ...drum("x.....", 3, at(outro, 0.5)),
      ].map((note) => ({ ...note, length: 2.9 })),
      loudness: -34.5,
      pan: -0.16,
      room: 0.18,
    },
  ],
};
