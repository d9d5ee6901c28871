import { bass, guitar } from "./studio/instruments.ts";
import { randomFrom } from "./studio/noise.ts";
import { box, fill, glow, harbour, night, paper, shape, signal, stroke } from "./studio/paint.ts";
import { ink, print } from "./studio/press.ts";
import { curve, limb, type Point } from "./studio/shapes.ts";

// A small room with fairy lights, seen from the back row. Render: `node
// demo/generators/pictures/photo-05-small-room.ts`.

const random = randomFrom(19);
const [width, height] = [1440, 960];

/** The curtain behind the stage: folds, brightest in the middle where the lamp hits them. */
function curtain(): string {
  let folds = "";
  for (let x = 400; x < 1040; x += 40) {
    const off = Math.abs(x + 20 - 720) / 320;
    const shadow = 2 + 14 * off + 8 * random();
    folds += `<path d="M${x} 130h41v570h-41z" fill="${signal}"/><path d="M${x + 41} 130v570h${-shadow - 8}q14 -300 8 -570z" fill="${ink(1, 1, 0.55 + 0.4 * off)}"/>`;
  }
  return folds;
}

/** A string of lights sagging between two nails. */
function fairyLights(from: Point, to: Point, sag: number, bulbs: number, size: number): string {
  const at = (t: number): Point => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t + sag * 4 * t * (1 - t),
  ];
  let lights = stroke(
    curve(
      Array.from({ length: 13 }, (_, step) => at(step / 12)),
      false,
    ),
    night,
    2.5,
  );
  for (let bulb = 0; bulb <= bulbs; bulb++) {
    const [x, y] = at(bulb / bulbs);
    lights += `${glow(x, y + size, size * 4.2, 0.75)}<circle cx="${x}" cy="${y + size}" r="${size}" fill="${paper}"/>`;
  }
  return lights;
}

/** Ishbel on a stool with the guitar: the stool stands on (0, 0), 300 from cap to floor. */
const player = `
  ${stroke("M-26 -96L-50 8M26 -96L50 8M-40 -40H40", night, 8)}
  ${fill(limb([-20, -108, 26], [-62, -88, 19], [-60, -10, 11]) + limb([20, -108, 26], [72, -98, 20], [66, -8, 11]), night)}
  ${shape(
    [
      [-84, -4],
      [-66, -16],
      [-48, -10],
      [-48, 6],
      [-86, 6],
    ],
    night,
  )}${shape(
    [
      [54, -10],
      [68, -16],
      [88, -2],
      [90, 6],
      [52, 6],
    ],
    night,
  )}
  ${shape(
    [
      [-22, -222],
      [0, -228],
      [24, -222],
      [44, -206],
      [46, -160],
      [42, -96],
      [0, -84],
      [-44, -96],
      [-48, -160],
      [-44, -206],
    ],
    night,
  )}
  <g transform="translate(2 -222) rotate(7)">
    ${shape(
      [
        [-27, -48],
        [-31, -22],
        [-36, 4],
        [-20, 10],
        [0, 8],
        [20, 10],
        [33, 4],
        [29, -22],
        [26, -48],
      ],
      night,
    )}
    ${shape(
      [
        [-19, -46],
        [-20, -22],
        [-13, -4],
        [0, 6],
        [12, -4],
        [19, -22],
        [18, -46],
      ],
      paper,
    )}
    ${shape(
      [
        [-19, -46],
        [-20, -22],
        [-13, -4],
        [0, 6],
        [-5, -12],
        [-8, -46],
      ],
      ink(0.5, 0, 0),
    )}
    ${stroke("M-13 -24q4 4 9 1M6 -23q4 3 8 -1", night, 2.8)}${stroke("M1 -24l3 9l-5 1M-4 -6q5 2 8 0", night, 2.2)}
    ${shape(
      [
        [-29, -40],
        [-27, -62],
        [-12, -74],
        [10, -74],
        [25, -62],
        [28, -40],
        [0, -46],
      ],
      paper,
    )}
    ${shape(
      [
        [-27, -44],
        [0, -52],
        [27, -44],
        [22, -33],
        [0, -38],
        [-21, -33],
      ],
      signal,
    )}
    ${stroke("M1 -73C3 -66 3 -58 1 -50", signal, 9)}
  </g>
  ${shape(
    [
      [-34, -228],
      [-8, -222],
      [22, -224],
      [36, -220],
      [28, -202],
      [-2, -194],
      [-28, -202],
    ],
    signal,
  )}
  <g transform="translate(-64 -92) rotate(62) scale(2.2)">${guitar({ body: paper, edge: night, neck: night, light: paper })}</g>
  ${fill(limb([-40, -200, 17], [-70, -150, 14], [-26, -118, 9]), night)}
  ${fill(limb([40, -200, 17], [86, -146, 13], [98, -166, 8]), night)}
  ${fill(limb([-27, -119, 8], [-14, -116, 7]) + limb([97, -168, 8], [102, -178, 7]), paper)}`;

