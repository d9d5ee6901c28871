import { bicycle } from "./studio/bicycle.ts";
import { randomFrom } from "./studio/noise.ts";
import { glow, harbour, night, paper, signal } from "./studio/paint.ts";
import { ink, print } from "./studio/press.ts";
import { guitarBag, rider } from "./studio/rider.ts";
import { curve, limb } from "./studio/shapes.ts";

// The wide picture on top of Ishbel Carrow's page: riding home beside the last tram, past Newhaven harbour, after rain.
// Render: `node demo/generators/pictures/cover.ts`. Shown from nearly square to a narrow strip, so what counts is in
// the middle.

const random = randomFrom(41);
const street = 508;

const sky = `
  <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="${ink(0, 1, 0.8)}"/>
    <stop offset="0.42" stop-color="${harbour}"/>
    <stop offset="0.56" stop-color="${ink(0, 0.98, 0)}"/>
    <stop offset="0.8" stop-color="${ink(0.18, 0.42, 0)}"/>
    <stop offset="1" stop-color="${ink(0.8, 0, 0)}"/>
  </linearGradient>
  <rect y="-20" width="1600" height="${street + 24}" fill="url(#sky)"/>`;

/** A bank of long flat clouds, each pointed at both ends. */
function cloudBank(x: number, y: number, length: number, height: number, paint: string): string {
  let bank = "";
  for (let strip = 0; strip < 4; strip++) {
    const long = length * (0.45 + 0.55 * random());
    const left = x + (length - long) * random();
    const at = y + (strip - 1.5) * height * 0.62;
    const thick = height * (0.5 + 0.4 * random());
    bank += curve([
      [left, at],
      [left + long * 0.3, at - thick],
      [left + long * 0.62, at - thick * 0.7],
      [left + long, at - 1],
      [left + long * 0.55, at + thick * 0.35],
      [left + long * 0.2, at + thick * 0.2],
    ]);
  }
  return `<path d="${bank}" fill="${paint}"/>`;
}

const clouds = [
  cloudBank(330, 88, 760, 34, ink(0, 1, 0.86)),
  cloudBank(900, 158, 640, 26, ink(0, 1, 0.66)),
  cloudBank(900, 330, 640, 15, harbour),
  cloudBank(330, 344, 420, 11, harbour),
  cloudBank(1160, 408, 420, 11, harbour),
].join("");

/** A sash window: dark and mirroring the sky, or lit behind a blind, a curtain or nothing. */
function pane(x: number, y: number, w: number, h: number, lit: boolean): string {
  if (!lit) return `<path d="M${x} ${y}h${w}v${h}h${-w}z" fill="${ink(0, 1, 0.45)}"/>`;
  const dressing = random();
  const light = dressing < 0.3 ? ink(0.75, 0, 0) : dressing < 0.6 ? ink(0.28, 0, 0) : paper;
  let window = `<path d="M${x} ${y}h${w}v${h}h${-w}z" fill="${light}"/>`;
  if (dressing > 0.45 && dressing < 0.75)
    window += `<path d="M${x} ${y}h${w}v${h * 0.3}h${-w}z" fill="${signal}"/>`;
  if (dressing > 0.8)
    window += `<path d="M${x} ${y}h${w * 0.34}q0 ${h * 0.6} ${-w * 0.34} ${h * 0.8}z" fill="${signal}"/>`;
  return `${window}<path d="M${x} ${y + h / 2}h${w}" stroke="${night}" stroke-width="2.2"/>`;
}

/** A row of tenements: storeys of windows, some lit, chimney stacks with their pots. */
function tenement(x: number, width: number, height: number, bays: number, lit: number): string {
  const top = street - height;
  const bay = width / bays;
  let windows = "";
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < bays; column++) {
      const [w, h] = [bay * 0.34, 42];
      const [left, y] = [x + bay * (column + 0.33), top + 36 + row * ((height - 40) / 4)];
      windows += pane(left, y, w, h, random() < lit);
    }
  }
  let chimneys = "";
  for (let stack = 0; stack <= bays; stack += 2) {
    const left = x + stack * bay - 15;
    chimneys += `<path d="M${left} ${top}v-34h30v34z" fill="${night}"/>`;
    for (let pot = 0; pot < 3; pot++)
      chimneys += `<path d="M${left + 3 + pot * 9} ${top - 32}l1 -12h5l1 12z" fill="${night}"/>`;
  }
  return `<path d="M${x - 4} ${street}V${top}h${width + 8}V${street}z" fill="${night}"/>
    <path d="M${x - 8} ${top}h${width + 16}v7h${-width - 16}z" fill="${night}"/>${windows}${chimneys}`;
}

