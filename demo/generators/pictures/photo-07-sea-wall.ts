import { bicycle } from "./studio/bicycle.ts";
import { randomFrom } from "./studio/noise.ts";
import { box, fade, fill, harbour, night, paper, shape, signal, stroke } from "./studio/paint.ts";
import { ink, print } from "./studio/press.ts";
import { guitarBag } from "./studio/rider.ts";
import { disc, limb, lines } from "./studio/shapes.ts";

// Sunday on the sea wall at Newhaven: the lighthouse, the Forth, the bridge far off.
// Render: `node demo/generators/pictures/photo-07-sea-wall.ts`.

const random = randomFrom(31);
const [width, height] = [1440, 960];
const horizon = 430;
const wall = 640;

/** The railway bridge over the Forth, three cantilevers. */
function bridge(): string {
  let girders = "";
  for (const x of [150, 290, 430]) {
    girders += `M${x - 70} ${horizon - 26}L${x} ${horizon - 78}L${x + 70} ${horizon - 26}M${x - 70} ${horizon - 22}L${x} ${horizon - 2}L${x + 70} ${horizon - 22}`;
    girders += `M${x - 8} ${horizon}V${horizon - 76}M${x + 8} ${horizon}V${horizon - 76}M${x - 40} ${horizon - 46}L${x} ${horizon - 6}M${x + 40} ${horizon - 46}L${x} ${horizon - 6}`;
  }
  return stroke(`${girders}M60 ${horizon - 24}H520`, harbour, 3.4);
}

/** Waves: crescents, close and small far out. */
function waves(): string {
  let crests = "";
  for (let y = horizon + 8; y < wall + 4; y += 3 + (y - horizon) * 0.075) {
    const size = 10 + (y - horizon) * 0.34;
    for (let x = -40 + size * random(); x < width; x += size * (1.3 + 2.2 * random())) {
      const tall = size * 0.2;
      crests += `M${x} ${y}q${size / 2} ${-tall * 2} ${size} 0q${-size / 2} ${-tall * 0.8} ${-size} 0`;
    }
  }
  return fill(crests, paper);
}

const lighthouse = `
  <g transform="translate(1080 ${horizon + 30})">
    ${fill("M-250 20L-220 -34H420V20z", ink(0, 1, 0.75))}${stroke("M-214 -34H420", paper, 4)}
    ${fill("M-52 -34L-36 -306H36L52 -34z", night)}${fill("M-46 -36L-31 -300H31L46 -36z", paper)}
    ${fill("M10 -36L8 -300H31L46 -36z", harbour)}
    ${fill("M-50 -306H50V-322H-50z", night)}${stroke("M-46 -322V-344H46V-322M-24 -344V-322M0 -344V-322M24 -344V-322", night, 4)}
    ${fill("M-26 -322H26V-384H-26z", paper)}${fill("M-14 -322h28v-62h-28z", signal)}${stroke("M-26 -322V-384M-9 -322V-384M9 -322V-384M26 -322V-384", night, 4)}
    ${fill("M-36 -384H36C28 -424 -28 -424 -36 -384zM-4 -446H4V-412H-4z", night)}
    ${fill("M-14 -34v-52q14 -18 28 0v52zM-8 -150h16v26h-16zM-7 -230h14v24h-14z", night)}
  </g>`;

const gull = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size})">${fill("M0 0C-14 -22 -40 -30 -66 -20C-44 -18 -22 -6 -8 8C8 -8 30 -22 60 -24C38 -34 14 -24 0 0z", night)}</g>`;

/** The wall: stones in courses, no two alike. */
function stones(): string {
  let face = box(0, wall, width, 270, night);
  for (let course = 0; course < 4; course++) {
    const y = wall + 34 + course * 57;
    for (let x = -60 + course * 37; x < width; ) {
      const long = 90 + 90 * random();
      const paint = random() < 0.16 ? ink(0, 1, 0.25) : ink(0, 1, 0.62);
      const jut = (): number => 5 * random();
      face += fill(
        lines([
          [x + jut(), y + jut()],
          [x + long - 9 - jut(), y + jut()],
          [x + long - 9 - jut(), y + 49 - jut()],
          [x + jut(), y + 49 - jut()],
        ]),
        paint,
      );
      x += long;
    }
  }
  return `${face}${box(-10, wall - 12, width + 20, 34, paper)}${stroke(`M0 ${wall + 22}H${width}`, night, 5)}
    ${stroke([170, 390, 560, 800, 1010, 1240].map((x) => `M${x} ${wall - 10}l${8 * random()} 30`).join(""), night, 3)}`;
}

