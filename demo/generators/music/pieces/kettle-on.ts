import { body } from "../effects.ts";
import { drum, type Note, rolled, strums, swelling, tune } from "../notation.ts";
import type { Piece } from "../piece.ts";
import { filtered } from "../signal.ts";
import { brushSweep, brushTap, melodica, string, uprightBass } from "../voices.ts";

/** F major. */
const scale = [5, 7, 9, 10, 0, 2, 4];
const beatsPerBar = 4;
const [intro, first, second, bridge, third, bassBridge, last, tag] = [0, 4, 12, 20, 28, 36, 44, 50];
const at = (bar: number, velocity: number) => ({ bar, beatsPerBar, velocity });

const f = "f2 d3 a3 c4";
const fOverA = "a2 f3 a3 d4";
const aFlatDiminished = "ab2 f3 b3 d4";
const gMinor = "g2 f3 bb3 d4";
const c = "c3 e3 bb3 d4";
const fSeventhOverA = "a2 eb3 a3 c4";
const bFlat = "bb2 g3 bb3 d4";
const bFlatMinor = "bb2 g3 bb3 db4";
const fOverC = "c3 f3 a3 c4";
const d = "d3 f#3 a3 c4";
const a = "a2 e3 g3 c#4";
const dMinor = "d3 f3 a3 c4";
const g = "g2 f3 b3 d4";
const home = "f2 c3 a3 d4 g4";

/** Two chords a bar. */
const verseShapes = [
  ...[f, f, fOverA, aFlatDiminished, gMinor, gMinor, c, c],
  ...[f, fSeventhOverA, bFlat, bFlatMinor, fOverC, d, gMinor, c],
];
const verseEnding = [fOverC, c, f, f];
const bridgeShapes = [a, a, a, a, dMinor, dMinor, dMinor, dMinor, g, g, g, g, gMinor, gMinor, c, c];

/** Four to the bar, and each of them short: the left hand lets go at once. */
const chops = (shapes: string[], bar: number, velocity: number) =>
  strums(shapes, "DD", { bar: 2 * bar, beatsPerBar: 2, velocity }).map((note): Note => {
    const isOffBeat = Math.floor(note.at) % 2 === 1;
    return { ...note, length: isOffBeat ? 0.34 : 0.5, velocity: note.velocity * (isOffBeat ? 1.25 : 0.9) };
  });

const question = [
  "a4:.5 c5:1 a4:.5 c5:.5 d5:1 c5:.5",
  "a4:1.5 ab4:.5 r:2",
  "g4:.5 bb4:1 g4:.5 bb4:.5 d5:1 bb4:.5",
  "a4:.5 g4:.5 e4:1.5 r:1.5",
];
const climb = ["f4:.5 a4:.5 c5:.5 eb5:1 d5:.5 c5:.5 a4:.5", "d5:1.5 bb4:.5 db5:1.5 bb4:.5"];
const verseTune = [
  ...question,
  ...climb,
  "c5:.5 a4:.5 f4:.5 f#4:1.5 a4:.5 c5:.5",
  "bb4:.5 a4:.5 g4:.5 e5:1.5 r:1",
];
const secondTune = [
  ...question,
  ...climb,
  "c5:.5 a4:.5 g4:.5 bb4:1 a4:.5 g4:.5 e4:.5",
  "f4:1 r:1.5 c5:.5 d5:.5 d#5:.5",
];
const thirdTune = [
  "a4:.5 c5:1 a4:.5 f5:.5 d5:1 c5:.5",
  "a4:.5 b4:.5 d5:.5 ab4:.5 r:2",
  "g4:.5 bb4:1 g4:.5 f5:.5 d5:1 bb4:.5",
  "a4:.5 bb4:.5 g4:.5 e4:1 r:1.5",
  "f4:.5 a4:.5 c5:.5 eb5:1 f5:.5 eb5:.5 c5:.5",
  "d5:1 f5:.5 d5:.5 db5:1 f5:.5 db5:.5",
  "c5:.5 a4:.5 g4:.5 bb4:1 a4:.5 g4:.5 e4:.5",
  "f4:1.5 r:2.5",
];
const tagTune = [
  "c5:.5 a4:.5 f4:.5 f#4:1.5 a4:.5 c5:.5",
  "bb4:.5 d5:.5 f5:.5 e5:1.5 r:1",
  "d5:.5 c5:.5 a4:.5 f#4:1 a4:.5 c5:.5 d5:.5",
  "bb4:.5 a4:.5 g4:.5 e4:1 d4:.5 e4:.5 g4:.5",
  "f4:4",
];