/** Her workshop: the one shop still lit, wheels hanging in its window. */
const shop = `
  <path d="M180 ${street - 84}h166v10h-166z" fill="${signal}"/>
  <path d="M188 ${street - 70}h96v54h-96zM296 ${street - 70}h40v70h-40z" fill="${ink(0.12, 0, 0)}"/>
  <path d="M316 ${street - 70}v70M188 ${street - 20}h96" stroke="${night}" stroke-width="3"/>
  <g transform="translate(200 ${street - 18}) scale(0.52)">${bicycle({ frame: night, tyre: night, spokes: night, strength: 1.4 })}</g>
  <path d="M262 ${street - 70}v6" stroke="${night}" stroke-width="2"/>
  <circle cx="262" cy="${street - 52}" r="12" fill="none" stroke="${night}" stroke-width="2.4"/>`;

/** A harbour crane with its jib up. */
function crane(x: number, size: number, way: 1 | -1): string {
  return `<g transform="translate(${x} ${street - 6}) scale(${size * way} ${size})" fill="none" stroke="${ink(0, 1, 0.4)}" stroke-width="5">
    <path d="M-26 0L-16 -96H16L26 0M-22 -40H22M-19 -66L19 -66"/>
    <path d="M-34 -132H26V-96H-34z" fill="${ink(0, 1, 0.4)}"/>
    <path d="M18 -128L128 -262M4 -132L14 -176L128 -262M14 -176L-30 -128M62 -176L44 -196M92 -214L84 -228" stroke-width="4"/>
    <path d="M128 -262V-150" stroke-width="1.6"/>
  </g>`;
}

const lighthouse = `
  <g transform="translate(1296 ${street - 8}) scale(1.14)">
    <path d="M-190 8L-170 -26H64L90 8z" fill="${ink(0.1, 0.75, 0.62)}"/>
    <path d="M-17 -24L-11 -150H11L17 -24z" fill="${paper}"/>
    <path d="M4 -24L4 -150H11L17 -24z" fill="${ink(0, 1, 0.2)}"/>
    <path d="M-18 -150H18V-157H-18z" fill="${ink(0, 0.8, 0.85)}"/>
    <path d="M-10 -157H10V-184H-10z" fill="${paper}"/>
    <path d="M-4 -157V-184M4 -157V-184" stroke="${ink(0.9, 0.3, 0.2)}" stroke-width="1.6"/>
    <path d="M-13 -184H13C10 -198 -10 -198 -13 -184zM-1.500 -206H1.500V-194H-1.500z" fill="${ink(0, 0.8, 0.85)}"/>
  </g>`;

const beams = `
  <linearGradient id="beam-left" x1="1" y1="0" x2="0" y2="0">
    <stop offset="0" stop-color="${paper}" stop-opacity="0.95"/><stop offset="1" stop-color="${paper}" stop-opacity="0"/>
  </linearGradient>
  <path d="M1294 ${street - 206}L700 ${street - 330}V${street - 236}L1294 ${street - 198}z" fill="url(#beam-left)"/>`;

function boatMasts(): string {
  let masts = "";
  for (const [x, height] of [
    [1090, 96],
    [1126, 70],
    [1330, 110],
    [1372, 80],
    [1410, 128],
    [1466, 90],
  ] as const) {
    masts += `M${x} ${street}V${street - height}M${x - 16} ${street - height * 0.72}L${x} ${street - height}L${x + 20} ${street - 8}`;
  }
  return `<path d="${masts}" fill="none" stroke="${ink(0, 1, 0.9)}" stroke-width="2.2"/>`;
}

