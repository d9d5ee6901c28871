import { box, fill, harbour, night, paper, signal, stroke } from "./studio/paint.ts";
import { ink, print } from "./studio/press.ts";
import { disc, lines, type Point } from "./studio/shapes.ts";

// The cassette machine from above: four tracks, two of them a little tired.
// Render: `node demo/generators/pictures/photo-03-four-tracks.ts`.

const size = 1200;

/** A reel behind the window: the tape wound on it, its hub with six teeth. */
function reel(x: number, y: number, wound: number, turned: number): string {
  const teeth = Array.from({ length: 6 }, (_, tooth) => {
    const angle = ((tooth * 60 + turned) * Math.PI) / 180;
    return `M${x + 34 * Math.cos(angle)} ${y + 34 * Math.sin(angle)}L${x + 20 * Math.cos(angle)} ${y + 20 * Math.sin(angle)}`;
  }).join("");
  return `${fill(disc(x, y, wound), night)}
    ${[0.82, 0.66].map((part) => `<circle cx="${x}" cy="${y}" r="${wound * part}" fill="none" stroke="${ink(0.7, 0.7, 0.4)}" stroke-width="2"/>`).join("")}
    ${fill(disc(x, y, 42), paper)}${fill(disc(x, y, 30), night)}${stroke(teeth, paper, 9)}`;
}

const cassette = `
  ${box(0, 0, 520, 330, night, 18)}${box(8, 8, 504, 314, paper, 14)}
  ${box(30, 28, 460, 200, signal, 8)}${box(30, 28, 460, 58, paper, 8)}${stroke("M50 56H470", night, 3)}${stroke("M50 76H390", night, 3)}
  ${stroke("M66 44q14 -14 26 2t26 0t26 0t22 -2q10 -10 20 2t30 0", night, 5)}
  ${box(96, 112, 328, 92, night, 46)}
  <clipPath id="window"><rect x="168" y="120" width="184" height="76" rx="8"/></clipPath>
  ${box(168, 120, 184, 76, harbour, 8)}<g clip-path="url(#window)">${reel(142, 158, 96, 12)}${reel(378, 158, 62, 40)}</g>
  ${reel(142, 158, 44, 12)}${reel(378, 158, 44, 40)}
  ${fill("M96 322L112 256H408L424 322z", night)}${fill("M110 316L124 264H396L410 316z", paper)}
  ${[158, 210, 310, 362].map((x) => fill(disc(x, 292, 11), night)).join("")}
  ${[
    [22, 22],
    [498, 22],
    [22, 308],
    [498, 308],
  ]
    .map(([x = 0, y = 0]) => fill(disc(x, y, 6), night))
    .join("")}`;

/** A level meter, its needle at `level` (0 to 1). */
function meter(x: number, y: number, level: number): string {
  const angle = (-140 + 100 * level) * (Math.PI / 180);
  const at = (radius: number, degrees: number): Point => [
    x + 105 + radius * Math.cos((degrees * Math.PI) / 180),
    y + 138 + radius * Math.sin((degrees * Math.PI) / 180),
  ];
  return `${box(x, y, 210, 130, night, 10)}${box(x + 8, y + 8, 194, 114, paper, 6)}
    <clipPath id="meter-${x}"><rect x="${x + 8}" y="${y + 8}" width="194" height="114" rx="6"/></clipPath><g clip-path="url(#meter-${x})">
    ${stroke(`M${at(96, -142).join(" ")}A96 96 0 0 1 ${at(96, -66).join(" ")}`, night, 4)}${stroke(`M${at(96, -64).join(" ")}A96 96 0 0 1 ${at(96, -38).join(" ")}`, signal, 10)}
    ${[-140, -122, -104, -86, -68].map((tick) => stroke(lines([at(96, tick), at(108, tick)], false), night, 4)).join("")}
    ${stroke(`M${x + 105} ${y + 138}L${x + 105 + 112 * Math.cos(angle)} ${y + 138 + 112 * Math.sin(angle)}`, night, 5)}
    ${fill(disc(x + 105, y + 142, 26), night)}</g>`;
}