/** Said by the melodica while the guitar takes breath. */
const answers = [
  "r:4",
  "r:2 d5:.5 b4:.5 f4:1",
  "r:4",
  "r:2.5 e4:.5 g4:.5 bb4:.5",
  "a4:2 r:2",
  "r:4",
  "r:4",
  "r:2.5 a4:.5 c5:.5 d5:.5",
];
const bridgeTune = [
  "e5:2.5 c#5:.5 e5:.5 g5:.5",
  "f5:.5 e5:1.5 r:1 a4:.5 c#5:.5",
  "d5:2.5 a4:.5 d5:.5 f5:.5",
  "e5:.5 d5:2 r:1.5",
  "a5:2 f5:.5 d5:.5 b4:.5 d5:.5",
  "f5:1.5 e5:.5 d5:1 b4:1",
  "bb4:.5 d5:.5 f5:1 a5:1.5 g5:.5",
  "e5:1.5 d5:.5 c5:1 r:1",
];
const guideTones = ["c5:2 a4:2", "d5:2 b4:2", "d5:3 bb4:1", "bb4:2 g4:2", "a4:2 c5:2", "bb4:2 db5:2"];

const bassBridgeTune = [
  "a2:.5 c#3:.5 e3:1 g3:1 e3:.5 c#3:.5",
  "f3:.5 e3:1.5 r:.5 c#3:.5 bb2:.5 a2:.5",
  "d3:.5 f3:.5 a3:1 f3:1 e3:.5 d3:.5",
  "c3:.5 d3:1.5 r:1 d3:.5 a2:.5",
  "b2:.5 d3:.5 f3:1 g3:1 f3:.5 d3:.5",
  "b2:1 g2:1 r:1 g2:.5 a2:.5",
  "bb2:.5 d3:.5 f3:1 d3:1 bb2:.5 g2:.5",
  "c3:1 bb2:.5 g2:.5 e2:1 c2:1",
];
const walkA = [
  "f1:1 a1:1 c2:.5 c2:.5 d2:1",
  "a1:1 c2:1 b1:1 ab1:1",
  "g1:1 bb1:1 d2:1 db2:1",
  "c2:1 e2:1 g2:.5 g2:.5 e2:1",
  "f2:1 c2:1 eb2:1 a1:1",
  "bb1:1 d2:1 bb1:1 db2:1",
];
const walkOn = ["c2:1 f2:1 d2:1 f#2:1", "g2:1 d2:1 c2:1 e2:1"];
const walkB = [
  "f2:1 d2:1 c2:1 f1:1",
  "a1:1 c2:1 b1:1 ab1:1",
  "g1:1 a1:1 bb1:.5 bb1:.5 b1:1",
  "c2:1 bb1:1 g1:1 e1:1",
  "f1:1 a1:1 c2:1 a1:1",
  "bb1:1 f2:1 db2:1 bb1:1",
];
const walkHome = ["c2:1 a1:1 c2:1 e2:1", "f2:1 c2:1 f1:1 g#1:1"];
const walkBridge = [
  "a1:1 c#2:1 e2:1 g2:1",
  "a2:1 g2:1 e2:1 c#2:1",
  "d2:1 f2:1 a2:.5 a2:.5 f2:1",
  "d2:1 c2:1 a1:1 ab1:1",
  "g1:1 b1:1 d2:1 f2:1",
  "g2:1 f2:1 d2:.5 d2:.5 b1:1",
  "bb1:1 d2:1 g2:1 d2:1",
  "c2:1 e2:1 g1:1 e1:1",
];

const verseHarmony = ["f a c d", "f a c d ab b", "g bb d f", "c e g bb d", "f a c eb", "bb d f g db"];
const goesOn = ["f a c d f#", "g bb d f c e"];
const goesHome = ["f a c e g bb", "f a c d"];
const bridgeHarmony = [
  ...["a c# e g", "a c# e g", "d f a c", "d f a c", "g b d f", "g b d f", "g bb d f", "c e g bb d"],
];

