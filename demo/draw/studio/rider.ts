import { bicyclePlaces, pedal } from "./bicycle.ts";
import { bend, curve, limb, type Point } from "./shapes.ts";

/** A rider on a {@link bicycle}, as outlines one can paint in any ink, in the bicycle's centimetres. */
export type Rider = {
  farLeg: string;
  nearLeg: string;
  torso: string;
  arm: string;
  head: string;
  cap: string;
  scarf: string;
};

/** Someone riding home: upright, both hands on the bar, a cap and a scarf that the wind has. */
export function rider(crank: number): Rider {
  const hip: Point = [27, -101];
  const shoulder: Point = [46, -143];
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
  const hand: Point = [bicyclePlaces.grip[0], bicyclePlaces.grip[1] - 2];
  const elbow = bend([shoulder[0] + 1, shoulder[1] + 3], hand, 29, 27, 1);
  return {
    farLeg: leg(crank + 180),
    nearLeg: leg(crank),
    torso: curve([
      [11, -97],
      [15, -112],
      [24, -130],
      [33, -146],
      [43, -151],
      [52, -148],
      [56, -138],
      [52, -124],
      [46, -110],
      [43, -97],
      [30, -92],
      [17, -91],
    ]),
    arm: limb([shoulder[0] + 1, shoulder[1] + 2, 7], [...elbow, 4.8], [...hand, 3.4]),
    // Nape, bobbed hair that the wind lifts, brow, nose, chin.
    head:
      limb([50, -150, 5.4], [54, -160, 5]) +
      curve([
        [51, -155],
        [45, -156],
        [38.5, -159],
        [42.5, -161.5],
        [43.5, -170],
        [54, -178],
        [63, -176],
        [66, -170],
        [66.5, -166.5],
        [69.8, -161.8],
        [67.2, -160.4],
        [67.4, -157.5],
        [64.5, -154.5],
        [58, -154.5],
      ]),
    cap: curve([
      [44, -170.5],
      [46, -178],
      [54, -182.5],
      [62, -180],
      [65.5, -173.5],
      [71, -174.5],
      [72, -172.5],
      [66, -170.5],
      [55, -172],
    ]),
    scarf: curve([
      [61, -149],
      [50, -152],
      [40, -150],
      [28, -156],
      [16, -152],
      [2, -157],
      [4, -149],
      [17, -145],
      [30, -148],
      [42, -141],
      [55, -142],
    ]),
  };
}

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
