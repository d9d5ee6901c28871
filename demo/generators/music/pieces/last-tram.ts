import { body, chorus } from "../effects.ts";
import { highPass } from "../filters.ts";
import { drum, fingers, held, moved, rolled, tune } from "../notation.ts";
import type { Piece } from "../piece.ts";
import { filtered } from "../signal.ts";
import { brushSweep, brushTap, kick, melodica, pad, string, uprightBass } from "../voices.ts";

/** D major. */
const scale = [2, 4, 6, 7, 9, 11, 1];
const beatsPerBar = 4;
const [intro, verse, chorusOne, bridge, chorusTwo, outro] = [0, 2, 10, 14, 18, 22];
const at = (bar: number, velocity: number) => ({ bar, beatsPerBar, velocity });

// How a hand would hold them on a guitar, from the lowest string up.
const d = "d3 a3 c#4 f#4";
const fSharpMinor = "f#2 e3 a3 c#4";
const bMinor = "b2 d3 a3 f#4";
const g = "g2 d3 b3 f#4";
const dOverFSharp = "f#2 d3 a3 d4";
const eMinor = "e2 b2 g3 d4";
const aSuspended = "a2 e3 g3 d4";
const a = "a2 e3 g3 c#4";
const aOverG = "g2 e3 a3 c#4";
const e = "e2 d3 g#3 f#4";
const gMinor = "g2 d3 bb3 e4";
const home = "d3 f#3 b3 e4";

const verseShapes = [d, fSharpMinor, bMinor, g, dOverFSharp, eMinor, aSuspended, a];
const travis = "0+3 . 1 3 0 2 1 3";

const nylon = string({ brightness: 4200, ring: 4.2, pluckedAt: 0.21 });
const steel = string({ brightness: 6200, ring: 3.4, pluckedAt: 0.15 });

const verseTune = [
  "r:1 f#5:.5 e5:.5 d5:1 a4:1",
  "c#5:1.5 d5:.5 e5:2",
  "r:1 f#5:.5 e5:.5 d5:1 b4:1",
  "b4:1.5 a4:.5 f#4:2",
  "r:1 a4:.5 d5:.5 f#5:1 a5:1",
  "g5:1.5 f#5:.5 e5:1 b4:1",
  "d5:1.5 e5:.5 d5:1 b4:.5 a4:.5",
  "c#5:2.5 d5:.5 e5:.5 f#5:.5",
];
const chorusTune = [
  "f#5:1.5 g5:.5 f#5:.5 d5:.5 b4:1",
  "e5:1.5 f#5:.5 e5:.5 c#5:.5 a4:1",
  "a4:.5 c#5:.5 e5:1 d5:1.5 b4:.5",
  "g4:.5 b4:.5 d5:1 e5:1.5 r:.5",
];
const bridgeTune = [
  "r:.5 d5:.5 f#5:.5 a5:.5 b5:1.5 a5:.5",
  "g#5:1.5 f#5:.5 e5:1 b4:1",
  "r:.5 b4:.5 e5:.5 g5:.5 b5:1.5 a5:.5",
  "g5:1 e5:1 d5:.5 e5:.5 r:1",
];
const outroTune = ["f#5:1.5 d5:.5 b4:1 a4:1", "bb4:1.5 d5:.5 e5:2", "a4:4"];

/** Two bars with one chord each, then two with two. */
const chorusFingers = (bar: number, velocity: number) => [
  ...fingers([g, aOverG], travis, at(bar, velocity)),
  ...fingers([fSharpMinor, bMinor, eMinor, a], "0+3 2 1 3", {
    bar: 2 * (bar + 2),
    beatsPerBar: 2,
    velocity,
  }),
];

