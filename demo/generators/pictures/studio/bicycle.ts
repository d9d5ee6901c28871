import { lines, type Point, round } from "./shapes.ts";

/** Places on the bicycle that riders touch, in centimetres: the rear wheel stands on (0, 0), it rides to the right. */
export const bicyclePlaces = {
  grip: [78, -100],
  cranks: [43, -28],
  rearAxle: [0, -34],
  frontAxle: [105, -34],
} satisfies Record<string, Point>;

/** Where a pedal is, the crank turned by so many degrees from pointing forward. */
export function pedal(degrees: number): Point {
  const [x, y] = bicyclePlaces.cranks;
  const angle = (degrees * Math.PI) / 180;
  return [x + 17 * Math.cos(angle), y + 17 * Math.sin(angle)];
}

/** A wheel seen from its side: tyre, rim, and spokes that cross as real ones do. */
export function wheel(
  [x, y]: Point,
  { radius = 34, tyre, spokes, turned = 0, thick = 3.4, thin = 0.45 }: WheelLook,
): string {
  let crossed = "";
  for (let spoke = 0; spoke < 32; spoke++) {
    const lean = (spoke % 2 === 0 ? 1 : -1) * 1.25;
    const rim = ((spoke * 360) / 32 + turned) * (Math.PI / 180);
    const hub = rim + lean;
    crossed += lines(
      [
        [x + 2.4 * Math.cos(hub), y + 2.4 * Math.sin(hub)],
        [x + (radius - thick) * Math.cos(rim), y + (radius - thick) * Math.sin(rim)],
      ],
      false,
    );
  }
  return `
    <path d="${crossed}" stroke="${spokes}" stroke-width="${thin}" fill="none"/>
    <circle cx="${x}" cy="${y}" r="${radius - thick}" fill="none" stroke="${spokes}" stroke-width="${thin * 1.8}"/>
    <circle cx="${x}" cy="${y}" r="${radius - thick / 2}" fill="none" stroke="${tyre}" stroke-width="${thick}"/>
    <circle cx="${x}" cy="${y}" r="2.6" fill="${tyre}"/>`;
}

type WheelLook = {
  radius?: number;
  tyre: string;
  spokes: string;
  /** Degrees. */
  turned?: number;
  /** Widths of tyre and spokes. */
  thick?: number;
  thin?: number;
};

export type BicycleLook = {
  frame: string;
  tyre: string;
  spokes: string;
  /** Crank angle in degrees from pointing forward. */
  crank?: number;
  /** Factor on all tubes: a bicycle drawn small needs stronger ones. */
  strength?: number;
};

/** A plain town bicycle from its side, in centimetres (see {@link bicyclePlaces}). */
export function bicycle({ frame, tyre, spokes, crank = 40, strength = 1 }: BicycleLook): string {
  const { cranks, rearAxle, frontAxle } = bicyclePlaces;
  const seatTop: Point = [27, -80];
  const headTop: Point = [84, -86];
  const headFoot: Point = [89, -70];
  const width = (value: number) => round(value * strength);
  const tube = (points: Point[], thickness: number) =>
    `<path d="${lines(points, false)}" fill="none" stroke="${frame}" stroke-width="${width(thickness)}" stroke-linecap="round" stroke-linejoin="round"/>`;
  const chain = `M${cranks[0]} ${cranks[1] - 9}L0 -37.6M${cranks[0]} ${cranks[1] + 9}L0 -30.4`;
  const guard = (x: number, y: number, from: number, to: number) => {
    const end = (degrees: number) => {
      const angle = (degrees * Math.PI) / 180;
      return `${round(x + 37 * Math.cos(angle))} ${round(y + 37 * Math.sin(angle))}`;
    };
    return `<path d="M${end(from)}A37 37 0 0 1 ${end(to)}" fill="none" stroke="${frame}" stroke-width="${width(1.5)}"/>`;
  };
  return `
    ${wheel(rearAxle, { tyre, spokes, thick: width(3.2), thin: width(0.45) })}
    ${wheel(frontAxle, { tyre, spokes, turned: 4, thick: width(3.2), thin: width(0.45) })}
    ${guard(rearAxle[0], rearAxle[1], 170, 300)}
    ${guard(frontAxle[0], frontAxle[1], 215, 325)}
    <path d="${chain}" stroke="${frame}" stroke-width="${width(0.8)}"/>
    <circle cx="${cranks[0]}" cy="${cranks[1]}" r="9.2" fill="none" stroke="${frame}" stroke-width="${width(1.6)}"/>
    ${tube([cranks, rearAxle, seatTop], 1.9)}
    ${tube([seatTop, cranks, headFoot], 3)}
    ${tube(
      [
        [28, -76.5],
        [85.6, -81],
      ],
      2.8,
    )}
    ${tube([headTop, headFoot], 3.4)}
    <path d="M89 -70C92 -58 95 -44 105 -34" fill="none" stroke="${frame}" stroke-width="${width(2.2)}" stroke-linecap="round"/>
    ${tube([seatTop, [24.4, -89]], 2.4)}
    ${tube([headTop, [82, -95], [90, -99]], 2.2)}
    <path d="M90 -99C96 -102 92 -105 84 -103L75 -98.5" fill="none" stroke="${frame}" stroke-width="${width(2)}" stroke-linecap="round"/>
    <path d="M10 -92C12 -96 22 -95 26 -94.500L41 -94C42.500 -94 42.500 -91.500 41 -91.500L26 -89.500C20 -87 10 -87 10 -92Z" fill="${frame}"/>
    ${tube([pedal(crank + 180), cranks, pedal(crank)], 1.9)}
    ${[pedal(crank), pedal(crank + 180)].map(([x, y]) => `<path d="M${round(x - 5)} ${round(y)}h10" stroke="${frame}" stroke-width="${width(2)}" stroke-linecap="round"/>`).join("")}`;
}