const farShore = `<path d="${curve([
  [560, street],
  [640, street - 26],
  [760, street - 40],
  [900, street - 30],
  [1010, street - 44],
  [1120, street - 24],
  [1300, street - 30],
  [1640, street - 22],
  [1660, street + 10],
  [540, street + 10],
])}" fill="${ink(0, 1, 0.4)}"/>`;

// The tram.
const tramLeft = 372;
const tramRight = 1212;
const glass = { top: street - 122, bottom: street - 62 };

function passengers(): string {
  let seated = "";
  for (const x of [452, 520, 556, 672, 888, 1016, 1062, 1130]) {
    const y = glass.bottom - 18 - 14 * random();
    const lean = (random() - 0.5) * 8;
    seated += limb([x + lean, y - 13, 8.5], [x + lean, y - 9, 7.5]) + limb([x, y + 12, 14], [x, y + 40, 16]);
  }
  return `<path d="${seated}" fill="${ink(0, 1, 0.95)}"/>`;
}

function tram(): string {
  const body = `M${tramLeft + 34} ${street - 138}H${tramRight - 40}C${tramRight - 16} ${street - 136} ${tramRight - 6} ${street - 92} ${tramRight + 4} ${street - 52}V${street - 14}H${tramLeft - 4}V${street - 52}C${tramLeft + 6} ${street - 92} ${tramLeft + 14} ${street - 136} ${tramLeft + 34} ${street - 138}z`;
  const panes: [number, number][] = [
    [428, 512],
    [520, 604],
    [650, 734],
    [742, 826],
    [834, 918],
    [964, 1048],
    [1056, 1140],
  ];
  const windows = panes
    .map(
      ([from, to]) =>
        `<rect x="${from}" y="${glass.top}" width="${to - from}" height="${glass.bottom - glass.top}" rx="6"/>`,
    )
    .join("");
  const bellows = [612, 926]
    .map(
      (x) =>
        `<path d="M${x} ${street - 138}h30v122h-30z" fill="${night}"/><path d="M${x + 8} ${street - 134}v116M${x + 15} ${street - 134}v116M${x + 22} ${street - 134}v116" stroke="${signal}" stroke-width="1.6"/>`,
    )
    .join("");
  return `
    <linearGradient id="inside" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${paper}"/><stop offset="1" stop-color="${ink(0.3, 0, 0)}"/>
    </linearGradient>
    <path d="${body}" fill="${signal}"/>
    <path d="M${tramLeft + 34} ${street - 138}H${tramRight - 40}l14 9H${tramLeft + 22}z" fill="${night}"/>
    <path d="M${tramLeft - 4} ${street - 28}H${tramRight + 4}V${street - 12}H${tramLeft - 4}z" fill="${harbour}"/>
    <path d="M${tramLeft + 20} ${street - 12}H${tramRight - 20}V${street}H${tramLeft + 20}z" fill="${night}"/>
    <path d="M${tramLeft - 3} ${street - 50}H${tramRight + 3}v6H${tramLeft - 3}z" fill="${paper}"/>
    <clipPath id="panes">${windows}<path d="M1150 ${glass.top}H1172C1184 ${glass.top + 4} 1192 ${glass.bottom - 20} 1198 ${glass.bottom}H1150z"/><path d="M418 ${glass.top}H404C396 ${glass.top + 4} 386 ${glass.bottom - 20} 380 ${glass.bottom}H418z"/></clipPath>
    <g clip-path="url(#panes)">
      <rect x="370" y="${glass.top}" width="850" height="70" fill="url(#inside)"/>
      <path d="M370 ${glass.top + 9}H1220" stroke="${ink(0.55, 0, 0)}" stroke-width="3"/>
      <path d="M${[470, 560, 690, 780, 870, 1000, 1100].map((x) => `${x} ${glass.top}v70`).join("M")}" stroke="${ink(0.6, 0, 0)}" stroke-width="2.4"/>
      ${passengers()}
    </g>
    ${bellows}
    <circle cx="1205" cy="${street - 38}" r="7" fill="${paper}"/>
    <path d="M760 ${street - 138}l-26 -34h52M734 ${street - 172}l26 34" fill="none" stroke="${ink(0, 0.8, 0.9)}" stroke-width="3.400"/>`;
}

