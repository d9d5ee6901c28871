import { fill, stroke } from "./paint.ts";
import { curve, type Point } from "./shapes.ts";

/** Both sides of something symmetrical, from the points of its right side, top to bottom. */
function mirrored(right: Point[]): Point[] {
  return [...right, ...right.toReversed().map(([x, y]): Point => [-x, y])];
}

const bassBody = curve(
  mirrored([
    [3, -128],
    [8, -124],
    [20, -113],
    [25.5, -101],
    [24.5, -90],
    [19, -83],
    [18, -74],
    [20, -66],
    [28, -58],
    [33.5, -46],
    [34, -30],
    [27, -17],
    [12, -11],
  ]),
);

export type InstrumentLook = { body: string; edge: string; neck: string; light: string };

/** An upright bass from the front, in centimetres: its spike stands on (0, 0), its scroll is at (0, -185). */
export function bass({ body, edge, neck, light }: InstrumentLook): string {
  const hole = (side: 1 | -1) => `<g transform="translate(${side * 13.5} -64) scale(${side} 1) rotate(8)">
    ${stroke("M-1.500 -10C3.500 -12 4 -6 1 0C-2 6 -1.500 12 3.500 10", edge, 1.5)}
    <circle cx="-1.800" cy="-8.500" r="1.7" fill="${edge}"/><circle cx="3.800" cy="8.500" r="1.900" fill="${edge}"/></g>`;
  return `
    ${stroke("M0 -12V0", edge, 1.6)}
    <path d="${bassBody}" fill="${body}" stroke="${edge}" stroke-width="1.800"/>
    ${hole(1)}${hole(-1)}
    ${fill("M-3.500 -14L-5 -46H5L3.500 -14z", edge)}
    ${fill("M-9 -58L-6.500 -64H6.500L9 -58L6 -57L4 -60H-4L-6 -57z", light)}
    ${fill("M-4.200 -80L-2.600 -168H2.600L4.200 -80z", neck)}
    ${fill("M-3 -166C-5 -172 -3.500 -178 -4.500 -183C-4 -188 4 -188 4.500 -183C3.500 -178 5 -172 3 -166z", neck)}
    ${stroke("M-3 -173H-9M3 -177H9M-3 -180H-8.500M3 -170H9", neck, 1.5)}
    ${stroke([-1, -0.33, 0.33, 1].map((string) => `M${string * 2} -168L${string * 4} -62L${string * 3} -44`).join(""), light, 0.4)}`;
}

const guitarBody = curve(
  mirrored([
    [4, -49],
    [11, -47.5],
    [14.5, -41],
    [13.5, -34],
    [11.8, -28.5],
    [13.5, -22],
    [18, -15],
    [19.5, -8],
    [15.5, -1.5],
    [6, 0.5],
  ]),
);

/** A guitar from the front, in centimetres: its foot at (0, 0), the head up to (0, -104). */
export function guitar({ body, edge, neck, light }: InstrumentLook): string {
  return `
    <path d="${guitarBody}" fill="${body}" stroke="${edge}" stroke-width="1.500"/>
    <circle cx="0" cy="-33" r="5.600" fill="${edge}"/>
    <circle cx="0" cy="-33" r="7.200" fill="none" stroke="${edge}" stroke-width="0.6"/>
    ${fill("M-7 -13h14v3h-14z", edge)}
    ${fill("M-2.800 -34L-2.400 -86H2.400L2.800 -34z", neck)}
    ${fill("M-2.800 -85L-3.800 -103H3.800L2.800 -85z", neck)}
    ${stroke("M-3.500 -90h-2.500M-3.700 -95h-2.500M-3.800 -100h-2.500M3.500 -90h2.500M3.700 -95h2.500M3.800 -100h2.500", neck, 1.6)}
    ${stroke([-1.5, -0.5, 0.5, 1.5].map((x) => `M${x} -86L${x * 1.2} -12`).join(""), light, 0.3)}`;
}