/** Someone in front of us, from behind: shoulders below, then a head with some hair. */
function listener(
  x: number,
  y: number,
  size: number,
  hair: "short" | "bun" | "cap" | "curls" | "long",
): string {
  const skull = limb([0, -62, 34], [0, -42, 30]) + limb([0, -30, 17], [0, 20, 22]);
  const shoulders = curve([
    [30, 2],
    [84, 26],
    [112, 74],
    [122, 320],
    [-122, 320],
    [-112, 74],
    [-84, 26],
    [-30, 2],
  ]);
  const top = {
    short: limb([0, -66, 38], [0, -52, 37]),
    bun: limb([0, -66, 38], [0, -50, 36]) + limb([8, -116, 20], [8, -112, 20]),
    cap: limb([0, -66, 40], [0, -58, 40]) + limb([-30, -62, 11], [44, -62, 11]),
    curls:
      [
        [-34, -40],
        [-40, -66],
        [-28, -92],
        [0, -104],
        [28, -92],
        [40, -66],
        [34, -40],
        [-26, -22],
        [26, -22],
      ]
        .map(([cx = 0, cy = 0]) => limb([cx, cy, 18], [cx * 0.8, cy, 17]))
        .join("") + limb([0, -66, 40], [0, -50, 40]),
    long: limb([0, -66, 39], [0, -48, 40], [0, 26, 42]),
  }[hair];
  const outline = skull + shoulders + top;
  return `<g transform="translate(${x} ${y}) scale(${size})">
    <path d="${outline}" fill="${signal}" transform="translate(${x < 720 ? 4 : -4} -5)"/><path d="${outline}" fill="${night}"/></g>`;
}

const room = `
  ${box(0, 0, width, height, night)}
  ${curtain()}
  ${fill("M150 250l110 62v170l-110 -26z", harbour)}${fill("M168 290l74 40v110l-74 -18z", paper)}<ellipse cx="205" cy="372" rx="26" ry="38" fill="${signal}"/>
  ${fill("M300 336l60 30v120l-60 -12z", harbour)}${stroke("M312 376l36 17M312 400l36 15M312 424l30 10", paper, 5)}
  ${fill("M1130 330l150 -66v34l-150 58z", signal)}
  ${[0, 1, 2, 3, 4, 5, 6].map((bottle) => fill(`M${1140 + bottle * 19} ${322 - bottle * 8}v-34l4 -8v-14h6v14l4 8v30z`, [harbour, paper, signal][bottle % 3] ?? paper)).join("")}
  ${fill("M1130 440l150 -32v34l-150 26z", signal)}
  ${[0, 1, 2, 3, 4, 5, 6].map((bottle) => fill(`M${1140 + bottle * 19} ${434 - bottle * 4}v-34l4 -8v-14h6v14l4 8v32z`, [paper, harbour, harbour][bottle % 3] ?? paper)).join("")}
  <clipPath id="back"><path d="M400 130H1040V700H400z"/></clipPath>
  <g clip-path="url(#back)">${glow(720, 420, 330, 1)}</g>
  ${fill("M400 700H1040L1180 780H260z", ink(0.9, 0.6, 0.2))}
  <ellipse cx="720" cy="716" rx="240" ry="34" fill="${paper}"/>
  ${fill("M260 780H1180V830H260z", night)}
  <g transform="translate(915 722) rotate(7) scale(2.4)">${bass({ body: ink(1, 0.4, 0), edge: night, neck: night, light: paper })}</g>
  <g transform="translate(712 706) scale(1.12)">${player}</g>
  `;

const lights = [
  fairyLights([-30, 40], [420, 170], 70, 9, 7),
  fairyLights([420, 170], [1020, 170], 62, 15, 5),
  fairyLights([1470, 40], [1020, 170], 70, 9, 7),
  fairyLights([120, -30], [700, 96], 60, 10, 6.5),
  fairyLights([1320, -30], [700, 96], 60, 10, 6.5),
].join("");

const rows = [
  listener(430, 800, 0.62, "curls"),
  listener(560, 806, 0.6, "short"),
  listener(872, 806, 0.6, "bun"),
  listener(1000, 800, 0.62, "short"),
  listener(300, 810, 0.66, "long"),
  listener(1130, 806, 0.66, "cap"),
  listener(190, 860, 1, "cap"),
  listener(430, 884, 0.98, "bun"),
  listener(940, 890, 1, "curls"),
  listener(1190, 868, 1.02, "long"),
  listener(668, 900, 0.94, "short"),
  listener(30, 850, 1, "short"),
  listener(1400, 860, 1, "short"),
].join("");

await print({
  file: "demo/pictures/photo-05.webp",
  width,
  height,
  pitch: 6.5,
  quality: 68,
  drawing: `${room}${lights}${rows}`,
});