const wires = `<path d="M0 ${street - 180}Q180 ${street - 168} 344 ${street - 176}Q800 ${street - 166} 1300 ${street - 178}Q1460 ${street - 170} 1600 ${street - 180}" fill="none" stroke="${ink(0, 0.8, 0.85)}" stroke-width="2"/>`;

function lamp(x: number, height: number): string {
  return `<path d="M${x} ${street}V${street - height}q0 -18 18 -18h14" fill="none" stroke="${ink(0, 0.8, 0.9)}" stroke-width="4"/>
    <path d="M${x + 26} ${street - height - 22}h22l4 8h-30z" fill="${ink(0, 0.8, 0.9)}"/>
    <ellipse cx="${x + 37}" cy="${street - height - 11}" rx="13" ry="6" fill="${paper}"/>`;
}

const town = `
  ${sky}${clouds}${beams}
  ${crane(560, 0.8, 1)}${crane(700, 0.56, -1)}
  ${farShore}${boatMasts()}${lighthouse}
  ${glow(1296, street - 202, 60)}
  ${tenement(-30, 210, 366, 4, 0.4)}${tenement(176, 172, 322, 3, 0.5)}${tenement(1480, 180, 300, 3, 0.45)}
  ${shop}
  ${wires}
  ${glow(383, street - 237, 110)}${glow(1451, street - 237, 110)}
  ${lamp(346, 226)}${lamp(1414, 226)}
  ${tram()}`;

const crank = 118;
const person = rider(crank);
const home = `
  <path d="${person.farLeg}" fill="${night}"/>
  ${bicycle({ frame: night, tyre: night, spokes: night, crank, strength: 1.15 })}
  <g transform="translate(5 -95) rotate(16)"><path d="${guitarBag}" fill="${harbour}" stroke="${night}" stroke-width="3"/></g>
  <path d="${person.body}" fill="${night}"/>
  <path d="${person.cap}" fill="${paper}"/>
  <path d="${person.scarf}" fill="${signal}"/>
  <circle cx="97" cy="-94" r="3.600" fill="${paper}"/>`;

const ridingAt = `translate(716 580) scale(1.56)`;

const road = `
  <linearGradient id="road" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="${night}" stop-opacity="0"/>
    <stop offset="0.3" stop-color="${night}" stop-opacity="0.15"/>
    <stop offset="0.62" stop-color="${night}" stop-opacity="0.9"/>
    <stop offset="0.75" stop-color="${night}"/>
  </linearGradient>
  <filter id="wet" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
    <feGaussianBlur stdDeviation="1.5 9" result="smeared"/>
    <feTurbulence type="fractalNoise" baseFrequency="0.012 0.11" numOctaves="2" seed="4"/>
    <feDisplacementMap in="smeared" scale="34" xChannelSelector="R" yChannelSelector="G"/>
  </filter>
  <clipPath id="ground"><path d="M0 ${street}H1600V800H0z"/></clipPath>
  <g clip-path="url(#ground)">
    <g filter="url(#wet)"><rect y="${street}" width="1600" height="300" fill="${ink(0, 0.9, 0.6)}"/><g transform="matrix(1 0 0 -1 0 ${2 * street - 4})"><use href="#town"/></g></g>
    <rect y="${street}" width="1600" height="300" fill="url(#road)"/>
    <g filter="url(#wet)" opacity="0.9"><g transform="translate(716 580) scale(1.56 -1.3)">${home}</g></g>
  </g>`;

const rails = `<path d="M-20 525H1620M-20 540H1620" stroke="${paper}" stroke-width="1.800"/><path d="M-20 527.500H1620M-20 542.500H1620" stroke="${night}" stroke-width="3"/>`;

await print({
  file: "demo/pictures/cover.webp",
  width: 1600,
  height: 800,
  pitch: 5,
  quality: 62,
  drawing: `<g id="town">${town}</g>${road}${rails}
    <path d="M-20 ${street - 3}H1620V${street + 3}H-20z" fill="${ink(0, 0.9, 0.95)}"/>
    <g transform="${ridingAt}">${home}</g>`,
});