/** Ishbel from behind on the wall, which is at (0, 0). */
const sitter = `
  ${shape(
    [
      [-78, 10],
      [-84, -30],
      [-62, -80],
      [-66, -150],
      [-56, -196],
      [-22, -214],
      [22, -214],
      [56, -196],
      [66, -150],
      [62, -80],
      [84, -30],
      [78, 10],
      [0, 18],
    ],
    night,
  )}
  ${fill(limb([-56, -188, 19], [-92, -104, 15], [-104, -14, 11]), night)}${fill(limb([56, -188, 19], [92, -108, 15], [96, -14, 11]), night)}
  ${shape(
    [
      [-40, -224],
      [-46, -252],
      [-36, -288],
      [0, -300],
      [36, -288],
      [46, -252],
      [40, -224],
      [14, -208],
      [-14, -208],
    ],
    night,
  )}
  ${shape(
    [
      [-39, -272],
      [-35, -306],
      [-14, -326],
      [14, -326],
      [35, -306],
      [39, -272],
      [0, -282],
    ],
    paper,
  )}${stroke("M-39 -272Q0 -284 39 -272", night, 4)}${stroke("M-39 -272C-36 -306 -20 -326 0 -327C20 -326 36 -306 39 -272", night, 5)}${stroke("M-1 -324C3 -310 3 -298 0 -285", signal, 11)}
  ${shape(
    [
      [-52, -222],
      [-30, -242],
      [0, -246],
      [30, -242],
      [52, -222],
      [90, -232],
      [140, -218],
      [182, -238],
      [176, -212],
      [138, -194],
      [90, -206],
      [40, -200],
      [0, -194],
      [-38, -202],
    ],
    signal,
  )}
  ${stroke("M-40 -170C-46 -120 -40 -70 -52 -20M34 -120C30 -80 36 -40 44 -10", harbour, 5)}`;

await print({
  file: "demo/pictures/photo-07.webp",
  width,
  height,
  pitch: 7,
  quality: 66,
  drawing: `
    ${fade("sky", harbour, [0.3, harbour], [0.78, paper], paper)}${box(0, -10, width, horizon + 20, "url(#sky)")}
    ${fill(disc(640, 312, 150), signal)}
    ${shape(
      [
        [-40, 212],
        [60, 180],
        [180, 190],
        [300, 164],
        [460, 200],
        [560, 214],
        [420, 232],
        [180, 228],
      ],
      paper,
    )}
    ${shape(
      [
        [1120, 150],
        [1230, 118],
        [1330, 130],
        [1480, 100],
        [1480, 176],
        [1300, 178],
      ],
      paper,
    )}
    ${shape(
      [
        [480, horizon + 4],
        [640, horizon - 20],
        [800, horizon - 34],
        [960, horizon - 18],
        [1140, horizon - 40],
        [1460, horizon - 26],
        [1470, horizon + 10],
      ],
      harbour,
    )}
    ${bridge()}
    ${box(0, horizon, width, wall - horizon, harbour)}${waves()}
    ${lighthouse}
    ${gull(820, 170, 1)}${gull(930, 240, 0.62)}${gull(300, 110, 0.8)}${gull(1320, 280, 0.66)}
    ${stones()}
    ${box(0, 900, width, 60, ink(0, 1, 0.8))}${box(0, 896, width, 6, paper)}
    <g transform="translate(640 ${wall + 4})">${sitter}</g>
    <g transform="translate(812 ${wall - 6}) rotate(7) scale(2.75)"><path d="${guitarBag}" fill="${signal}" stroke="${night}" stroke-width="2.4"/><path d="M-9 -10C-2 -7 4 -7 10 -10M-6 -56C-2 -53 2 -53 6 -56M0 -62V-98" fill="none" stroke="${night}" stroke-width="1.5"/></g>
    <g transform="translate(110 926) rotate(-3) scale(3.3)">${bicycle({ frame: signal, tyre: night, spokes: paper, crank: 60, strength: 1.2 })}</g>
    <g transform="translate(1250 ${wall - 12})">${shape(
      [
        [-40, -34],
        [-8, -52],
        [20, -62],
        [26, -84],
        [42, -90],
        [54, -80],
        [72, -76],
        [54, -70],
        [46, -46],
        [20, -22],
        [-20, -20],
        [-66, -10],
      ],
      paper,
    )}${stroke("M-66 -10C-20 -20 0 -20 20 -22C36 -30 46 -44 54 -70L72 -76L54 -80C46 -92 30 -92 26 -84L20 -62C0 -54 -30 -46 -66 -10", night, 5)}${shape(
      [
        [-58, -12],
        [-20, -44],
        [14, -46],
        [4, -26],
      ],
      harbour,
    )}${stroke("M2 -20V0M14 -22V0", signal, 5)}${fill(disc(42, -78, 3.5), night)}</g>`,
});
