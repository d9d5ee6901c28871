import { randomFrom } from "./studio/noise.ts";
import { box, fade, fill, glow, harbour, night, paper, shape, signal, stroke } from "./studio/paint.ts";
import { ink, print } from "./studio/press.ts";
import { guitarBag } from "./studio/rider.ts";
import { curve, limb, lines, type Point } from "./studio/shapes.ts";

// Wet setts, two rails, the last tram coming, and someone with a guitar walking towards it.
// Render: `node demo/generators/pictures/photo-04-last-tram.ts`.

const random = randomFrom(77);
const [width, height] = [960, 1440];
const vanishing: Point = [470, 640];
const eye = 1.7;

/** Where a place in the street is on the paper: metres to the right, up, and away. */
function see(x: number, y: number, z: number): Point {
  return [vanishing[0] + (1000 * x) / z, vanishing[1] - (1000 * (y - eye)) / z];
}

const quad = (a: Point, b: Point, c: Point, d: Point, paint: string) => fill(lines([a, b, c, d]), paint);

/** One side of the street: walls with windows, storey by storey, and chimneys. */
function tenements(side: 1 | -1): string {
  const x = side * 6.5;
  let row = "";
  for (const [near, far, roof] of [
    [3, 13, 14],
    [13, 24, 12.5],
    [24, 38, 14.5],
    [38, 70, 12],
  ] as const) {
    row = `${quad(see(x, 0, near), see(x, roof, near), see(x, roof, far), see(x, 0, far), near % 2 === 0 ? ink(0, 1, 0.86) : night)}${windows(x, near, far, roof)}${row}`;
    for (let z = near + 2; z < far; z += 7) {
      row += quad(
        see(x, roof - 0.1, z),
        see(x, roof + 1.9, z),
        see(x, roof + 1.9, z + 2),
        see(x, roof - 0.1, z + 2),
        night,
      );
    }
  }
  return row;
}

function windows(x: number, near: number, far: number, roof: number): string {
  let panes = "";
  for (let z = near + 1.2; z < far - 1; z += 2.6) {
    for (let y = 4.4; y < roof - 2; y += 3.1) {
      const lit = random() < 0.3;
      const paint = lit ? (random() < 0.5 ? signal : random() < 0.5 ? paper : ink(0.4, 0, 0)) : harbour;
      panes += quad(see(x, y, z), see(x, y + 1.8, z), see(x, y + 1.8, z + 1.1), see(x, y, z + 1.1), paint);
      panes += stroke(lines([see(x, y + 0.9, z), see(x, y + 0.9, z + 1.1)], false), night, 26 / z);
    }
    if (random() < 0.5) {
      panes += quad(
        see(x, 0.6, z),
        see(x, 2.8, z),
        see(x, 2.8, z + 1.9),
        see(x, 0.6, z + 1.9),
        random() < 0.6 ? ink(0.3, 0, 0) : signal,
      );
    }
  }
  return panes;
}

/** Setts: on each a crescent of reflected light, most and palest under the tram. */
function setts(): string {
  let wet = "";
  let row = 0;
  for (let z = 2.05; z < 34; z *= 1.036) {
    row++;
    for (let x = -4.4; x < 4.4; x += 0.31) {
      const at = x + (row % 2) * 0.155;
      const off = Math.abs(at) + 0.25 * (random() - 0.5);
      if (random() > Math.exp(-((at * 0.42) ** 2)) * 0.96) continue;
      const [left, y] = see(at, 0, z);
      const [right] = see(at + 0.25, 0, z);
      const tall = Math.max(1, 54 / z ** 1.3);
      const middle = (left + right) / 2;
      const paint = off < 0.62 ? paper : off < 1.5 ? (random() < 0.75 ? signal : paper) : harbour;
      wet += fill(
        `M${left} ${y}Q${middle} ${y - tall * 1.5} ${right} ${y}Q${middle} ${y - tall * 0.35} ${left} ${y}`,
        paint,
      );
    }
  }
  return wet;
}

const rails = [-0.75, 0.75]
  .map(
    (x) =>
      quad(see(x - 0.07, 0, 2), see(x + 0.07, 0, 2), see(x + 0.07, 0, 60), see(x - 0.07, 0, 60), night) +
      quad(see(x - 0.03, 0, 2), see(x + 0.035, 0, 2), see(x + 0.02, 0, 60), see(x - 0.02, 0, 60), paper),
  )
  .join("");

/** The tram from the front, standing at `z`. */
function tram(z: number): string {
  const at = (x: number, y: number) => see(x, y, z);
  const front: Point[] = [
    at(-1.3, 0.35),
    at(-1.32, 1.6),
    at(-1.2, 2.8),
    at(-0.95, 3.4),
    at(0.95, 3.4),
    at(1.2, 2.8),
    at(1.32, 1.6),
    at(1.3, 0.35),
  ];
  const lamps = [at(-0.85, 0.95), at(0.85, 0.95)];
  return `
    ${fill(curve(front), signal)}
    ${fill(lines([at(-1.14, 1.55), at(-1.04, 2.7), at(1.04, 2.7), at(1.14, 1.55)]), paper)}
    ${fill(limb([...at(0.4, 2), 9], [...at(0.4, 1.5), 15]), night)}
    ${stroke(lines([at(0, 1.55), at(0, 2.7)], false), signal, 4)}
    ${fill(lines([at(-0.6, 2.9), at(-0.55, 3.2), at(0.55, 3.2), at(0.6, 2.9)]), night)}
    ${fill(lines([at(-1.3, 0.3), at(-1.3, 0.62), at(1.3, 0.62), at(1.3, 0.3)]), night)}
    ${lamps.map(([x, y]) => `${glow(x, y, 40, 1)}<circle cx="${x}" cy="${y}" r="11" fill="${paper}"/>`).join("")}`;
}

