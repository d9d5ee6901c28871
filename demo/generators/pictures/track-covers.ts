import { bicycle } from "./studio/bicycle.ts";
import { randomFrom } from "./studio/noise.ts";
import { box, fade, harbour, night, paper, shape, signal, stroke } from "./studio/paint.ts";
import { ink, print } from "./studio/press.ts";
import { guitarBag, rider } from "./studio/rider.ts";
import { curve, limb, lines, type Point } from "./studio/shapes.ts";

// The covers of Ishbel Carrow's tunes, one series: a margin of paper, one disc, always of the same size, and what the
// disc is tonight. Render: `node demo/generators/pictures/track-covers.ts [name …]`. They have to be told apart at 48
// pixels.

const disc = (paint: string, radius = 262) => `<circle cx="400" cy="400" r="${radius}" fill="${paint}"/>`;
const ground = (paint: string) => box(0, 0, 800, 800, paint);

/** The tram from the front, the moon behind it, its rails towards us. */
function lastTram(): string {
  return `
    ${ground(night)}
    ${fade("moon", ink(0, 1, 0), ink(0, 0.45, 0))}${disc("url(#moon)")}
    ${box(0, 640, 800, 160, night)}
    <path d="M330 640L190 800H236L352 640zM470 640L610 800H564L448 640z" fill="${signal}"/>
    <path d="M400 0V220" stroke="${night}" stroke-width="5"/><path d="M400 0V140" stroke="${harbour}" stroke-width="5"/>
    ${stroke("M352 252L400 214L448 252M360 214H440", night, 9)}
    <path d="M262 640C254 500 262 356 288 270C296 248 312 244 330 244H470C488 244 504 248 512 270C538 356 546 500 538 640z" fill="${signal}"/>
    <path d="M292 286C297 266 308 262 326 262H474C492 262 503 266 508 286L512 304H288z" fill="${night}"/>
    ${box(352, 272, 96, 22, paper, 4)}
    ${fade("cab", paper, ink(0.3, 0, 0))}
    <path d="M283 326H517C526 372 530 420 531 470H269C270 420 274 372 283 326z" fill="url(#cab)"/>
    <path d="M400 326V470" stroke="${signal}" stroke-width="9"/>
    <path d="${limb([462, 404, 22], [462, 410, 20])}${limb([462, 470, 44], [462, 480, 46])}" fill="${night}" clip-path="url(#cab-pane)"/>
    <clipPath id="cab-pane"><path d="M283 326H517C526 372 530 420 531 470H269C270 420 274 372 283 326z"/></clipPath>
    <path d="M268 500H532V516H267z" fill="${paper}"/>
    <circle cx="312" cy="568" r="27" fill="${paper}"/><circle cx="488" cy="568" r="27" fill="${paper}"/>
    <path d="M264 610H536L538 648H262z" fill="${night}"/>
    ${stroke("M372 568H428", night, 8)}`;
}

/** A kettle on the ring, and its steam. */
function kettleOn(): string {
  const steam = (x: number, y: number, size: number) =>
    curve([
      [x, y],
      [x - 16 * size, y - 46 * size],
      [x + 14 * size, y - 96 * size],
      [x - 10 * size, y - 150 * size],
      [x + 16 * size, y - 206 * size],
      [x + 24 * size, y - 200 * size],
      [x + 8 * size, y - 150 * size],
      [x + 34 * size, y - 96 * size],
      [x + 10 * size, y - 46 * size],
    ]);
  return `
    ${ground(paper)}${disc(signal)}
    <path d="${steam(606, 330, 1)}${steam(640, 300, 0.72)}" fill="${night}"/>
    ${box(0, 648, 800, 152, night)}
    ${stroke("M250 648H550", harbour, 16)}
    ${stroke("M282 640v-18M330 640v-18M400 640v-18M470 640v-18M518 640v-18", night, 10)}
    ${stroke("M262 392C262 240 538 240 538 392", night, 24)}
    ${shape(
      [
        [500, 560],
        [552, 470],
        [586, 380],
        [596, 344],
        [636, 356],
        [622, 410],
        [592, 500],
        [540, 580],
      ],
      night,
    )}
    <path d="M238 620C210 560 236 430 318 396H482C564 430 590 560 562 620z" fill="${night}"/>
    <path d="M330 396C340 366 460 366 470 396z" fill="${night}"/><circle cx="400" cy="360" r="20" fill="${night}"/>
    ${shape(
      [
        [268, 590],
        [258, 530],
        [286, 460],
        [330, 424],
        [312, 470],
        [296, 530],
        [292, 592],
      ],
      paper,
    )}
    ${shape(
      [
        [312, 596],
        [310, 540],
        [328, 480],
        [350, 440],
        [340, 500],
        [334, 560],
        [330, 596],
      ],
      harbour,
    )}
    <path d="M240 606H560L556 622H244z" fill="${harbour}"/>`;
}