/** Home, cold hands, and the radio of somebody upstairs. */
export const kettleOn: Piece = {
  title: "Kettle On, Coat Still On",
  file: "kettle-on-coat-still-on.mp3",
  seconds: 91,
  beatsPerMinute: 152,
  beatsPerBar,
  groove: { beats: 1, shares: [0.63, 0.37] },
  slowsFrom: (tag + 3) * beatsPerBar,
  scale,
  harmony: [
    ...["f a c d", "g bb d f c e", "f a c d", "g bb d f c e"],
    ...[...verseHarmony, ...goesOn, ...verseHarmony, ...goesHome, ...bridgeHarmony],
    ...[...verseHarmony, ...goesHome, ...bridgeHarmony, ...verseHarmony],
    ...[...goesOn, "f a c d f#", "g bb d f c e", "f a c d g"],
  ],
  roomSeconds: 0.8,
  echoBeats: 1,
  parts: [
    {
      name: "rhythm guitar",
      voice: string({ brightness: 4600, ring: 3, pluckedAt: 0.26 }),
      notes: [
        ...swelling(chops([f, f, gMinor, c, f, f, gMinor, c], intro, 0.34), 0.7, 1),
        ...chops(verseShapes, first, 0.34),
        ...chops([...verseShapes.slice(0, 12), ...verseEnding], second, 0.46),
        ...chops(bridgeShapes, bridge, 0.6),
        ...chops([...verseShapes.slice(0, 12), ...verseEnding], third, 0.66),
        ...chops(bridgeShapes, bassBridge, 0.2),
        ...chops(verseShapes.slice(0, 12), last, 0.74),
        ...chops([fOverC, d, gMinor, c, fOverC, d, gMinor, c], tag, 0.72),
        ...rolled(home, 0.1, at(tag + 4, 0.62)),
      ],
      loudness: -24,
      pan: -0.62,
      room: 0.26,
      effect: (sound) => filtered(sound, body),
    },
    {
      name: "lead guitar",
      voice: string({ brightness: 7400, ring: 2.4, pluckedAt: 0.13 }),
      notes: [
        ...tune(verseTune, at(first, 0.54)),
        ...tune([...secondTune, "e5:1 r:3"], at(second, 0.66)),
        ...tune(thirdTune, at(third, 0.82)),
        ...tune([...question, ...climb, ...tagTune], at(last, 0.9)),
      ],
      loudness: -20,
      pan: 0.46,
      room: 0.28,
      echo: 0.12,
      behind: 0.012,
      effect: (sound) => filtered(sound, body),
    },
    {
      name: "melodica",
      voice: melodica,
      notes: [
        ...tune(answers, at(second, 0.5)),
        ...tune(bridgeTune, at(bridge, 0.72)),
        ...tune(guideTones, at(third, 0.4)),
        ...tune([...question, ...climb], at(last, 0.74)),
        ...tune(["r:4", "r:3 e5:1", "d5:1.5 r:2.5", "r:4"], at(tag, 0.55)),
      ].map((note) => ({ ...note, length: note.length * 0.92 })),
      loudness: -21,
      pan: 0.06,
      room: 0.3,
      echo: 0.14,
      behind: 0.016,
    },
    {
      name: "bass",
      voice: uprightBass,
      notes: [
        ...tune(["f1:1 c2:1 d2:1 f2:1", "g2:1 d2:1 c2:1 e2:1"], at(intro, 0.5)),
        ...tune(["f2:1 d2:1 c2:1 a1:1", "g1:1 bb1:1 c2:1 e1:1"], at(intro + 2, 0.52)),
        ...tune([...walkA, ...walkOn], at(first, 0.54)),
        ...tune([...walkB, ...walkHome], at(second, 0.64)),
        ...tune([...walkBridge, ...walkA, "c2:1 a1:1 c2:1 e2:1", "f2:1 c2:1 f1:1 a1:1"], at(bridge, 0.78)),
        ...tune(bassBridgeTune, at(bassBridge, 0.8)),
        ...tune([...walkB, ...walkOn], at(last, 0.86)),
        ...tune(["c2:1 a1:1 d2:1 f#2:1", "g2:1 d2:1 c2:1 e1:1"], at(tag + 2, 0.76)),
        ...rolled("f1", 0, at(tag + 4, 0.7)),
      ],
      loudness: -21,
      room: 0.06,
      behind: -0.004,
    },
    {
      name: "brush taps",
      voice: brushTap,
      notes: [
        ...drum("..x...x.", 4, at(intro, 0.5)),
        ...drum("..x...x.", 7, at(first, 0.44)),
        ...drum("o.x.oox.", 1, at(first + 7, 0.56)),
        ...drum("o.x.o.xo", 7, at(second, 0.54)),
        ...drum("o.x.xoxo", 1, at(second + 7, 0.6)),
        ...drum("o.Xoo.Xo", 8, at(bridge, 0.58)),
        ...drum("o.Xoo.X.", 7, at(third, 0.62)),
        ...drum("o.xoX...", 1, at(third + 7, 0.62)),
        ...drum("..o...o.", 7, at(bassBridge, 0.4)),
        ...drum("..o.oxXx", 1, at(bassBridge + 7, 0.5)),
        ...drum("o.Xoo.Xo", 9, at(last, 0.64)),
        ...drum("o.xox...", 1, at(tag + 3, 0.6)),
      ],
      loudness: -26,
      pan: 0.12,
      room: 0.2,
    },
    {
      name: "brush sweeps",
      voice: brushSweep,
      notes: [
        ...drum("x.x.", 4, at(intro, 0.5)),
        ...drum("xoxo", 16, at(first, 0.44)),
        ...drum("xoxo", 16, at(bridge, 0.64)),
        ...drum("o.o.", 8, at(bassBridge, 0.5)),
        ...drum("xoxo", 6, at(last, 0.7)),
        ...drum("xoxo", 3, at(tag, 0.72)),
        ...drum("x...", 2, at(tag + 3, 0.6)),
      ].map((note) => ({ ...note, length: 1 })),
      loudness: -34,
      pan: -0.16,
      room: 0.18,
    },
  ],
};
