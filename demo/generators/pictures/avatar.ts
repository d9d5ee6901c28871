import { wheel } from "./studio/bicycle.ts";
import { harbour, night, paper, signal } from "./studio/paint.ts";
import { ink, print } from "./studio/press.ts";
import { curve, lines, type Point } from "./studio/shapes.ts";

// Ishbel Carrow, listening: a cycling cap, a scarf, and the wheel behind her for a halo. It has to work in a circle of
// 96 pixels. Render: `node demo/generators/pictures/avatar.ts`.

const face: Point[] = [
  [492, 268],
  [505, 300],
  [510, 322],
  [507, 338],
  [502, 350],
  [507, 366],
  [518, 386],
  [531, 407],
  [540, 421],
  [538, 430],
  [527, 436],
  [513, 438],
  [510, 446],
  [513, 455],
  [521, 463],
  [523, 470],
  [514, 476],
  [519, 482],
  [520, 491],
  [513, 500],
  [508, 508],
  [512, 519],
  [516, 532],
  [511, 548],
  [496, 560],
  [474, 561],
  [446, 552],
  [430, 556],
  [424, 580],
  [424, 620],
  [440, 680],
  [300, 700],
  [296, 600],
  [310, 520],
  [300, 400],
  [330, 270],
];

const cheekShade = curve([
  [446, 552],
  [474, 561],
  [494, 560],
  [484, 549],
  [462, 534],
  [446, 510],
  [444, 480],
  [462, 450],
  [452, 436],
  [424, 430],
  [404, 440],
  [392, 462],
  [384, 500],
  [404, 536],
]);
const neckShade = curve([
  [404, 520],
  [430, 545],
  [446, 553],
  [432, 566],
  [425, 600],
  [430, 660],
  [380, 690],
  [290, 700],
  [280, 560],
  [320, 470],
]);

const hair = curve([
  [452, 268],
  [468, 300],
  [463, 322],
  [446, 344],
  [440, 372],
  [428, 392],
  [416, 398],
  [404, 412],
  [400, 438],
  [386, 470],
  [372, 512],
  [352, 552],
  [326, 576],
  [296, 580],
  [262, 572],
  [222, 584],
  [246, 556],
  [238, 540],
  [206, 540],
  [238, 518],
  [246, 470],
  [250, 400],
  [262, 320],
  [300, 258],
  [380, 240],
]);

/** Locks cut out of the dark of the hair, as a gouge would. */
const locks: Point[][] = [
  [
    [424, 300],
    [398, 350],
    [378, 420],
    [352, 500],
    [322, 556],
  ],
  [
    [388, 296],
    [362, 350],
    [342, 420],
    [322, 490],
    [290, 552],
  ],
  [
    [350, 300],
    [326, 356],
    [306, 430],
    [292, 496],
    [262, 546],
  ],
  [
    [310, 310],
    [288, 370],
    [274, 440],
    [268, 500],
  ],
];

function lock(points: Point[]): string {
  const back = points
    .slice(1, -1)
    .reverse()
    .map(([x, y]): Point => [x + 6, y + 3]);
  return curve([...points, ...back]);
}

const ear = curve([
  [404, 398],
  [418, 396],
  [423, 410],
  [418, 428],
  [409, 446],
  [401, 444],
  [398, 424],
]);

const cap = curve([
  [270, 318],
  [262, 262],
  [284, 202],
  [334, 166],
  [396, 158],
  [452, 178],
  [486, 222],
  [500, 276],
  [440, 282],
  [350, 298],
]);
const peak = curve([
  [484, 262],
  [520, 256],
  [566, 262],
  [600, 282],
  [606, 294],
  [590, 294],
  [550, 284],
  [510, 284],
  [470, 286],
  [466, 272],
]);

const scarf = curve([
  [282, 566],
  [330, 578],
  [380, 576],
  [426, 562],
  [456, 566],
  [474, 590],
  [470, 620],
  [440, 652],
  [380, 668],
  [316, 660],
  [270, 632],
  [262, 592],
]);
const scarfFolds: Point[][] = [
  [
    [278, 604],
    [330, 622],
    [392, 618],
    [450, 588],
    [400, 610],
    [336, 614],
  ],
  [
    [284, 636],
    [340, 650],
    [404, 640],
    [456, 610],
    [404, 632],
    [340, 640],
  ],
  [
    [330, 584],
    [380, 588],
    [432, 574],
    [382, 581],
  ],
];

const jacket = curve([
  [126, 860],
  [146, 760],
  [188, 700],
  [256, 652],
  [300, 640],
  [380, 676],
  [440, 656],
  [478, 622],
  [520, 660],
  [566, 710],
  [590, 760],
  [600, 830],
]);

