import { bicyclePlaces, pedal } from "./bicycle.ts";
import { bend, curve, limb, type Point } from "./shapes.ts";

/** A rider on a {@link bicycle}, as outlines one can paint in any ink, in the bicycle's centimetres. */
export type Rider = { farLeg: string; body: string; cap: string; scarf: string };

type Pose = {
  shoulder: Point;
  /** Degrees by which the head bows. */
  bow: number;
  /** Where the hands are, each with the way its elbow bends. */
  hands: { at: Point; elbow: 1 | -1 }[];
};

const grip: Point = [bicyclePlaces.grip[0], bicyclePlaces.grip[1] - 2];

const poses = {
  home: { shoulder: [46, -143], bow: 0, hands: [{ at: grip, elbow: 1 }] },
  headwind: { shoulder: [67, -126], bow: 24, hands: [{ at: grip, elbow: 1 }] },
  noHands: {
    shoulder: [31, -150],
    bow: -14,
    hands: [
      { at: [86, -166], elbow: -1 },
      { at: [-24, -168], elbow: 1 },
    ],
  },
} satisfies Record<string, Pose>;

/** Someone with a cap, and a scarf that the wind has. The near pedal is at `crank` degrees from pointing forward. */
export function rider(crank: number, pose: keyof typeof poses = "home"): Rider {
  const { shoulder, bow, hands }: Pose = poses[pose];
  const hip: Point = [27, -101];
  const leg = (degrees: number) => {
    const [x, y] = pedal(degrees);
    const ankle: Point = [x - 6, y - 9];
    const knee = bend(hip, ankle, 45, 42, -1);
    const shoe = curve([
      [x - 11, y - 7],
      [x - 3, y - 9],
      [x + 9, y - 4],
      [x + 13, y - 1.5],
      [x + 12, y],
      [x - 10, y],
    ]);
    return limb([...hip, 10.5], [...knee, 6.6], [...ankle, 4]) + shoe;
  };
  const chest: Point = [
    shoulder[0] + (hip[0] - shoulder[0]) * 0.3,
    shoulder[1] + 8 + (hip[1] - shoulder[1]) * 0.3,
  ];
  const torso = limb([hip[0] - 2, hip[1], 13], [...chest, 13], [shoulder[0], shoulder[1] + 1, 9]);
  const arms = hands.map(({ at, elbow }) =>
    limb([shoulder[0] + 1, shoulder[1] + 2, 7], [...bend(shoulder, at, 29, 28, elbow), 4.8], [...at, 3.4]),
  );
  const from = (points: Point[]) => curve(points.map((point) => turned(point, shoulder, bow)));
  const neck = limb([...turned([4, -7], shoulder, bow), 5.4], [...turned([8, -17], shoulder, bow), 5]);
  return {
    farLeg: leg(crank + 180),
    body: leg(crank) + torso + arms.join("") + neck + from(head),
    cap: from(cap),
    scarf: from(scarf),
  };
}

/** A place on the head, given from the shoulder of someone upright. */
function turned([x, y]: Point, [atX, atY]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [atX + x * Math.cos(angle) - y * Math.sin(angle), atY + x * Math.sin(angle) + y * Math.cos(angle)];
}

/** Nape, hair that the wind lifts, brow, nose, chin. */
const head: Point[] = [
  [5, -12],
  [-1, -13],
  [-7.5, -16],
  [-3.5, -18.5],
  [-2.5, -27],
  [8, -35],
  [17, -33],
  [20, -27],
  [20.5, -23.5],
  [23.8, -18.8],
  [21.2, -17.4],
  [21.4, -14.5],
  [18.5, -11.5],
  [12, -11.5],
];

const cap: Point[] = [
  [-2, -27.5],
  [0, -35],
  [8, -39.5],
  [16, -37],
  [19.5, -30.5],
  [25, -31.5],
  [26, -29.5],
  [20, -27.5],
  [9, -29],
];

const scarf: Point[] = [
  [15, -6],
  [4, -9],
  [-6, -7],
  [-18, -13],
  [-30, -9],
  [-44, -14],
  [-42, -6],
  [-29, -2],
  [-16, -5],
  [-4, 2],
  [9, 1],
];

/** A guitar in its bag from the front, its foot at (0, 0), its head up at (0, -104). */
export const guitarBag = curve([
  [0, 0],
  [12, -2],
  [19.5, -12],
  [19, -24],
  [13.5, -36],
  [14.5, -48],
  [11, -56],
  [6, -64],
  [5.2, -84],
  [6, -100],
  [0, -104],
  [-6, -100],
  [-5.2, -84],
  [-6, -64],
  [-11, -56],
  [-14.5, -48],
  [-13.5, -36],
  [-19, -24],
  [-19.5, -12],
  [-12, -2],
]);
