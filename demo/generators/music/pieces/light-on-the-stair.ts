import { body } from "../effects.ts";
import { fingers, rolled, swelling, tune } from "../notation.ts";
import type { Piece } from "../piece.ts";
import { filtered } from "../signal.ts";
import { melodica, string } from "../voices.ts";

/** E major; the light goes out once, and the A is minor. */
const scale = [4, 6, 8, 9, 11, 1, 3];
const beatsPerBar = 12;
const [intro, opening, middle, again, coda] = [0, 2, 6, 10, 14];
const at = (bar: number, velocity: number) => ({ bar, beatsPerBar, velocity });
const half = (bar: number, velocity: number) => ({ bar: 2 * bar, beatsPerBar: 6, velocity });

const e = "e2 b2 f#3 g#3 b3 e4";
const cSharpMinor = "c#3 g#3 b3 e4 g#4 b4";
const a = "a2 e3 g#3 c#4 e4 g#4";
const bSuspended = "b2 f#3 a3 c#4 e4";
const b = "b2 f#3 a3 d#4 f#4";
const gSharpMinor = "g#2 d#3 f#3 b3 d#4 f#4";
const cSharpMinorNinth = "c#3 g#3 b3 d#4 e4 g#4";
const fSharpMinor = "f#2 c#3 e3 a3 c#4 g#4";
const eOverGSharp = "g#2 e3 b3 e4 f#4 b4";
const aMinor = "a2 e3 f#3 c4 e4 a4";
const eOverB = "b2 e3 g#3 b3 e4";
const aMinorOverE = "e2 a2 f#3 c4 e4 a4";
const home = "e2 b2 e3 g#3 b3 f#4";

const upAndDown = "0 2 3 4 3 2 1 3 4 5 4 3";
const halfway = "0 2 3 4 3 1";

/** Two bars of give and take: they begin slowly, move on, and wait again before the next. */
const breathing = Array.from(
  { length: 24 },
  (_, beat) => 1 + 0.07 * Math.cos((2 * Math.PI * (beat + 0.5)) / 24),
);

const openingTune = [
  "r:3 b4:2 e5:1 g#5:5 f#5:1",
  "e5:5 d#5:1 e5:3 b4:3",
  "c#5:5 e5:1 g#5:3 a5:2 g#5:1",
  "f#5:5 e5:1 d#5:4 r:2",
];
const middleTune = [
  "r:3 d#5:2 f#5:1 b5:5 f#5:1",
  "g#5:5 f#5:1 e5:3 d#5:2 e5:1",
  "c#5:3 e5:2 a5:1 g#5:4 f#5:1 e5:1",
  "f#5:5 e5:1 d#5:3 r:3",
];
const againTune = [
  "r:3 b4:2 e5:1 g#5:3 b5:3",
  "c#6:6 b5:2 g#5:1 e5:3",
  "c6:5 b5:1 a5:3 f#5:3",
  "g#5:5 e5:1 f#5:4 d#5:2",
];
const codaTune = ["e5:8 r:4", "r:3 c5:3 e5:2 f#5:1 a5:3", "g#5:7 r:5"];

/** The last one to come in turns it off. One guitar, one melodica, three floors of stone. */
export const lightOnTheStair: Piece = {
  title: "A Light on the Stair",
  file: "a-light-on-the-stair.mp3",
  seconds: 89,
  beatsPerMinute: 144,
  beatsPerBar,
  groove: { beats: 24, shares: breathing },
  slowsFrom: (coda + 1.5) * beatsPerBar,
  scale,
  harmony: [
    ...["e g# b f#", "a c# e g#"],
    ...["e g# b f#", "c# e g# b", "a c# e g#", "b d# f# a c# e"],
    ...["g# b d# f#", "c# e g# b d#", "f# a c# e g#", "b d# f# a c# e"],
    ...["e g# b f#", "a c# e g#", "a c e f#", "e g# b d# f# a"],
    ...["e g# b f#", "a c e f#", "e g# b f#"],
  ],
  roomSeconds: 4.6,
  echoBeats: 4.5,
  parts: [
    {
      name: "guitar",
      voice: string({ brightness: 7600, ring: 8, pluckedAt: 0.19 }),
      notes: [
        ...swelling(fingers([e, a], upAndDown, at(intro, 0.6)), 0.75, 1.05),
        ...fingers([e, cSharpMinor, a], upAndDown, at(opening, 0.52)),
        ...fingers([bSuspended, b], halfway, half(opening + 3, 0.52)),
        ...swelling(
          fingers([gSharpMinor, cSharpMinorNinth, fSharpMinor], upAndDown, at(middle, 0.58)),
          0.95,
          1.2,
        ),
        ...fingers([bSuspended, b], halfway, half(middle + 3, 0.6)),
        ...fingers([eOverGSharp, a, aMinor], upAndDown, at(again, 0.64)),
        ...fingers([eOverB, b], halfway, half(again + 3, 0.54)),
        ...swelling(fingers([e, aMinorOverE], upAndDown, at(coda, 0.52)), 1, 0.75),
        ...rolled(home, 0.45, at(coda + 2, 0.5)),
      ],
      loudness: -19.5,
      pan: -0.16,
      room: 0.3,
      echo: 0.1,
      effect: (sound) => filtered(sound, body),
    },
    {
      name: "melodica",
      voice: melodica,
      notes: [
        ...tune(openingTune, at(opening, 0.56)),
        ...swelling(tune(middleTune, at(middle, 0.62)), 0.95, 1.15),
        ...tune(againTune, at(again, 0.7)),
        ...swelling(tune(codaTune, at(coda, 0.54)), 1, 0.75),
      ],
      loudness: -21.5,
      pan: 0.16,
      room: 0.55,
      echo: 0.22,
      behind: 0.02,
    },
  ],
};
