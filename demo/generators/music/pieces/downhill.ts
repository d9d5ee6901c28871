import { body, chorus } from "../effects.ts";
import { highPass } from "../filters.ts";
import { drum, fingers, held, moved, octaves, rolled, strums, tune } from "../notation.ts";
import type { Piece } from "../piece.ts";
import { filtered } from "../signal.ts";
import { claps, kalimba, kick, melodica, pad, shaker, string, uprightBass } from "../voices.ts";

/** G major; the bridge borrows its F from the mixolydian mode. */
const scale = [7, 9, 11, 0, 2, 4, 6];
const beatsPerBar = 4;
const [intro, verse, chorusOne, bridge, chorusTwo, outro] = [0, 2, 10, 14, 18, 26];
const at = (bar: number, velocity: number) => ({ bar, beatsPerBar, velocity });

const g = "g2 d3 g3 b3 d4";
const gOverB = "b2 d3 g3 b3 d4";
const c = "c3 g3 d4 e4";
const eMinor = "e2 b2 g3 b3 d4";
const d = "d3 a3 d4 f#4";
const dSuspended = "d3 a3 d4 g4";
const f = "f2 c3 a3 c4 g4";
const cOverE = "e2 c3 g3 c4 e4";
const aMinor = "a2 e3 g3 c4 e4";
const home = "g2 d3 a3 b3 d4 g4";

const verseShapes = [g, gOverB, c, c, eMinor, d, c, dSuspended];
const chorusShapes = [c, d, eMinor, gOverB];
const ending = [c, d, g, g];
const wheels = "0 2 1 3 2 1 3 2";
const wheelShapes = {
  g: "g4 b4 d5 a5",
  gOverB: "b4 d5 g5 a5",
  c: "g4 c5 e5 g5",
  eMinor: "g4 b4 e5 g5",
  d: "f#4 a4 d5 f#5",
  dSuspended: "g4 a4 d5 f#5",
  f: "a4 c5 f5 g5",
  cOverE: "g4 c5 e5 g5",
  aMinor: "g4 a4 c5 e5",
};
const {
  g: wg,
  gOverB: wb,
  c: wc,
  eMinor: we,
  d: wd,
  dSuspended: ws,
  f: wf,
  cOverE: wce,
  aMinor: wa,
} = wheelShapes;

const verseTune = [
  "r:.5 d5:.5 g5:.5 a5:.5 b5:1.5 a5:.5",
  "g5:1 d5:1.5 r:1.5",
  "r:.5 e5:.5 g5:.5 a5:.5 b5:1.5 a5:.5",
  "g5:.5 e5:.5 d5:1.5 r:1.5",
  "r:.5 d5:.5 g5:.5 a5:.5 b5:1 d6:1",
  "a5:1.5 f#5:.5 d5:1 r:1",
  "e5:.5 f#5:.5 g5:1.5 e5:.5 d5:1",
  "a5:1.5 g5:.5 a5:1 r:1",
];
const chorusTune = [
  "g5:1.5 e5:.5 g5:1 a5:1",
  "a5:1.5 f#5:.5 a5:1 b5:1",
  "b5:1.5 g5:.5 b5:1 d6:1",
  "d6:1 b5:.5 a5:.5 g5:2",
];
const endingTune = [
  "g5:1.5 e5:.5 g5:1 a5:1",
  "a5:1.5 f#5:.5 a5:.5 b5:.5 a5:1",
  "b5:1 a5:.5 g5:.5 d5:2",
  "r:.5 d5:.5 g5:.5 a5:.5 b5:2",
];
const bridgeTune = ["a5:2 g5:1 f5:1", "g5:2.5 e5:.5 g5:1", "c5:1 e5:1 g5:1 a5:1", "g5:2 f#5:2"];
const outroTune = ["r:.5 d5:.5 g5:.5 a5:.5 b5:1.5 a5:.5", "g5:1 e5:.5 d5:1.5 r:1", "g5:4"];