/** A fader: its slot, its scale, its cap at `level` (0 below to 1 above). */
function fader(x: number, y: number, level: number, paint: string): string {
  const top = y + (1 - level) * 230;
  return `${stroke(Array.from({ length: 9 }, (_, tick) => `M${x - 30} ${y + 20 + tick * 32}h16M${x + 14} ${y + 20 + tick * 32}h16`).join(""), night, 3)}
    ${box(x - 6, y, 12, 300, night, 6)}
    ${box(x - 24, top + 12, 60, 70, night, 6)}${box(x - 30, top, 60, 70, paint, 6)}${stroke(`M${x - 30} ${top + 35}h60`, night, 6)}`;
}

function knob(x: number, y: number, turned: number, paint: string): string {
  const angle = (turned * Math.PI) / 180;
  return `${fill(disc(x + 8, y + 9, 38), night)}${fill(disc(x, y, 38), night)}${fill(disc(x, y, 31), paint)}
    ${stroke(`M${x + 8 * Math.cos(angle)} ${y + 8 * Math.sin(angle)}L${x + 28 * Math.cos(angle)} ${y + 28 * Math.sin(angle)}`, night, 8)}`;
}

const signs = [
  disc(108, 680, 15),
  "M195 664l30 16l-30 16z",
  "M334 664l-26 16l26 16zM308 664l-26 16l26 16z",
  "M382 664l26 16l-26 16zM408 664l26 16l-26 16z",
  "M493 664h30v32h-30z",
  "M592 664h11v32h-11zM614 664h11v32h-11z",
];
/** The keys, the first two of them down: it is recording. */
const keys = signs
  .map((sign, index) => {
    const [x, y] = [64 + index * 100, index < 2 ? 650 : 640];
    return `${box(x, 640, 88, 96, night, 8)}${box(x + 4, y, 80, 78, index === 0 ? signal : paper, 6)}
      <g transform="translate(0 ${y - 640})">${fill(sign, night)}</g>`;
  })
  .join("");

const machine = `
  ${box(0, 0, 1180, 800, night, 34)}${box(12, 12, 1156, 776, harbour, 26)}
  ${box(44, 44, 640, 560, night, 20)}${box(56, 56, 616, 536, ink(0, 1, 0.8), 14)}
  <g transform="translate(104 172)">${cassette}</g>
  ${fill("M70 70H640L560 170H70z", ink(0, 1, 0.35))}
  ${keys}
  ${meter(724, 56, 0.62)}${meter(946, 56, 0.4)}
  ${[0, 1, 2, 3].map((track) => knob(764 + track * 116, 262, [-140, -60, -100, -30][track] ?? 0, track === 2 ? signal : paper)).join("")}
  ${[0, 1, 2, 3].map((track) => fader(764 + track * 116, 366, [0.8, 0.55, 0.9, 0.3][track] ?? 0, track === 2 ? signal : paper)).join("")}
  ${fill(disc(1112, 740, 12), signal)}${stroke("M740 728H1060", night, 4)}${stroke("M740 748H960", night, 4)}`;

await print({
  file: "demo/pictures/photo-03.webp",
  width: size,
  height: size,
  pitch: 7,
  quality: 66,
  drawing: `
    ${box(0, 0, size, size, signal)}
    <radialGradient id="pool" gradientUnits="userSpaceOnUse" cx="300" cy="240" r="1150"><stop offset="0.24" stop-color="${paper}"/><stop offset="0.56" stop-color="${signal}"/></radialGradient>
    ${box(0, 0, size, size, "url(#pool)")}
    ${stroke("M-40 1010C140 900 240 1090 420 1040C560 1000 560 880 520 800", night, 16)}
    <g transform="translate(120 190) rotate(-9 590 400)">
      <g transform="translate(46 52)">${box(0, 0, 1180, 800, night, 34)}</g>
      ${machine}
    </g>
    ${stroke("M916 1000q-66 -40 -84 12q-4 40 72 36", night, 44)}${stroke("M916 1000q-66 -40 -84 12q-4 40 72 36", paper, 22)}${fill(disc(1026, 1082, 122), night)}${fill(disc(1012, 1066, 118), paper)}${fill(disc(1012, 1066, 96), night)}${stroke("M944 1050a74 74 0 0 1 40 -50", harbour, 8)}`,
});
