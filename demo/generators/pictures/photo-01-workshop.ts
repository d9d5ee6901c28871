import { bicycle } from "./studio/bicycle.ts";
import { bass, guitar } from "./studio/instruments.ts";
import { randomFrom } from "./studio/noise.ts";
import { box, fill, harbour, night, paper, signal, stroke } from "./studio/paint.ts";
import { ink, print } from "./studio/press.ts";
import { disc, limb } from "./studio/shapes.ts";

// The workshop after closing time: a bicycle in the stand, a borrowed bass, one lamp. Everything is seen against the
// lit wall. Render: `node demo/generators/pictures/photo-01-workshop.ts`.

const random = randomFrom(23);
const [width, height] = [1440, 960];
const bench = 640;

const wall = `
  <radialGradient id="wall" gradientUnits="userSpaceOnUse" cx="720" cy="350" r="860">
    <stop offset="0.2" stop-color="${paper}"/><stop offset="0.44" stop-color="${signal}"/>
    <stop offset="0.68" stop-color="${signal}"/><stop offset="0.88" stop-color="${ink(1, 1, 0.9)}"/><stop offset="0.95" stop-color="${night}"/>
  </radialGradient>
  ${box(0, 0, width, height, "url(#wall)")}`;

/** A window with the rain and a street lamp outside. */
const window = `
  ${box(1080, 110, 280, 330, night)}
  ${[0, 1].map((column) => [0, 1].map((row) => box(1096 + column * 128, 126 + row * 154, 120, 144, harbour)).join("")).join("")}
  <clipPath id="panes">${[0, 1].map((column) => [0, 1].map((row) => box(1096 + column * 128, 126 + row * 154, 120, 144, night)).join("")).join("")}</clipPath>
  <g clip-path="url(#panes)">
    ${fill("M1080 440V330H1130V300H1150V330H1210V360H1280V290H1300V270H1316V290H1370V440z", ink(0, 1, 0.7))}
    ${fill(disc(1256, 214, 30), paper)}
    ${stroke(
      Array.from({ length: 46 }, () => {
        const [x, y, long] = [1080 + 300 * random(), 100 + 330 * random(), 14 + 26 * random()];
        return `M${x} ${y}l${-long * 0.2} ${long}`;
      }).join(""),
      paper,
      2.6,
    )}
  </g>
  ${box(1062, 436, 316, 18, night)}`;

const spanner = (x: number, y: number, size: number) => `<g transform="translate(${x} ${y}) scale(${size})">
  ${fill("M-5 0V96H5V0z", night)}${fill("M-15 -22V-6A15 15 0 0 0 15 -6V-22L7 -14V-4H-7V-14z", night)}${fill(disc(0, 100, 12), night)}</g>`;

/** What hangs on the wall: chainrings, spanners, a saw, a tyre, a coat. */
const tools = `
  ${box(470, 262, 460, 7, night)}
  ${spanner(500, 290, 1)}${spanner(540, 290, 0.86)}${spanner(576, 290, 0.74)}${spanner(608, 290, 0.62)}
  <g fill="none" stroke="${night}"><circle cx="690" cy="326" r="42" stroke-width="9"/><circle cx="690" cy="326" r="48" stroke-width="5" stroke-dasharray="5 5"/><path d="M690 326V284M690 326L654 347M690 326L726 347" stroke-width="7"/></g>
  <g fill="none" stroke="${night}"><circle cx="800" cy="316" r="30" stroke-width="7"/><circle cx="800" cy="316" r="35" stroke-width="4" stroke-dasharray="4 4"/><circle cx="800" cy="316" r="10" stroke-width="5"/></g>
  ${fill("M866 282h10l6 66h-22zM860 348h22v34q-11 10 -22 0z", night)}
  ${fill("M904 282h9l2 84l-6 16l-7 -16z", night)}
  ${stroke("M498 262v28M540 262v26M576 262v26M608 262v26M690 262v20M800 262v22M870 262v22M908 262v22", night, 4)}`;

const lamp = `
  ${stroke("M700 -10V92", night, 6)}
  ${fill("M678 86h44l10 30c50 10 82 34 90 66H578c8 -32 40 -56 90 -66z", night)}
  <ellipse cx="700" cy="182" rx="122" ry="13" fill="${paper}"/>${fill("M672 184a28 22 0 0 0 56 0z", paper)}`;

/** The bench: a vice, a cassette machine, one microphone, a mug. */
const benchTop = `
  ${box(-10, bench, 1030, 30, night)}${fill(`M240 ${bench}H1020v7H230z`, paper)}
  ${box(20, bench + 30, 30, 260, night)}${box(684, bench + 30, 18, 260, night)}
  ${box(330, bench + 30, 330, 92, night)}
  ${stroke(`M350 ${bench + 54}h126v50h-126zM512 ${bench + 54}h126v50h-126z`, signal, 3)}${stroke(`M398 ${bench + 78}h30M560 ${bench + 78}h30`, signal, 6)}
  ${stroke(`M40 ${bench + 210}H700`, night, 16)}
  ${fill(`M392 ${bench}v-58q0 -12 12 -12h150q12 0 12 12v58z`, night)}
  ${box(412, bench - 54, 78, 36, harbour, 4)}${fill(disc(432, bench - 36, 9) + disc(470, bench - 36, 9), night)}
  ${[0, 1, 2].map((knob) => fill(disc(508 + knob * 20, bench - 46, 6), knob === 0 ? signal : paper)).join("")}
  ${stroke(`M504 ${bench - 22}h46`, harbour, 5)}
  ${fill(`M640 ${bench}h70l-8 -10h-54z`, night)}${stroke(`M675 ${bench - 6}V${bench - 112}`, night, 7)}
  ${fill(limb([675, bench - 176, 21], [675, bench - 136, 19]), night)}${stroke(`M660 ${bench - 184}h30M657 ${bench - 172}h36M657 ${bench - 160}h36`, paper, 3)}
  ${fill(`M756 ${bench}v-46h46v46z`, harbour)}${stroke(`M804 ${bench - 36}q20 4 0 24`, harbour, 7)}
  ${stroke(`M776 ${bench - 60}q-10 -14 2 -26q10 -12 0 -26`, night, 4)}`;

/** The stand that holds the bicycle by its seat post, in the bicycle's centimetres. */
const stand = `${stroke("M62 12L26 4L-10 12M26 4V-104", night, 3.4)}${stroke("M26 -104L25.500 -86", night, 5)}`;

await print({
  file: "demo/pictures/photo-01.webp",
  width,
  height,
  pitch: 6.5,
  quality: 66,
  drawing: `
    ${wall}${window}${tools}${lamp}
    ${fill("M0 880H1440V960H0z", night)}
    ${fill("M360 960L470 888H1010L1180 960z", ink(1, 0.5, 0.1))}
    ${stroke("M470 888L360 960M650 888L600 960M830 888L860 960M1010 888L1130 960", night, 3)}
    ${benchTop}
    <g transform="translate(206 900) rotate(9) scale(4.1)">${bass({ body: night, edge: signal, neck: night, light: paper })}</g>
    <g transform="translate(842 858) scale(3.7)">${stand}${bicycle({ frame: harbour, tyre: night, spokes: night, crank: 30, strength: 1.2 })}</g>
    <g transform="translate(96 905) rotate(-8) scale(3.7)">${guitar({ body: night, edge: ink(1, 0.6, 0), neck: night, light: night })}</g>`,
});
