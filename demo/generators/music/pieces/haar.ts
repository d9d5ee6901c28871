import { body } from "../effects.ts";
import { drum, fingers, moved, octaves, rolled, swelling, tune } from "../notation.ts";
import type { Piece } from "../piece.ts";
import { filtered } from "../signal.ts";
import { bowedBass, brushSweep, brushTap, kick, melodica, string, uprightBass } from "../voices.ts";

/** C dorian, over a C that hardly ever leaves. */
const scale = [0, 2, 3, 5, 7, 9, 10];
const beatsPerBar = 5;
const [intro, guitarTune, shore, together, outro] = [0, 4, 12, 20, 28];
const at = (bar: number, velocity: number) => ({ bar, beatsPerBar, velocity });

// Tuned down to C G C F G, as for an old air.
const c = "c3 g3 c4 eb4 g4";
const cSuspended = "c3 g3 c4 f4 g4";
const f = "c3 f3 a3 c4 g4";
const bFlat = "c3 f3 bb3 d4 f4";
const g = "g2 d3 bb3 d4 f4";
const eFlat = "eb3 g3 bb3 d4 g4";
const fLow = "f2 c3 a3 c4 g4";
const bFlatOverD = "d3 f3 bb3 d4 f4";
const fOverA = "a2 f3 a3 c4 f4";
const home = "c3 g3 c4 d4 g4";

/** Three and two. */
const rocking = "0 2 3 1 2 4 0 3 2 3";
const sparse = "0 . 2 . 3 . 1 . 4 .";
const tuneShapes = [c, f, c, bFlat, c, f, g, c];
const shoreShapes = [eFlat, fLow, g, fLow, eFlat, bFlatOverD, fOverA, g];

const air = [
  "c5:1.5 d5:.5 eb5:1 g5:2",
  "a5:1.5 g5:.5 f5:1 g5:2",
  "eb5:1.5 f5:.5 eb5:1 d5:1 c5:1",
  "d5:2.5 bb4:.5 c5:1 r:1",
  "c5:1.5 d5:.5 eb5:1 g5:2",
  "a5:1.5 bb5:.5 c6:1 a5:2",
  "bb5:1 a5:.5 g5:.5 f5:1 g5:1 d5:1",
  "eb5:1 d5:.5 c5:2.5 r:1",
];
const shoreTune = [
  "g5:3 bb5:2",
  "a5:2 g5:.5 f5:.5 c5:2",
  "bb5:3 d6:2",
  "c6:2 bb5:.5 a5:.5 f5:2",
  "g5:1.5 a5:.5 bb5:1 d6:2",
  "d6:1.5 c6:.5 bb5:1 f5:2",
  "a5:1.5 g5:.5 f5:1 c5:2",
  "d5:3 r:2",
];
const shoreAnswers = [
  "r:3.5 bb4:.5 d5:.5 eb5:.5",
  "c5:1 r:4",
  "r:3.5 d5:.5 f5:.5 g5:.5",
  "f5:1 r:4",
  "r:3.5 eb5:.5 g5:.5 a5:.5",
  "f5:1 r:4",
  "r:3.5 f5:.5 eb5:.5 d5:.5",
  "bb4:1 r:1 g4:.5 a4:.5 bb4:.5 c5:.5 d5:1",
];

const airHarmony = [
  ...["c eb g f", "f a c g", "c eb g", "bb d f c", "c eb g", "f a c g", "g bb d f", "c eb g"],
];
const shoreHarmony = [
  ...["eb g bb d", "f a c g", "g bb d f", "f a c g", "eb g bb d", "bb d f", "f a c", "g bb d f"],
];