const wires = stroke(
  [-0.4, 0.4].map((x) => lines([see(x, 6.2, 3), see(x, 6.2, 40)], false)).join("") +
    [8, 14, 22, 33]
      .map((z) => {
        const [a, b] = [see(-6.4, 7.4, z), see(6.4, 7.4, z)];
        return `M${a.join(" ")}Q${see(0, 5.4, z).join(" ")} ${b.join(" ")}`;
      })
      .join(""),
  night,
  2.6,
);

/** Someone walking away from us, the feet on (0, 0), 520 tall. */
const figure =
  limb([-26, -210, 27], [-28, -120, 19], [-24, -22, 11]) +
  limb([26, -210, 27], [34, -128, 18], [38, -62, 11]) +
  curve([
    [-42, -12],
    [-26, -26],
    [-10, -14],
    [-10, 2],
    [-40, 4],
  ]) +
  curve([
    [28, -66],
    [48, -66],
    [53, -42],
    [42, -30],
    [28, -42],
  ]) +
  curve([
    [18, -436],
    [48, -420],
    [64, -396],
    [72, -346],
    [80, -298],
    [76, -260],
    [66, -240],
    [72, -176],
    [0, -168],
    [-72, -176],
    [-66, -240],
    [-76, -260],
    [-80, -298],
    [-72, -346],
    [-64, -396],
    [-48, -420],
    [-18, -436],
  ]) +
  curve([
    [-36, -428],
    [-45, -446],
    [-37, -482],
    [0, -494],
    [37, -482],
    [45, -446],
    [36, -428],
    [16, -414],
    [-16, -414],
  ]);

const guitar = `<g transform="translate(-16 -182) rotate(15) scale(2.6 2.75)"><path d="${guitarBag}" fill="${harbour}" stroke="${night}" stroke-width="2.6"/>
  <path d="M-9 -10C-2 -7 4 -7 10 -10M-6 -56C-2 -53 2 -53 6 -56M0 -62V-98" fill="none" stroke="${night}" stroke-width="1.6"/></g>`;

const walker = `
  ${fill(figure, night)}
  ${shape(
    [
      [-39, -468],
      [-35, -500],
      [-15, -520],
      [15, -520],
      [35, -500],
      [39, -468],
      [0, -477],
    ],
    paper,
  )}
  ${stroke("M-2 -518C3 -506 3 -494 0 -480", signal, 10)}
  ${shape(
    [
      [-52, -420],
      [-32, -438],
      [0, -442],
      [32, -438],
      [52, -420],
      [38, -402],
      [0, -396],
      [-38, -402],
    ],
    signal,
  )}
  ${shape(
    [
      [-34, -404],
      [-18, -402],
      [-22, -360],
      [-30, -326],
      [-46, -330],
      [-40, -366],
    ],
    signal,
  )}
  ${guitar}`;

const lampPost = (x: number, z: number) => {
  const [foot, head, tip] = [see(x, 0, z), see(x, 6, z), see(x * 0.78, 6.3, z)];
  return (
    stroke(`M${foot.join(" ")}L${head.join(" ")}Q${head[0]} ${tip[1]} ${tip.join(" ")}`, night, 60 / z) +
    glow(tip[0], tip[1], 560 / z ** 0.8, 1) +
    `<ellipse cx="${tip[0]}" cy="${tip[1]}" rx="${130 / z}" ry="${60 / z}" fill="${paper}"/>`
  );
};

const tramAt = 26;
const [, horizon] = see(0, 0, 400);
const street = `
  ${fade("sky", night, [0.22, night], [0.5, harbour], [0.66, harbour], [0.85, ink(0.1, 0.5, 0)], ink(0.8, 0, 0))}
  ${box(0, 0, width, horizon + 4, "url(#sky)")}
  ${fill(lines([see(-6.5, 0, 70), see(-6.5, 9, 70), see(-3, 11, 70), see(1, 8, 70), see(3, 14, 70), see(3.6, 9, 70), see(6.5, 10, 70), see(6.5, 0, 70)]), ink(0, 1, 0.45))}
  ${box(0, horizon, width, height - horizon, night)}
  ${quad(see(-4.6, 0, 70), see(4.6, 0, 70), see(4.6, 0, 14), see(-4.6, 0, 14), harbour)}
  ${fade("road", ink(0, 1, 0), [0.7, ink(0, 1, 0.8)], night)}
  ${quad(see(-4.6, 0, 60), see(4.6, 0, 60), see(4.6, 0, 6), see(-4.6, 0, 6), "url(#road)")}
  ${tenements(-1)}${tenements(1)}
  ${lampPost(-5.6, 11)}${lampPost(5.6, 16)}${lampPost(-5.6, 26)}
  ${wires}`;

await print({
  file: "demo/pictures/photo-04.webp",
  width,
  height,
  quality: 66,
  drawing: `${street}
    ${setts()}${rails}
    ${glow(vanishing[0], see(0, 1.5, tramAt)[1], 230, 1)}
    ${tram(tramAt)}
    <g transform="translate(648 1262) scale(1.16)">
      <g transform="translate(-8 -2)">${fill(figure, paper)}</g><g transform="translate(7 0)">${fill(figure, signal)}</g>${walker}
    </g>`,
});
