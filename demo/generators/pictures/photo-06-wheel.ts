import { wheel } from "./studio/bicycle.ts";
import { box, fade, fill, harbour, night, paper, shape, signal, stroke } from "./studio/paint.ts";
import { print } from "./studio/press.ts";
import { curve, disc, type Point } from "./studio/shapes.ts";

// A wheel in the truing stand at the workshop's window, and the cat. Render: `node
// demo/generators/pictures/photo-06-wheel.ts`.

const [width, height] = [1120, 1400];
const sill = 1226;
const panes = [0, 1].flatMap((column) =>
  [0, 1].map((row) => [110 + column * 460, 90 + row * 564, 440, 544] as const),
);

const cloud = (x: number, y: number, long: number, paint: string) =>
  shape(
    [
      [x, y],
      [x + long * 0.25, y - 20],
      [x + long * 0.5, y - 13],
      [x + long * 0.72, y - 24],
      [x + long, y],
      [x + long * 0.6, y + 9],
      [x + long * 0.3, y + 7],
    ],
    paint,
  );

/** The roofs over the road, with their chimney pots. */
function roofs(): string {
  let chimneys = "";
  for (const [x, y, pots] of [
    [150, 905, 4],
    [420, 880, 3],
    [640, 925, 5],
    [890, 890, 4],
  ] as const) {
    chimneys += `M${x} ${y + 120}V${y}h${pots * 24 + 8}v120z`;
    for (let pot = 0; pot < pots; pot++) chimneys += `M${x + 8 + pot * 24} ${y + 4}l2 -36h12l2 36z`;
  }
  const gulls = stroke("M690 250q22 -24 40 0q18 -24 40 0M850 330q16 -18 30 0q14 -18 30 0", night, 7);
  return `<g transform="translate(0 60)">${fill(chimneys, harbour)}${fill("M60 1010L240 960H560L700 1000L840 950H1080V1250H60z", harbour)}
    ${[
      [200, 1050],
      [300, 1050],
      [760, 1040],
      [900, 1040],
    ]
      .map(([x = 0, y = 0], index) => box(x, y, 44, 70, index % 2 ? paper : signal))
      .join("")}</g>${gulls}`;
}

const cat = `
  <g transform="translate(905 ${sill})">
    ${shape(
      [
        [-86, 4],
        [-96, -60],
        [-78, -140],
        [-48, -196],
        [0, -214],
        [48, -196],
        [78, -140],
        [96, -60],
        [86, 4],
      ],
      night,
    )}
    ${shape(
      [
        [-58, -190],
        [-64, -236],
        [-62, -294],
        [-36, -262],
        [0, -270],
        [36, -262],
        [62, -294],
        [64, -236],
        [58, -190],
        [0, -176],
      ],
      night,
    )}
    ${stroke("M70 -16C120 -20 132 30 116 76C104 112 124 140 146 138", night, 26)}
    ${stroke("M-84 -40C-88 -90 -72 -146 -50 -176", signal, 6)}${stroke("M-62 -226L-60 -284L-40 -260", signal, 5)}
  </g>`;

/** What holds the wheel: a foot, an upright to the hub, a gauge at the rim. */
const stand = `
  ${fill(`M330 ${sill}q6 -36 40 -36h230q34 0 40 36z`, night)}
  ${fill(`M450 ${sill - 30}L468 720H502L520 ${sill - 30}z`, night)}
  ${fill(disc(485, 720, 30), night)}${fill(disc(485, 720, 11), signal)}
  ${stroke(`M600 ${sill - 20}C700 ${sill - 60} 770 1010 764 930`, night, 14)}${stroke("M764 930l-34 -30M764 930l-6 -46", night, 9)}`;

const plant: Point[][] = [
  [
    [178, 990],
    [150, 930],
    [96, 900],
    [110, 960],
    [160, 1000],
  ],
  [
    [186, 980],
    [180, 900],
    [210, 830],
    [222, 910],
    [198, 990],
  ],
  [
    [194, 992],
    [230, 930],
    [284, 910],
    [262, 970],
    [206, 1004],
  ],
  [
    [176, 1004],
    [130, 990],
    [80, 1010],
    [130, 1030],
    [180, 1016],
  ],
];

await print({
  file: "demo/pictures/photo-06.webp",
  width,
  height,
  pitch: 7,
  quality: 66,
  drawing: `
    ${box(0, 0, width, height, night)}
    <clipPath id="panes">${panes.map(([x, y, w, h]) => box(x, y, w, h, night)).join("")}</clipPath>
    <g clip-path="url(#panes)">
      ${fade("dusk", harbour, [0.22, harbour], [0.5, paper], [0.56, paper], [0.8, signal], signal)}${box(0, 60, width, 1150, "url(#dusk)")}
      ${fill(disc(485, 720, 250), paper)}
      ${cloud(100, 250, 420, harbour)}${cloud(620, 420, 420, harbour)}${cloud(140, 470, 260, paper)}${cloud(680, 760, 360, signal)}${cloud(90, 800, 300, paper)}
      ${roofs()}
    </g>
    ${stroke("M110 104H550M570 104H1010", harbour, 4)}
    <g transform="translate(485 720) scale(10.4)">${wheel([0, 0], { tyre: night, spokes: night, thick: 2.6, thin: 0.36, turned: 3 })}</g>
    ${stand}
    ${box(40, sill - 2, 1040, 44, night)}${box(40, sill - 2, 1040, 8, signal)}
    <g transform="translate(30 ${sill - 1150})">
      ${plant.map((leaf) => `<path d="${curve(leaf)}" fill="${harbour}" stroke="${night}" stroke-width="6"/>`).join("")}
      ${fill("M130 1010h110l-14 140h-82z", signal)}${fill("M120 1000h130v28h-130z", signal)}${stroke("M126 1031h116", night, 6)}
    </g>
    ${cat}
    ${box(70, sill + 60, 980, 5, harbour)}`,
});
