import { bicycle } from "./studio/bicycle.ts";
import { bass } from "./studio/instruments.ts";
import { randomFrom } from "./studio/noise.ts";
import { box, fill, glow, harbour, night, paper, shape, signal, stroke } from "./studio/paint.ts";
import { ink, print } from "./studio/press.ts";
import { limb } from "./studio/shapes.ts";

// A tenement late at night: somebody practises the bass, somebody below has a broom.
// Render: `node demo/generators/pictures/photo-08-practice.ts`.

const random = randomFrom(53);
const [width, height] = [960, 1440];

/** The wall: courses of ashlar, their joints just visible. */
function ashlar(): string {
  let joints = "";
  for (let course = 0; course * 62 < height; course++) {
    const y = course * 62;
    for (let x = -80 * random(); x < width; x += 110 + 90 * random()) joints += `M${x} ${y}v62`;
    joints += `M0 ${y}H${width}`;
  }
  return `${box(0, 0, width, height, night)}${stroke(joints, ink(0, 1, 0.6), 2.4)}`;
}

/** A window's stone frame with its opening 300 by 430, into which `inside` is drawn from its upper left corner. */
function opening(x: number, y: number, inside: string): string {
  const id = `opening-${x}-${y}`;
  return `<g transform="translate(${x} ${y})">
    ${box(-26, -26, 352, 482, ink(0, 1, 0.72))}${box(-44, 446, 388, 26, harbour)}
    <clipPath id="${id}">${box(0, 0, 300, 430, night)}</clipPath><g clip-path="url(#${id})">${inside}</g></g>`;
}

/** The wooden sashes in front of what one sees inside. */
const sash = `${stroke("M0 0H300V430H0z", night, 16)}${stroke("M0 215H300", night, 12)}`;
const dark = `${box(0, 0, 300, 430, harbour)}${fill("M0 0H300V120L120 430H0z", ink(0, 1, 0.4))}${sash}${stroke("M150 0V430", night, 7)}`;

const bassist = `
  <radialGradient id="room" gradientUnits="userSpaceOnUse" cx="190" cy="90" r="420"><stop offset="0.16" stop-color="${paper}"/><stop offset="0.8" stop-color="${signal}"/></radialGradient>
  ${box(0, 0, 300, 430, "url(#room)")}
  ${stroke("M206 0V46", night, 4)}${fill("M160 92q8 -48 46 -48t46 48z", night)}
  ${fill(limb([104, 208, 30], [104, 330, 38], [100, 460, 42]), night)}
  ${fill(limb([110, 178, 13], [106, 204, 14]), night)}
  ${shape(
    [
      [84, 128],
      [78, 160],
      [72, 184],
      [92, 190],
      [126, 186],
      [142, 168],
      [148, 158],
      [142, 148],
      [142, 128],
      [112, 112],
    ],
    night,
  )}
  ${shape(
    [
      [78, 134],
      [84, 106],
      [112, 94],
      [138, 108],
      [146, 130],
      [162, 132],
      [160, 139],
      [112, 130],
    ],
    signal,
  )}${stroke("M78 134Q110 126 160 138", night, 4)}
  ${shape(
    [
      [74, 196],
      [104, 186],
      [140, 194],
      [142, 212],
      [106, 222],
      [74, 214],
    ],
    signal,
  )}
  <g transform="translate(214 500) rotate(-6) scale(2.3)">${bass({ body: night, edge: signal, neck: night, light: paper })}</g>
  ${fill(limb([120, 224, 17], [158, 250, 13], [182, 176, 10]), night)}${fill(limb([112, 236, 17], [140, 330, 14], [196, 354, 9]), night)}
  ${shape(
    [
      [-10, -10],
      [54, -10],
      [46, 160],
      [10, 300],
      [30, 440],
      [-10, 440],
    ],
    signal,
  )}${shape(
    [
      [310, -10],
      [262, -10],
      [268, 150],
      [292, 300],
      [280, 440],
      [310, 440],
    ],
    signal,
  )}
  ${stroke("M14 0Q14 180 0 300M34 0Q30 140 12 250M288 0Q288 160 300 270M274 0Q280 140 290 220", night, 4)}
  ${stroke("M0 0H300V430H0z", night, 16)}`;

