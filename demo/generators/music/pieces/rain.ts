import { body, chorus, tremolo } from "../effects.ts";
import { highPass, lowPass } from "../filters.ts";
import { drum, fingers, held, moved, rolled, tune } from "../notation.ts";
import type { Piece } from "../piece.ts";
import { filtered } from "../signal.ts";
import {
  brushSweep,
  brushTap,
  electricPiano,
  kalimba,
  melodica,
  pad,
  string,
  uprightBass,
} from "../voices.ts";

/** A minor, with the raised seventh wherever E major asks for it. */
const scale = [9, 11, 0, 2, 4, 5, 7];
const beatsPerBar = 3;
const [intro, verse, chorusOne, bridge, verseAgain, outro] = [0, 2, 10, 14, 18, 22];
const at = (bar: number, velocity: number) => ({ bar, beatsPerBar, velocity });

const aMinor = "a2 e3 g3 b3";
const aMinorOverG = "g2 e3 a3 c4";
const f = "f2 c3 e3 a3";
const fAdded = "f2 c3 g3 a3";
const dMinor = "d3 a3 c4 e4";
const dMinorClose = "d3 f3 a3 c4";
const eSuspended = "e2 b2 d3 a3";
const e = "e2 b2 d3 g#3";
const c = "c3 g3 b3 e4";
const gOverB = "b2 g3 d4 e4";
const aSeventh = "a2 e3 g3 c4";
const fNinth = "f2 c3 g3 e4";
const bFlat = "bb2 f3 a3 d4";
const home = "a2 e3 b3 c4 e4";

const broken = "0 1 2 3 2 1";
const verseShapes = [aMinor, aMinorOverG, f, fAdded, dMinor, dMinorClose, eSuspended, e];

const verseTune = [
  "e5:1.5 c5:.5 b4:1",
  "a4:2 b4:1",
  "c5:1.5 a4:.5 e4:1",
  "g4:2.5 r:.5",
  "f5:1.5 d5:.5 c5:1",
  "e5:1 d5:1 a4:1",
  "b4:1.5 a4:.5 b4:1",
  "g#4:2.5 r:.5",
];
const chorusTune = ["g5:1.5 e5:.5 d5:1", "e5:.5 d5:.5 b4:2", "c5:1.5 b4:.5 g4:1", "a4:1 c5:1 e5:1"];
const bridgeTune = ["f5:1 e5:.5 d5:.5 c5:1", "d5:1.5 c5:.5 a4:1", "b4:1 e5:1 a5:1", "g#5:2 e5:1"];
const verseAgainTune = ["e5:1.5 c5:.5 b4:1", "a4:1 b4:1 e5:1", "c5:1 e5:1 g5:1", "f5:1 e5:1 d5:1"];
const outroTune = ["b4:2 d5:1", "g#4:1 b4:1 e5:1", "c5:3"];

