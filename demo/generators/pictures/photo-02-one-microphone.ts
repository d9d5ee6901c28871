import { box, fill, harbour, night, paper, signal, stroke } from "./studio/paint.ts";
import { ink, print } from "./studio/press.ts";
import { curve, disc, lines, type Point } from "./studio/shapes.ts";

// The one microphone, in front of the borrowed bass. Render: `node
// demo/generators/pictures/photo-02-one-microphone.ts`.

const [width, height] = [1120, 1400];

/** The bass so near that it leaves the picture on both sides. */
const bassRight: Point[] = [
  [40, -150],
  [110, -120],
  [250, -30],
  [356, 110],
  [372, 250],
  [318, 356],
  [262, 452],
  [268, 570],
  [360, 660],
  [480, 800],
  [540, 1000],
  [520, 1300],
];
const body = curve([...bassRight, ...bassRight.toReversed().map(([x, y]): Point => [-x, y])]);
const inside = curve(
  [...bassRight, ...bassRight.toReversed().map(([x, y]): Point => [-x, y])].map(
    ([x, y]): Point => [x * 0.94, y * 0.985 + 12],
  ),
);
const hole = (side: 1 | -1) => `<g transform="translate(${side * 196} 800) scale(${side} 1) rotate(10)">
  ${fill("M-18 -170C30 -190 60 -150 34 -80C14 -30 -34 40 -24 120C-18 168 30 176 44 140C40 190 -30 200 -48 130C-60 60 2 -30 16 -88C30 -140 6 -166 -18 -170z", night)}
  ${fill(disc(-26, -142, 26), night)}${fill(disc(42, 146, 30), night)}${fill("M-26 -6h52v12h-52z", night)}</g>`;
const strings = [-30, -10, 10, 30];

const doubleBass = `
  <g transform="translate(470 330) rotate(-13)">
    <linearGradient id="belly" x1="0" x2="1"><stop offset="0.08" stop-color="${ink(1, 1, 1)}"/><stop offset="0.32" stop-color="${signal}"/>
      <stop offset="0.74" stop-color="${signal}"/><stop offset="0.84" stop-color="${ink(0.4, 0, 0)}"/><stop offset="0.9" stop-color="${signal}"/></linearGradient>
    <path d="${body}" fill="${night}" transform="translate(-22 10)"/>
    <path d="${body}" fill="url(#belly)" stroke="${night}" stroke-width="12"/>
    <path d="${inside}" fill="none" stroke="${night}" stroke-width="5"/>
    ${hole(1)}${hole(-1)}
    ${fill("M-60 540L-44 -700H44L60 540z", night)}
    ${fill("M44 -700L60 540H50L36 -700z", harbour)}
    ${fill("M-130 902L-96 820Q0 780 96 820L130 902H92L70 872H34L20 902H-20L-34 872H-70L-92 902z", paper)}${stroke("M-130 902L-96 820Q0 780 96 820L130 902H92L70 872H34L20 902H-20L-34 872H-70L-92 902z", night, 6)}
    ${strings
      .map((x) =>
        stroke(
          lines(
            [
              [x * 0.8, -700],
              [x * 2.3, 812],
              [x * 1.4, 1300],
            ],
            false,
          ),
          paper,
          4,
        ),
      )
      .join("")}
  </g>`;

/** A big old condenser in its ring of elastic. */
const microphone = `
  <g transform="translate(806 640)">
    ${stroke("M0 300V900", night, 26)}${stroke("M7 320V900", harbour, 5)}
    ${fill("M-44 262h88v60h-88z", night)}
    <circle cx="0" cy="50" r="232" fill="none" stroke="${night}" stroke-width="24"/>
    <circle cx="0" cy="50" r="232" fill="none" stroke="${harbour}" stroke-width="6" stroke-dasharray="260 1300" transform="rotate(-72 0 50)"/>
    ${stroke("M-164 -114L-92 -40M164 -114L92 -40M-164 214L-92 150M164 214L92 150M-232 50L-100 60M232 50L100 60", night, 7)}
    ${fill("M-112 -120C-112 -260 112 -260 112 -120V40H-112z", night)}
    <clipPath id="grille"><path d="M-96 -118C-96 -240 96 -240 96 -118V26H-96z"/></clipPath>
    <linearGradient id="mesh" x1="0" x2="1"><stop offset="0.42" stop-color="${harbour}"/><stop offset="0.58" stop-color="${paper}"/><stop offset="0.9" stop-color="${paper}"/><stop offset="0.95" stop-color="${harbour}"/></linearGradient>
    <g clip-path="url(#grille)">${box(-110, -250, 220, 290, "url(#mesh)")}
      ${stroke(Array.from({ length: 11 }, (_, row) => `M-110 ${-222 + row * 23}H110`).join("") + Array.from({ length: 9 }, (_, column) => `M${-92 + column * 23} -250V40`).join(""), night, 5)}
      ${fill("M-110 -96H110V-78H-110z", night)}</g>
    ${fill("M-112 40H112L98 262H-98z", night)}
    ${fill("M70 56H96L86 246H66z", harbour)}
    <circle cx="-18" cy="112" r="26" fill="${signal}"/>${stroke("M-44 190h52", paper, 6)}
  </g>`;

await print({
  file: "demo/pictures/photo-02.webp",
  width,
  height,
  pitch: 7,
  quality: 66,
  drawing: `
    <radialGradient id="air" gradientUnits="userSpaceOnUse" cx="860" cy="420" r="900"><stop offset="0.36" stop-color="${paper}"/><stop offset="0.62" stop-color="${harbour}"/><stop offset="0.88" stop-color="${harbour}"/><stop offset="1.1" stop-color="${ink(0, 1, 0.9)}"/></radialGradient>
    ${box(0, 0, width, height, "url(#air)")}
    ${doubleBass}${microphone}`,
});