const portrait = `
  <path d="${curve(face)}" fill="${paper}"/>
  <path d="${neckShade}" fill="${ink(0.85, 0, 0)}"/>
  <path d="${jacket}" fill="${night}"/>
  <path d="${curve([
    [300, 700],
    [330, 740],
    [352, 830],
    [344, 830],
    [318, 750],
  ])}${curve([
    [520, 668],
    [556, 716],
    [576, 770],
    [580, 830],
    [570, 830],
    [560, 766],
    [540, 716],
  ])}${curve([
    [196, 716],
    [176, 762],
    [168, 830],
    [158, 830],
    [166, 760],
  ])}" fill="${harbour}"/>
  <path d="${curve([
    [432, 668],
    [448, 740],
    [452, 830],
    [446, 830],
    [440, 740],
  ])}" fill="${paper}"/>
  <path d="${cheekShade}" fill="${ink(0.42, 0, 0)}"/>
  <path d="${curve([
    [476, 352],
    [500, 350],
    [506, 366],
    [514, 384],
    [500, 380],
    [484, 366],
  ])}" fill="${ink(0.36, 0, 0)}"/>
  <path d="${curve([
    [496, 300],
    [512, 300],
    [511, 326],
    [500, 330],
    [470, 318],
    [458, 290],
    [494, 286],
  ])}" fill="${ink(0.4, 0, 0)}"/>
  <path d="${curve([
    [456, 342],
    [474, 331],
    [492, 330],
    [505, 335],
    [492, 336],
    [475, 339],
  ])}" fill="${night}"/>
  <path d="M462 372C468 384 484 388 497 380" fill="none" stroke="${night}" stroke-width="5" stroke-linecap="round"/>
  <path d="M470 384l-6 9M481 387l-2 10M491 386l4 9" fill="none" stroke="${night}" stroke-width="3.400" stroke-linecap="round"/>
  <path d="${curve([
    [510, 430],
    [516, 425],
    [524, 428],
    [518, 432],
  ])}" fill="${night}"/>
  <path d="M519 410C509 412 504 420 506 430" fill="none" stroke="${signal}" stroke-width="3.400"/>
  <path d="${curve([
    [494, 474],
    [508, 464],
    [516, 459],
    [523, 466],
    [522, 472],
    [514, 476],
  ])}${curve([
    [496, 475],
    [514, 476],
    [520, 484],
    [518, 493],
    [508, 494],
  ])}" fill="${signal}"/>
  <path d="M490 473C498 477 506 476 516 476" fill="none" stroke="${night}" stroke-width="3" stroke-linecap="round"/>
  <path d="${hair}" fill="${night}"/>
  <path d="${locks.map(lock).join("")}" fill="${harbour}"/>
  <path d="${ear}" fill="${paper}"/><path d="${curve([
    [408, 406],
    [416, 406],
    [415, 420],
    [408, 434],
    [406, 420],
  ])}" fill="${ink(0.8, 0, 0)}"/>
  <circle cx="405" cy="457" r="7" fill="${signal}"/>
  <path d="${cap}" fill="${paper}"/>
  <path d="${curve([
    [270, 318],
    [262, 262],
    [284, 202],
    [320, 172],
    [300, 214],
    [292, 260],
    [296, 310],
  ])}" fill="${ink(0.3, 0.3, 0)}"/>
  <path d="${curve([
    [330, 168],
    [372, 158],
    [398, 158],
    [430, 168],
    [452, 210],
    [466, 281],
    [424, 285],
    [408, 214],
    [380, 178],
  ])}" fill="${signal}"/>
  <path d="${peak}" fill="${paper}"/>
  <path d="${curve([
    [470, 286],
    [510, 284],
    [550, 284],
    [590, 294],
    [604, 292],
    [566, 277],
    [520, 272],
    [474, 276],
  ])}" fill="${ink(0.2, 0.75, 0)}"/>
  <path d="M268 318C330 300 420 286 500 277" fill="none" stroke="${night}" stroke-width="4"/>
  <path d="${scarf}" fill="${signal}"/>
  <path d="${scarfFolds.map((fold) => curve(fold)).join("")}" fill="${night}"/>`;

const halo = `
  <circle cx="400" cy="392" r="316" fill="${harbour}"/>
  <g transform="translate(400 392) scale(9.3)">${wheel([0, 0], { tyre: night, spokes: paper, thick: 3.2, thin: 0.3 })}</g>
  <circle cx="400" cy="392" r="320" fill="none" stroke="${paper}" stroke-width="3"/>`;

/** The lamp's rays behind the wheel. */
const rays = Array.from({ length: 24 }, (_, index) => {
  const [from, to] = [(index / 24) * 2 * Math.PI, ((index + 0.5) / 24) * 2 * Math.PI];
  return lines([
    [400, 392],
    [400 + 640 * Math.cos(from), 392 + 640 * Math.sin(from)],
    [400 + 640 * Math.cos(to), 392 + 640 * Math.sin(to)],
  ]);
}).join("");

await print({
  file: "demo/pictures/avatar.webp",
  width: 800,
  height: 800,
  drawing: `<rect x="-20" y="-20" width="840" height="840" fill="${signal}"/>
    <path d="${rays}" fill="${ink(0.72, 0, 0)}"/>
    <g transform="translate(400 404) scale(1.13) translate(-400 -400)">${halo}<g transform="rotate(4 400 600) translate(6 14)">${portrait}</g></g>`,
});