/** A slow waltz in a closed workshop while it rains. */
export const rain: Piece = {
  title: "Rain on the Workbench",
  file: "rain-on-the-workbench.mp3",
  seconds: 62,
  beatsPerMinute: 80,
  beatsPerBar,
  groove: { beats: 1, shares: [0.53, 0.47] },
  slowsFrom: (outro + 1) * beatsPerBar,
  scale,
  harmony: [
    ...["a c e g b", "a c e g b"],
    ...["a c e g b", "g a c e", "f a c e", "f a c g", "d f a c e", "d f a c e", "e a b d", "e g# b d"],
    ...["c e g b d", "b d e g", "a c e g", "f a c e g"],
    ...["d f a c e", "bb d f a", "e a b d", "e g# b d"],
    ...["a c e g b", "g a c e", "f a c e g", "d f a c e"],
    ...["e a b d", "e g# b d", "a c e b"],
  ],
  roomSeconds: 2.6,
  echoBeats: 1.5,
  parts: [
    {
      name: "electric piano",
      voice: electricPiano,
      notes: [
        ...fingers([aMinor, aMinor], broken, at(intro, 0.5)),
        ...fingers(verseShapes, broken, at(verse, 0.5)),
        ...fingers([c, gOverB, aSeventh, fNinth], broken, at(chorusOne, 0.58)),
        ...fingers([dMinor, bFlat, eSuspended, e], "0 1+2 . 3 . 2", at(bridge, 0.52)),
        ...fingers([aMinor, aMinorOverG, fNinth, dMinor], broken, at(verseAgain, 0.5)),
        ...fingers([eSuspended, e], broken, at(outro, 0.44)),
        ...rolled(home, 0.22, at(outro + 2, 0.46)),
      ].map((note) => ({ ...note, length: note.length + 0.4 })),
      loudness: -22.5,
      pan: -0.1,
      room: 0.2,
      effect: (sound) => tremolo(chorus(filtered(sound, () => lowPass(4200))), 3.1, 0.16),
    },
    {
      name: "nylon guitar",
      voice: string({ brightness: 4400, ring: 4.5, pluckedAt: 0.24 }),
      notes: [
        ...tune(verseTune, at(verse, 0.7)),
        ...moved(tune(chorusTune, at(chorusOne, 0.46)), -2, scale),
        ...tune(verseAgainTune, at(verseAgain, 0.7)),
        ...tune(outroTune, at(outro, 0.56)),
      ].map((note) => ({ ...note, length: note.length + 0.15 })),
      loudness: -20,
      pan: 0.18,
      room: 0.34,
      echo: 0.34,
      effect: (sound) => filtered(sound, body),
    },
    {
      name: "melodica",
      voice: melodica,
      notes: [...tune(chorusTune, at(chorusOne, 0.6)), ...tune(bridgeTune, at(bridge, 0.62))],
      loudness: -20.5,
      pan: -0.04,
      room: 0.4,
      echo: 0.26,
    },
    {
      name: "drops",
      voice: kalimba,
      notes: [
        ...tune(["r:1.5 e6:.5 r:1", "r:.5 b5:.5 r:1.5 a5:.5"], at(intro, 0.5)),
        ...tune(["r:2.5 e6:.5", "r:3", "r:2 c6:1", "r:1.5 g5:.5 a5:1"], at(verse, 0.36)),
        ...tune(["r:2.5 a5:.5", "r:3", "r:2 b5:1", "r:1.5 e6:.5 b5:1"], at(verse + 4, 0.38)),
        ...tune(["r:3", "r:1.5 d6:1 r:.5", "r:3", "r:.5 e6:.5 g5:.5 r:1.5"], at(chorusOne, 0.4)),
        ...tune(["r:2.5 a5:.5", "r:2.5 f5:.5", "r:3", "r:2 b5:.5 e6:.5"], at(bridge, 0.4)),
        ...tune(["r:2.5 e6:.5", "r:2 c6:1", "r:3", "r:1.5 a5:.5 e6:1"], at(verseAgain, 0.4)),
        ...tune(["r:2 b5:1", "r:3", "r:1 e6:1 b5:1"], at(outro, 0.42)),
      ],
      loudness: -29,
      pan: 0.42,
      room: 0.4,
      echo: 0.6,
    },
    {
      name: "bass",
      voice: uprightBass,
      notes: [
        ...tune(
          ["a1:3", "g1:2 b1:1", "f1:3", "f1:2 c2:1", "d2:3", "d2:2 a1:1", "e2:3", "e1:2 b1:1"],
          at(verse, 0.62),
        ),
        ...tune(["c2:2 g2:1", "b1:2 d2:1", "a1:2 e2:1", "f1:2 g1:1"], at(chorusOne, 0.68)),
        ...tune(["d2:3", "bb1:3", "e2:3", "e1:2 b1:1"], at(bridge, 0.62)),
        ...tune(["a1:3", "g1:2 b1:1", "f1:2 c2:1", "d2:3"], at(verseAgain, 0.62)),
        ...tune(["e2:3", "e1:3", "a1:3"], at(outro, 0.56)),
      ],
      loudness: -24,
      room: 0.06,
    },
    {
      name: "pad",
      voice: pad({ attack: 0.9, release: 1.8, brightness: 900 }),
      notes: [
        ...held(["a3 c4 e4 b4", "a3 c4 e4 b4"], at(intro, 0.4)),
        ...held(
          [
            "a3 c4 e4",
            "g3 c4 e4",
            "a3 c4 e4",
            "g3 a3 c4",
            "f3 a3 c4 e4",
            "f3 a3 d4",
            "a3 b3 d4",
            "g#3 b3 d4",
          ],
          at(verse, 0.42),
        ),
        ...held(["g3 b3 d4 e4", "g3 b3 d4", "g3 c4 e4", "g3 a3 c4 e4"], at(chorusOne, 0.6)),
        ...held(["a3 c4 e4 f4", "a3 d4 f4", "a3 b3 d4 e4", "g#3 b3 d4 e4"], at(bridge, 0.6)),
        ...held(["a3 c4 e4", "g3 c4 e4", "g3 a3 c4 e4", "f3 a3 c4 d4"], at(verseAgain, 0.46)),
        ...held(["a3 b3 d4", "g#3 b3 d4", "a3 c4 e4 b4"], at(outro, 0.46)),
      ],
      loudness: -27,
      room: 0.34,
      effect: (sound) => filtered(chorus(sound), () => highPass(170)),
    },
    {
      name: "brush taps",
      voice: brushTap,
      notes: [
        ...drum("....o.", 4, at(verse + 4, 0.55)),
        ...drum("..o.x.", 4, at(chorusOne, 0.6)),
        ...drum("....o.", 4, at(verseAgain, 0.55)),
      ],
      loudness: -31,
      pan: 0.08,
      room: 0.35,
    },
    {
      name: "brush sweeps",
      voice: brushSweep,
      notes: [
        ...drum("x..", 8, at(verse, 0.5)),
        ...drum("x.o", 4, at(chorusOne, 0.55)),
        ...drum("x..", 8, at(bridge, 0.5)),
        ...drum("x..", 2, at(outro, 0.4)),
      ].map((note) => ({ ...note, length: 1.8 })),
      loudness: -35,
      pan: -0.14,
      room: 0.25,
    },
  ],
};