/** The lamp's pool of light on the bench, and the rain. */
function rain(): string {
  const random = randomFrom(5);
  let drops = "";
  for (let drop = 0; drop < 120; drop++) {
    const [x, y, length] = [random() * 900 - 40, random() * 840 - 60, 44 + 60 * random()];
    drops += `M${x} ${y}l${-length * 0.24} ${length}`;
  }
  const cone = "M400 250L138 620H662z";
  return `
    ${ground(harbour)}
    ${fade("dusk", ink(0, 1, 0.9), ink(0, 1, 0))}${box(0, 0, 800, 800, "url(#dusk)")}
    ${stroke(drops, paper, 5)}
    <clipPath id="beam"><circle cx="400" cy="400" r="262"/></clipPath>
    ${disc(ink(0, 1, 1))}
    <g clip-path="url(#beam)">${fade("light", paper, ink(0.5, 0, 0))}<path d="${cone}" fill="url(#light)"/>
    ${box(100, 560, 600, 130, signal)}
    <ellipse cx="400" cy="566" rx="226" ry="34" fill="${paper}"/>
    ${box(100, 618, 600, 130, night)}</g>
    <path d="M396 0h8v180h-8z" fill="${night}"/>
    <path d="M376 172h48l10 34c56 10 84 36 92 64H274c8 -28 36 -54 92 -64z" fill="${signal}"/>
    <ellipse cx="400" cy="272" rx="126" ry="13" fill="${paper}"/>
    <g transform="translate(400 566) rotate(-7)">
      <path d="M-110 -9H110V9H-110zM-128 -33A33 33 0 1 1 -128 33L-146 14A17 17 0 0 0 -146 -14zM128 33A33 33 0 1 1 128 -33L150 -12A16 16 0 0 0 150 12z" transform="skewX(-10)" fill="${night}"/>
    </g>`;
}

/** The wind takes the disc apart, the rider stays. */
function headwind(): string {
  const slices = [
    [138, 52, 40],
    [194, 40, -26],
    [238, 58, 64],
    [300, 44, -40],
    [348, 62, 30],
    [414, 40, -66],
    [458, 60, 46],
    [522, 44, -20],
    [570, 48, 70],
    [622, 40, 0],
  ] as const;
  const cut = slices
    .map(
      ([y, height, shift], index) =>
        `<clipPath id="slice-${index}">${box(-200, y, 1200, height, "#000")}</clipPath><g transform="translate(${-shift} 0)"><g clip-path="url(#slice-${index})">${disc(paper)}</g></g>`,
    )
    .join("");
  const gusts = stroke(
    "M70 170H210M600 216H740M40 262H120M640 318H770M36 372H150M60 470H180M650 434H720M660 540H770M40 586H150M600 164H660",
    night,
    6,
  );
  const person = rider(70, "headwind");
  return `
    ${ground(signal)}${cut}${gusts}
    <path d="M0 676L800 640V800H0z" fill="${night}"/>
    <g transform="translate(248 668) rotate(-2.600) scale(2.85)">
      <path d="${person.farLeg}" fill="${night}"/>
      ${bicycle({ frame: night, tyre: night, spokes: night, crank: 70, strength: 1.25 })}
      <g transform="translate(-2 -98) rotate(38)"><path d="${guitarBag}" fill="${harbour}" stroke="${night}" stroke-width="3"/></g>
      <path d="${person.body}" fill="${night}"/><path d="${person.cap}" fill="${signal}"/>
      <path d="${person.scarf}" fill="${signal}"/>
    </g>`;
}