/** A walk home at night: swung, in no hurry, one bright turn in the middle. */
export const lastTram: Piece = {
  title: "Last Tram to Newhaven",
  file: "last-tram-to-newhaven.mp3",
  seconds: 61,
  beatsPerMinute: 104,
  beatsPerBar,
  groove: { beats: 1, shares: [0.6, 0.4] },
  slowsFrom: (outro + 1) * beatsPerBar,
  scale,
  harmony: [
    ...["d f# a c#", "g b d f#"],
    ...["d f# a c#", "f# a c# e", "b d f# a", "g b d f#", "d f# a", "e g b d", "a d e g", "a c# e g"],
    ...["g b d f#", "a c# e g", "f# a c# e b d", "e g b d a c#"],
    ...["b d f# a", "e g# b d f#", "e g b d", "a d e g"],
    ...["g b d f#", "a c# e g", "f# a c# e b d", "e g b d a c#"],
    ...["g b d f#", "g bb d e", "d f# a b e"],
  ],
  roomSeconds: 1.7,
  echoBeats: 1.5,
  parts: [
    {
      name: "nylon guitar",
      voice: nylon,
      notes: [
        ...fingers([d, g], travis, at(intro, 0.62)),
        ...fingers(verseShapes, travis, at(verse, 0.6)),
        ...chorusFingers(chorusOne, 0.68),
        ...fingers([bMinor, e, eMinor, aSuspended], "0 1 2 3 2 1 2 3", at(bridge, 0.56)),
        ...chorusFingers(chorusTwo, 0.72),
        ...fingers([g, gMinor], travis, at(outro, 0.6)),
        ...rolled(home, 0.12, at(outro + 2, 0.55)),
      ],
      loudness: -22,
      pan: -0.4,
      room: 0.22,
      effect: (sound) => filtered(sound, body),
    },
    {
      name: "steel guitar",
      voice: steel,
      notes: [
        ...tune(["r:3 a4:.5 d5:.5"], at(intro + 1, 0.6)),
        ...tune(verseTune, at(verse, 0.7)),
        ...moved(tune(chorusTune, at(chorusOne, 0.5)), -2, scale),
        ...tune(chorusTune, at(chorusTwo, 0.66)),
        ...tune(outroTune, at(outro, 0.62)),
      ],
      loudness: -20,
      pan: 0.42,
      room: 0.3,
      echo: 0.34,
      effect: (sound) => filtered(sound, body),
    },
    {
      name: "melodica",
      voice: melodica,
      notes: [
        ...tune(chorusTune, at(chorusOne, 0.62)),
        ...tune(bridgeTune, at(bridge, 0.66)),
        ...moved(tune(chorusTune, at(chorusTwo, 0.6)), -2, scale),
      ],
      loudness: -20.5,
      pan: 0.05,
      room: 0.38,
      echo: 0.26,
    },
    {
      name: "bass",
      voice: uprightBass,
      notes: [
        ...tune(["r:3 a1:.5 c#2:.5"], at(intro + 1, 0.55)),
        ...tune(
          [
            "d2:2 a2:1.5 g2:.5",
            "f#2:2 c#2:1.5 a1:.5",
            "b1:2 f#2:1.5 a2:.5",
            "g2:2 d2:1.5 e2:.5",
            "f#2:2 d2:2",
            "e2:2 b1:1.5 g1:.5",
            "a1:2 e2:2",
            "a1:1.5 e2:.5 a2:1 a2:.5 f#2:.5",
          ],
          at(verse, 0.7),
        ),
        ...[chorusOne, chorusTwo].flatMap((bar) =>
          tune(["g2:1.5 d2:.5 g2:2", "g2:1.5 e2:.5 a2:2", "f#2:2 b1:2", "e2:2 a1:1.5 a2:.5"], at(bar, 0.76)),
        ),
        ...tune(["b1:4", "e2:4", "e2:3 g2:1", "a2:2 a1:1.5 a1:.5"], at(bridge, 0.64)),
        ...tune(["g2:2 d2:2", "g1:4", "d2:4"], at(outro, 0.66)),
      ],
      loudness: -21.5,
      room: 0.05,
    },
    {
      name: "brush taps",
      voice: brushTap,
      notes: [
        ...drum("..x...x.", 7, at(verse, 0.6)),
        ...drum("..x...xo", 1, at(verse + 7, 0.66)),
        ...drum("..X..oX.", 4, at(chorusOne, 0.7)),
        ...drum("..X..oX.", 4, at(chorusTwo, 0.75)),
        ...drum("..x.....", 1, at(outro, 0.5)),
      ],
      loudness: -28,
      pan: 0.1,
      room: 0.25,
    },
    {
      name: "brush sweeps",
      voice: brushSweep,
      notes: [
        ...drum("x.o.x.o.", 8, at(verse, 0.6)),
        ...drum("x.o.x.o.", 4, at(chorusOne, 0.66)),
        ...drum("x.......", 4, at(bridge, 0.5)),
        ...drum("x.o.x.o.", 4, at(chorusTwo, 0.66)),
        ...drum("x...x...", 2, at(outro, 0.55)),
      ].map((note) => ({ ...note, length: 1.1 })),
      loudness: -34,
      pan: -0.12,
      room: 0.2,
    },
    {
      name: "kick",
      voice: kick,
      notes: [
        ...drum("x...o...", 8, at(verse, 0.6)),
        ...drum("X...x..o", 4, at(chorusOne, 0.72)),
        ...drum("X...x..o", 4, at(chorusTwo, 0.76)),
        ...drum("x.......", 1, at(outro, 0.55)),
      ],
      loudness: -29,
      room: 0.04,
    },
    {
      name: "pad",
      voice: pad({ attack: 0.5, release: 1.3, brightness: 1100 }),
      notes: [
        ...held(["g3 b3 d4 f#4", "g3 a3 c#4 e4"], at(chorusOne, 0.5)),
        ...held(["f#3 a3 c#4 e4", "g3 b3 e4"], at(chorusOne + 2, 0.5)),
        ...held(["f#3 b3 d4 a4", "g#3 b3 d4 f#4", "g3 b3 d4 e4", "g3 a3 d4 e4"], at(bridge, 0.62)),
        ...held(["g3 b3 d4 f#4", "g3 a3 c#4 e4"], at(chorusTwo, 0.55)),
        ...held(["f#3 a3 c#4 e4", "g3 b3 e4"], at(chorusTwo + 2, 0.55)),
        ...held(["g3 b3 d4 f#4", "g3 bb3 d4 e4", "f#3 a3 b3 e4"], at(outro, 0.5)),
      ],
      loudness: -28,
      room: 0.35,
      effect: (sound) => filtered(chorus(sound), () => highPass(170)),
    },
  ],
};