/** The sea fog comes up the street as far as the bridge, and all sounds come from nearer than they are. */
export const haar: Piece = {
  title: "Haar on the Shore",
  file: "haar-on-the-shore.mp3",
  seconds: 94,
  beatsPerMinute: 108,
  beatsPerBar,
  groove: { beats: 1, shares: [0.515, 0.485] },
  slowsFrom: (outro + 2) * beatsPerBar,
  scale,
  harmony: [
    ...["c eb g f", "c eb g f", "c eb g f", "c eb g f"],
    ...[...airHarmony, ...shoreHarmony, ...airHarmony],
    ...["c eb g f", "f a c g", "c eb g f", "c g d"],
  ],
  roomSeconds: 2.9,
  echoBeats: 1.5,
  parts: [
    {
      name: "bowed bass",
      voice: bowedBass,
      notes: [
        ...swelling(tune(["c2:5", "c2:5", "c2:5", "c2:5"], at(intro, 0.66)), 0.6, 1),
        ...tune(["c2:5", "c2:5", "c2:5", "c2:5", "c2:5", "c2:5", "g1:5", "c2:5"], at(guitarTune, 0.5)),
        ...tune(["eb2:5", "f2:5", "g1:5", "f2:5", "eb2:5", "d2:5", "a1:5", "g1:5"], at(shore, 0.7)),
        ...tune(["c2:5", "c2:5", "c2:5", "c2:5", "c2:5", "c2:5", "g1:5", "c2:5"], at(together, 0.7)),
        ...swelling(tune(["c2:5", "c2:5", "c2:5"], at(outro, 0.66)), 1, 0.75),
        ...rolled("c2", 0, at(outro + 3, 0.42)),
      ],
      loudness: -22.5,
      pan: 0.04,
      room: 0.22,
    },
    {
      name: "open guitar",
      voice: string({ brightness: 5600, ring: 6, pluckedAt: 0.2 }),
      notes: [
        ...swelling(fingers([cSuspended, c], sparse, at(intro + 1, 0.55)), 0.8, 1),
        ...fingers([cSuspended], rocking, at(intro + 3, 0.55)),
        ...fingers(tuneShapes, rocking, at(guitarTune, 0.52)),
        ...fingers(shoreShapes, rocking, at(shore, 0.6)),
        ...fingers(tuneShapes, rocking, at(together, 0.64)),
        ...swelling(fingers([cSuspended, f, c], rocking, at(outro, 0.56)), 1, 0.7),
        ...rolled(home, 0.3, at(outro + 3, 0.5)),
      ],
      loudness: -21.5,
      pan: -0.44,
      room: 0.3,
      echo: 0.12,
      effect: (sound) => filtered(sound, body),
    },
    {
      name: "lead guitar",
      voice: string({ brightness: 6400, ring: 3.6, pluckedAt: 0.15 }),
      notes: [
        ...tune(air, at(guitarTune, 0.7)),
        ...tune(shoreAnswers, at(shore, 0.56)),
        ...tune(air, at(together, 0.76)),
        ...swelling(
          tune(["c5:1.5 d5:.5 eb5:1 g5:2", "a5:1.5 g5:.5 f5:1 g5:2", "eb5:1.5 d5:.5 c5:3"], at(outro, 0.62)),
          1,
          0.75,
        ),
      ],
      loudness: -20.5,
      pan: 0.4,
      room: 0.34,
      echo: 0.26,
      effect: (sound) => filtered(sound, body),
    },
    {
      name: "melodica",
      voice: melodica,
      notes: [
        ...swelling(tune(shoreTune, at(shore, 0.66)), 0.85, 1.1),
        ...octaves(tune(air.slice(0, 4), at(together, 0.6)), -1),
        ...moved(tune(air.slice(4), at(together + 4, 0.62)), -2, scale),
        ...tune(["g4:5", "a4:5", "g4:5"], at(outro, 0.42)),
      ],
      loudness: -21,
      pan: 0,
      room: 0.42,
      echo: 0.2,
      behind: 0.012,
    },
    {
      name: "plucked bass",
      voice: uprightBass,
      notes: [
        ...tune(
          [
            "eb2:3 bb1:2",
            "f1:3 c2:2",
            "g1:3 d2:2",
            "f1:3 a1:2",
            "eb2:3 g2:2",
            "d2:3 bb1:2",
            "a1:3 f1:2",
            "g1:3 g1:1 bb1:1",
          ],
          at(shore, 0.66),
        ),
        ...tune(
          [
            "c2:3 g1:2",
            "c2:3 f1:2",
            "c2:3 g1:2",
            "c2:3 bb1:2",
            "c2:3 g1:2",
            "c2:3 a1:2",
            "g1:3 d2:2",
            "c2:3 g1:2",
          ],
          at(together, 0.72),
        ),
      ],
      loudness: -23,
      room: 0.08,
    },
    {
      name: "frame",
      voice: kick,
      notes: [
        ...drum("x....ox...", 8, at(shore, 0.6)),
        ...drum("X..o..x.o.", 8, at(together, 0.72)),
        ...drum("x.........", 2, at(outro, 0.5)),
      ],
      loudness: -28,
      room: 0.3,
    },
    {
      name: "brush taps",
      voice: brushTap,
      notes: [...drum("....o...o.", 8, at(shore, 0.5)), ...drum("..o.x.o.xo", 8, at(together, 0.56))],
      loudness: -30,
      pan: 0.14,
      room: 0.36,
    },
    {
      name: "brush sweeps",
      voice: brushSweep,
      notes: [
        ...drum("x....", 2, at(intro + 2, 0.4)),
        ...drum("x..o.", 24, at(guitarTune, 0.5)),
        ...drum("x....", 4, at(outro, 0.4)),
      ].map((note) => ({ ...note, length: 3.2 })),
      loudness: -34,
      pan: -0.18,
      room: 0.4,
    },
  ],
};