/** Sea fog: a pale sun, a boat that is there and a boat that may be. */
function haar(): string {
  const boat = (
    x: number,
    y: number,
    size: number,
    sails: string,
    hull: string,
  ) => `<g transform="translate(${x} ${y}) scale(${size})">
    <path d="M10 -246C70 -190 104 -130 112 -62H10zM-8 -226V-64H-92C-66 -110 -30 -180 -8 -226z" fill="${sails}"/>
    <path d="M-4 -262H4V-30H-4z" fill="${hull}"/>
    <path d="M-112 -46C-50 -32 60 -32 134 -56C128 -30 116 -6 100 12H-86C-100 -6 -108 -26 -112 -46z" fill="${hull}"/></g>`;
  const veil = (id: string, y: number, height: number, thick: number) =>
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${paper}" stop-opacity="0"/><stop offset="0.5" stop-color="${paper}" stop-opacity="${thick}"/><stop offset="1" stop-color="${paper}" stop-opacity="0"/></linearGradient>${box(0, y, 800, height, `url(#${id})`)}`;
  return `
    ${ground(harbour)}
    ${disc(paper)}
    ${boat(532, 470, 0.5, ink(0, 0.5, 0), ink(0, 0.5, 0))}
    ${veil("far", 290, 330, 1)}
    ${boat(356, 620, 1.3, harbour, night)}
    <circle cx="356" cy="274" r="15" fill="${signal}"/>
    ${veil("near", 540, 260, 1)}
    ${veil("wisp", 356, 70, 0.75)}`;
}

/** Down the hill with the arms out. */
function downhill(): string {
  const person = rider(-4, "noHands");
  const gulls = stroke(
    "M118 176q18 -18 32 0q14 -18 32 0M596 120q14 -14 25 0q11 -14 25 0M664 190q11 -11 19 0q8 -11 19 0",
    night,
    6,
  );
  return `
    ${ground(paper)}
    ${fade("air", harbour, ink(0, 0.2, 0))}${box(0, 0, 800, 800, "url(#air)")}
    ${disc(signal)}${gulls}
    <path d="M0 470L800 720V800H0z" fill="${night}"/>
    <path d="M0 508L800 758V768L0 520z" fill="${paper}"/>
    <g transform="translate(262 556) rotate(17.350) scale(2.42)">
      <path d="${person.farLeg}" fill="${night}"/>
      ${bicycle({ frame: night, tyre: night, spokes: night, crank: -4, strength: 1.25 })}
      <path d="${person.body}" fill="${night}"/><path d="${person.cap}" fill="${paper}"/>
      <path d="${person.scarf}" fill="${harbour}"/>
    </g>`;
}

/** A tenement's stair from below, and the light under the roof. */
function lightOnTheStair(): string {
  const steps = 26;
  const turns = 4;
  const narrowing = 0.62;
  const round = 2 * Math.PI;
  const edge = (radius: number, angle: number): Point => [
    400 + radius * Math.cos(angle),
    400 + radius * Math.sin(angle),
  ];
  const outerAt = (turn: number) => 424 * narrowing ** turn;
  let stair = "";
  const rail: Point[] = [];
  for (let step = 0; step < steps * turns; step++) {
    const [from, to] = [step / steps, (step + 1) / steps];
    const [start, riser, end] = [from * round, (from + 0.62 / steps) * round, to * round];
    const [outer, inner] = [outerAt(from), outerAt(from) * narrowing];
    const lit = Math.min(1, from / 2.6);
    const tread = lit < 0.5 ? ink(1, 1 - 2 * lit, 0.7 - 1.4 * lit) : ink(2 - 2 * lit, 0, 0);
    const wedge = (a: number, b: number) =>
      lines([edge(outer, a), edge(outer, b), edge(inner, b), edge(inner, a)]);
    stair += `<path d="${wedge(start, riser)}" fill="${tread}"/><path d="${wedge(riser, end)}" fill="${lit < 0.8 ? night : signal}"/>`;
    rail.push(edge(outer * 0.97, start));
  }
  return `
    ${ground(night)}
    <clipPath id="well"><circle cx="400" cy="400" r="262"/></clipPath>
    ${disc(signal, 272)}
    <g clip-path="url(#well)">${disc(night)}${stair}${stroke(curve(rail, false), night, 9)}${stroke(curve(rail, false), paper, 4)}
    <circle cx="400" cy="400" r="62" fill="${paper}"/></g>`;
}

const covers = {
  "last-tram-to-newhaven": lastTram,
  "kettle-on-coat-still-on": kettleOn,
  "rain-on-the-workbench": rain,
  "headwind-on-leith-walk": headwind,
  "haar-on-the-shore": haar,
  "downhill-no-hands": downhill,
  "a-light-on-the-stair": lightOnTheStair,
};

const only = process.argv.slice(2);
for (const [name, draw] of Object.entries(covers)) {
  if (only.length > 0 && !only.includes(name)) continue;
  await print({
    file: `demo/pictures/cover-${name}.webp`,
    width: 800,
    height: 800,
    pitch: 7,
    drawing: `<clipPath id="sheet">${box(34, 34, 732, 732, "#000")}</clipPath><g clip-path="url(#sheet)">${draw()}</g>`,
  });
}