const neighbour = `
  <radialGradient id="below" gradientUnits="userSpaceOnUse" cx="110" cy="120" r="430"><stop offset="0.14" stop-color="${paper}"/><stop offset="0.9" stop-color="${ink(0, 0.9, 0)}"/></radialGradient>
  ${box(0, 0, 300, 430, "url(#below)")}
  ${stroke("M96 0V52", night, 4)}${fill("M56 98q6 -48 40 -48t40 48z", night)}
  ${stroke("M230 4L204 330", night, 10)}${fill("M206 -6h50l-4 34h-44z", night)}
  ${fill(limb([150, 250, 42], [146, 330, 50], [146, 470, 56]), night)}${fill(limb([150, 196, 15], [150, 230, 18]), night)}
  ${shape(
    [
      [118, 160],
      [120, 188],
      [136, 206],
      [156, 208],
      [176, 196],
      [186, 180],
      [182, 158],
      [150, 142],
    ],
    night,
  )}
  ${fill(limb([134, 150, 16], [150, 138, 19], [168, 146, 15], [122, 168, 13]), night)}${fill(limb([132, 122, 17]), night)}
  ${fill(limb([178, 244, 20], [232, 220, 14], [224, 120, 10]), night)}${fill(limb([126, 250, 20], [150, 320, 15], [210, 262, 10]), night)}
  ${stroke("M176 12l-20 -8M282 12l14 -8M188 34l-18 6M274 38l16 8", signal, 7)}
  ${stroke("M0 0H300V430H0z", night, 16)}`;

const cat = `${shape(
  [
    [40, 432],
    [34, 380],
    [52, 330],
    [78, 318],
    [76, 282],
    [70, 256],
    [90, 268],
    [108, 268],
    [126, 256],
    [122, 288],
    [118, 318],
    [138, 350],
    [146, 432],
  ],
  night,
)}${fill(limb([90, 292, 3.5]) + limb([108, 292, 3.5]), paper)}${stroke("M140 424q50 4 60 -28", night, 13)}`;

await print({
  file: "demo/pictures/photo-08.webp",
  width,
  height,
  pitch: 7,
  quality: 66,
  drawing: `
    ${ashlar()}
    ${opening(110, 90, `${dark}${cat}`)}${opening(550, 90, bassist)}
    ${opening(110, 660, `${box(0, 0, 300, 430, ink(1, 0.3, 0))}${box(0, 0, 300, 250, signal)}${stroke("M0 60H300M0 120H300M0 180H300M0 240H300", night, 3)}${fill("M0 250H300V430H0z", night)}${sash}`)}
    ${opening(550, 660, neighbour)}
    ${box(0, 1190, width, 34, harbour)}${box(0, 1224, width, 8, night)}
    ${opening(550, 1286, dark)}
    ${box(96, 1270, 300, 200, ink(0, 1, 0.72))}${box(120, 1294, 252, 200, signal)}${stroke("M246 1294V1440M140 1316h86v110h-86zM266 1316h86v110h-86z", night, 5)}${fill("M120 1294h252v-6h-252z", night)}
    ${glow(470, 1130, 210, 0.9)}
    ${stroke("M470 1450V1150", night, 16)}${stroke("M480 1450V1160", harbour, 3)}${fill("M436 1150h68l-12 -84h-44zM430 1062h80l-40 -34z", night)}${fill("M450 1140h40l-8 -66h-24z", paper)}
    <g transform="translate(560 1432) scale(2.9)">${bicycle({ frame: signal, tyre: night, spokes: harbour, crank: 80, strength: 1.2 })}</g>
    ${stroke(`${Array.from({ length: 10 }, (_, bar) => `M${540 + bar * 46} 1450V1330`).join("")}M520 1346H980`, night, 9)}`,
});