/** Down the long street on a summer morning. */
export const downhill: Piece = {
  title: "Downhill, No Hands",
  file: "downhill-no-hands.mp3",
  seconds: 61,
  beatsPerMinute: 120,
  beatsPerBar,
  groove: { beats: 1, shares: [0.51, 0.49] },
  slowsFrom: (outro + 1.5) * beatsPerBar,
  scale,
  harmony: [
    ...["g b d a", "c d e g"],
    ...["g b d a", "b d g a", "c d e g", "c d e g", "e g b d", "d f# a", "c d e g", "d f# g a"],
    ...["c d e g", "d f# a", "e g b d", "b d g a"],
    ...["f a c g", "e g c", "a c e g", "d f# g a"],
    ...["c d e g", "d f# a", "e g b d", "b d g a", "c d e g", "d f# a", "g b d a", "g b d a"],
    ...["g b d a", "c d e g", "g a b d"],
  ],
  roomSeconds: 1.5,
  echoBeats: 0.75,
  parts: [
    {
      name: "thumb piano",
      voice: kalimba,
      notes: [
        ...fingers([wg, wc], wheels, at(intro, 0.6)),
        ...fingers([wg, wb, wc, wc, we, wd, wc, ws], wheels, at(verse, 0.46)),
        ...fingers([wc, wd, we, wb], wheels, at(chorusOne, 0.5)),
        ...fingers([wf, wce, wa, ws], "0 . 1 . 2 . 3 .", at(bridge, 0.56)),
        ...fingers([wc, wd, we, wb, wc, wd, wg, wg], wheels, at(chorusTwo, 0.52)),
        ...fingers([wg, wc], wheels, at(outro, 0.54)),
      ],
      loudness: -24.5,
      pan: -0.46,
      room: 0.24,
      echo: 0.4,
    },
    {
      name: "strummed guitar",
      voice: string({ brightness: 5000, ring: 2.6, pluckedAt: 0.17 }),
      notes: [
        ...strums(verseShapes, "D...D.U...U.D.U.", at(verse, 0.5)),
        ...strums(chorusShapes, "D...D.U..UD.D.U.", at(chorusOne, 0.62)),
        ...strums([f, cOverE, aMinor, dSuspended], "D.......D.....U.", at(bridge, 0.5)),
        ...strums([...chorusShapes, ...ending], "D...D.U..UD.D.U.", at(chorusTwo, 0.66)),
        ...strums([g, c], "D...D.U...U.D.U.", at(outro, 0.52)),
        ...rolled(home, 0.07, at(outro + 2, 0.62)),
      ],
      loudness: -23,
      pan: 0.44,
      room: 0.2,
      effect: (sound) => filtered(sound, body),
    },
    {
      name: "steel guitar",
      voice: string({ brightness: 6800, ring: 3, pluckedAt: 0.14 }),
      notes: [
        ...tune(verseTune, at(verse, 0.72)),
        ...moved(tune(chorusTune, at(chorusOne, 0.5)), -2, scale),
        ...tune([...chorusTune, ...endingTune], at(chorusTwo, 0.68)),
        ...tune(outroTune, at(outro, 0.68)),
      ],
      loudness: -20,
      pan: 0.06,
      room: 0.26,
      echo: 0.36,
      effect: (sound) => filtered(sound, body),
    },
    {
      name: "melodica",
      voice: melodica,
      notes: [
        ...octaves(tune(chorusTune, at(chorusOne, 0.6)), -1),
        ...tune(bridgeTune, at(bridge, 0.66)),
        ...octaves(tune([...chorusTune, ...endingTune], at(chorusTwo, 0.62)), -1),
      ],
      loudness: -21,
      pan: -0.08,
      room: 0.3,
      echo: 0.2,
    },
    {
      name: "bass",
      voice: uprightBass,
      notes: [
        ...tune(
          [
            "g1:1.5 g1:.5 r:1 d2:1",
            "b1:1.5 b1:.5 r:1 d2:1",
            "c2:1.5 c2:.5 r:1 g2:1",
            "c2:1.5 c2:.5 r:1 d2:1",
            "e2:1.5 e2:.5 r:1 b1:1",
            "d2:1.5 d2:.5 r:1 a1:1",
            "c2:1.5 c2:.5 r:1 e2:1",
            "d2:1.5 d2:.5 d2:1 b1:1",
          ],
          at(verse, 0.66),
        ),
        ...[chorusOne, chorusTwo].flatMap((bar) =>
          tune(
            [
              "c2:1 c2:.5 g2:.5 c2:1 c2:.5 c#2:.5",
              "d2:1 d2:.5 a2:.5 d2:1 d2:.5 d#2:.5",
              "e2:1 e2:.5 b2:.5 e2:1 d2:1",
              "b1:1 b1:.5 g2:.5 b1:1 d2:1",
            ],
            at(bar, 0.74),
          ),
        ),
        ...tune(["f1:4", "e1:4", "a1:4", "d2:2 a1:1 d2:1"], at(bridge, 0.66)),
        ...tune(
          [
            "c2:1 c2:.5 g2:.5 c2:1 c2:.5 c#2:.5",
            "d2:1 d2:.5 a2:.5 d2:1 d2:1",
            "g1:1 g1:.5 d2:.5 g1:1 d2:1",
            "g1:1 g1:.5 d2:.5 g2:1 d2:1",
          ],
          at(chorusTwo + 4, 0.74),
        ),
        ...tune(["g1:1.5 g1:.5 r:1 d2:1", "c2:1.5 c2:.5 r:1 d2:1", "g1:4"], at(outro, 0.66)),
      ],
      loudness: -21.5,
      room: 0.03,
    },
    {
      name: "kick",
      voice: kick,
      notes: [
        ...drum("x.......", 2, at(intro, 0.5)),
        ...drum("X..ox...", 8, at(verse, 0.7)),
        ...drum("X..oX...", 4, at(chorusOne, 0.8)),
        ...drum("x.......", 4, at(bridge, 0.55)),
        ...drum("X..oX...", 8, at(chorusTwo, 0.82)),
        ...drum("X..ox...", 2, at(outro, 0.66)),
        ...drum("x.......", 1, at(outro + 2, 0.6)),
      ],
      loudness: -25,
      room: 0.04,
    },
    {
      name: "claps",
      voice: claps,
      notes: [
        ...drum("..x...x.", 4, at(verse + 4, 0.5)),
        ...drum("..X...X.", 4, at(chorusOne, 0.64)),
        ...drum("..X...X.", 7, at(chorusTwo, 0.68)),
        ...drum("..X...Xo", 1, at(chorusTwo + 7, 0.68)),
        ...drum("..x...x.", 1, at(outro, 0.5)),
      ],
      loudness: -27.5,
      pan: -0.06,
      room: 0.3,
    },
    {
      name: "shaker",
      voice: shaker,
      notes: [
        ...drum("ooxooox.ooxooox.", 8, at(verse, 0.5)),
        ...drum("oxXooxXooxXooxXo", 4, at(chorusOne, 0.56)),
        ...drum("..x...x...x...x.", 4, at(bridge, 0.4)),
        ...drum("oxXooxXooxXooxXo", 8, at(chorusTwo, 0.58)),
        ...drum("ooxooox.ooxooox.", 2, at(outro, 0.46)),
      ],
      loudness: -32,
      pan: 0.24,
      room: 0.12,
    },
    {
      name: "pad",
      voice: pad({ attack: 0.35, release: 1.1, brightness: 1300 }),
      notes: [
        ...held(["g3 c4 d4 e4", "f#3 a3 d4", "g3 b3 d4 e4", "g3 b3 d4"], at(chorusOne, 0.5)),
        ...held(["a3 c4 f4 g4", "g3 c4 e4", "g3 a3 c4 e4", "g3 a3 d4"], at(bridge, 0.62)),
        ...held(["g3 c4 d4 e4", "f#3 a3 d4", "g3 b3 d4 e4", "g3 b3 d4"], at(chorusTwo, 0.55)),
        ...held(["g3 c4 d4 e4", "f#3 a3 d4", "g3 b3 d4", "g3 b3 d4"], at(chorusTwo + 4, 0.55)),
        ...held(["g3 b3 d4", "g3 c4 e4", "g3 a3 b3 d4"], at(outro, 0.42)),
      ],
      loudness: -28,
      room: 0.3,
      effect: (sound) => filtered(chorus(sound), () => highPass(180)),
    },
  ],
};
