import { blend, type Colour, clamp, clouds, hash, hex, light, noise, scale, smooth } from "./shading.ts";

/**
 * A picture as a function of the place: `x` from the left and `y` from the top in heights of the picture, so that a
 * circle is round in any format; `width` in the same measure. Loops move with `turn`, from 0 to 1 and as at 0 again.
 */
export type Scene = (x: number, y: number, width: number, turn: number) => Colour;

const circle = (turn: number, radius: number) =>
  [Math.cos(turn * 2 * Math.PI) * radius, Math.sin(turn * 2 * Math.PI) * radius] as const;

/** Five ridges behind each other, the mist between them, the sun not yet over them. */
const hills: Scene = (x, y, width) => {
  const sky = scale("#2b2f5c", "#6b5b8c", "#d98f86", "#f6c79a");
  const sun = Math.hypot(x - width * 0.62, (y - 0.52) * 1.4);
  let colour = light(sky(y / 0.62), hex("#ffdca8"), 0.75 * Math.exp(-sun * sun * 14));
  for (let ridge = 0; ridge < 6; ridge++) {
    const far = 1 - ridge / 5;
    const line =
      0.46 +
      ridge * 0.085 +
      (0.16 - far * 0.08) * (clouds(x * (0.9 + ridge * 0.25) + ridge * 9.7, ridge * 3.3, 0, 6) - 0.5) * 2;
    if (y < line) continue;
    const mist = smooth(0.16, 0, y - line) * 0.2 + smooth(0, 0.3, y - line) * 0.35 * far;
    const ground = scale("#171a33", "#33315c", "#6a5a86", "#b98b95")(far * 0.85);
    colour = blend(ground, hex("#f1bfa0"), mist * far);
  }
  return colour;
};

/** Curtains of green and violet light over a dark shore. */
const aurora: Scene = (x, y, _width, turn) => {
  const [cx, cy] = circle(turn, 0.35);
  let colour = scale("#060a1c", "#0a1430", "#10274a")(y / 0.85);
  const star = hash(Math.floor(x * 420), Math.floor(y * 420), 5);
  if (star > 0.9985) colour = light(colour, hex("#cfe3ff"), (star - 0.9985) * 500 * smooth(0.8, 0.2, y));
  for (let curtain = 0; curtain < 3; curtain++) {
    const bend = clouds(x * 0.9 + curtain * 7 + cx, curtain * 4.1 + cy, 0, 3) - 0.5;
    const foot = 0.66 - curtain * 0.13 + bend * 0.5;
    const above = foot - y;
    const rays = 0.45 + 0.55 * noise(x * (9 + curtain * 5) + bend * 14 + cx * 2, curtain * 11 + cy * 1.5);
    const glow = smooth(-0.02, 0.035, above) * Math.exp(-Math.max(0, above) * (5.2 - curtain)) * rays;
    const hue = scale("#4ff0a8", "#2fc9b4", "#7a5cf0", "#c04fd0")(above * 2.1 + curtain * 0.12);
    colour = light(colour, hue, glow * (0.8 - curtain * 0.16));
  }
  const shore = 0.9 + (clouds(x * 1.3 + 3, 1, 0, 5) - 0.5) * 0.16;
  return y > shore ? hex("#04060f") : colour;
};

/** Ink that has been dropped into water. */
const ink: Scene = (x, y) => {
  const a = clouds(x * 1.3 + 0.5, y * 1.3 + 4);
  const b = clouds(x * 1.3 + 9, y * 1.3 + 0.5, 2);
  const c = clouds(x * 1.5 + a * 2.6, y * 1.5 + b * 2.6, 3);
  const veil = clouds(x * 2.2 + c * 3, y * 2.2 + a * 3, 7);
  const shade = smooth(0.28, 0.78, c * 0.7 + veil * 0.3);
  return blend(
    scale("#0b0f1e", "#1b2a4f", "#3d6f94", "#a9c6c9", "#efe6d2")(shade),
    hex("#d9513c"),
    smooth(0.56, 0.74, a) * 0.5 * shade,
  );
};

interface Lamp {
  x: number;
  y: number;
  size: number;
  hue: Colour;
  strength: number;
}

/** Where the lamps of the street stand at this turn. */
function lampsAt(turn: number): Lamp[] {
  const hues = ["#ff9f45", "#ffd27a", "#e9546b", "#5aa7ff", "#ffb38a", "#8f7bff"].map(hex);
  const wave = (shift: number) => Math.sin((turn + shift) * 2 * Math.PI);
  return Array.from({ length: 64 }, (_, lamp) => {
    const size = 0.024 + hash(lamp, 3) ** 2 * 0.1;
    return {
      x: hash(lamp, 1) * 1.95 - 0.1 + wave(hash(lamp, 7)) * 0.02 * (0.4 + size * 8),
      y: 0.5 + (hash(lamp, 2) - 0.5) * (0.95 - size * 2) + wave(hash(lamp, 8) + 0.25) * 0.012,
      size,
      hue: hues[lamp % hues.length] ?? hex("#ffffff"),
      strength:
        (0.16 + hash(lamp, 4) * 0.5) * (0.75 + 0.25 * Math.sin((turn * 2 + hash(lamp, 9)) * 2 * Math.PI)),
    };
  });
}

let street = { turn: 0, lamps: lampsAt(0) };

/** Lamps of a street in the rain, out of focus. */
const lamps: Scene = (x, y, _width, turn) => {
  if (street.turn !== turn) street = { turn, lamps: lampsAt(turn) };
  let colour = scale("#0a0d1a", "#15142a", "#241a33")(y + (noise(x * 2, y * 2) - 0.5) * 0.3);
  for (const lamp of street.lamps) {
    const distance = Math.hypot(x - lamp.x, y - lamp.y) / lamp.size;
    if (distance > 1.06) continue;
    const disc = smooth(1.06, 0.94, distance) * (0.55 + 0.45 * smooth(0.6, 1, distance));
    colour = light(colour, lamp.hue, disc * lamp.strength);
  }
  return colour;
};

/** Two inks printed over each other: a sun, and what it stands behind. */
const twoInks: Scene = (x, y, width) => {
  const paper = blend(hex("#f2e8d3"), hex("#e6d8bc"), clouds(x * 40, y * 40, 0, 2) * 0.5);
  const dots = (angle: number, size: number) => {
    const [u, v] = [x * Math.cos(angle) + y * Math.sin(angle), y * Math.cos(angle) - x * Math.sin(angle)];
    return Math.hypot(((u / size) % 1) - (u < 0 ? -0.5 : 0.5), ((v / size) % 1) - (v < 0 ? -0.5 : 0.5));
  };
  const sun = Math.hypot(x - width * 0.5, y - 0.46);
  const tone = sun < 0.3 ? 1 - (y - 0.16) * 0.9 : 0;
  const red = tone > 0 ? smooth(tone * 0.78 + 0.03, tone * 0.78 - 0.03, dots(0.26, 0.014)) : 0;
  let colour = multiply(paper, hex("#e8503a"), red * smooth(0.3, 0.297, sun));
  for (let band = 0; band < 5; band++) {
    const line = 0.6 + band * 0.085 + Math.sin(x * (3.1 + band) + band * 2.1) * (0.022 + band * 0.004);
    const blue =
      smooth(line - 0.002, line + 0.002, y) *
      smooth(line + 0.05 + band * 0.009, line + 0.048 + band * 0.009, y);
    colour = multiply(colour, hex("#1f4e79"), blue * 0.92);
  }
  return colour;
};

function multiply(below: Colour, ink: Colour, share: number): Colour {
  return blend(below, [below[0] * ink[0], below[1] * ink[1], below[2] * ink[2]], share);
}

/** Beams of three lamps in the haze of a small stage. */
const stage: Scene = (x, y, width) => {
  const haze = 0.5 + clouds(x * 2, y * 2, 2) * 0.8;
  let colour = scale("#0c0714", "#160c24", "#0a0712")(y);
  const beams = [
    { at: 0.22, lean: 0.32, hue: "#ff5d6c", strength: 0.75 },
    { at: 0.5, lean: -0.05, hue: "#ffb259", strength: 0.9 },
    { at: 0.8, lean: -0.38, hue: "#6f6bff", strength: 0.8 },
  ];
  for (const { at, lean, hue, strength } of beams) {
    const middle = at * width + lean * y;
    const across = (x - middle) / (0.035 + y * 0.21);
    const beam = Math.exp(-across * across * 1.7) * Math.exp(-y * 1.35);
    colour = light(colour, hex(hue), beam * strength * haze);
    const bulb = Math.hypot(x - at * width, y + 0.015);
    colour = light(colour, hex("#fff2dd"), Math.exp(-bulb * bulb * 420) * 0.95);
    const pool = ((x - (at * width + lean)) / 0.3) ** 2 + ((y - 0.95) / 0.07) ** 2;
    colour = light(colour, hex(hue), Math.exp(-pool) * 0.5 * strength);
  }
  return colour;
};

/** Windows of a town at night; some are lit. */
const windows: Scene = (x, y) => {
  let colour = scale("#151a38", "#34305c", "#7a4f6d", "#c8796a")(y / 0.95);
  for (let row = 0; row < 3; row++) {
    const span = 0.2 - row * 0.02;
    const house = Math.floor(x / span + row * 0.37);
    const within = x / span + row * 0.37 - house;
    const roof = 0.74 - 0.36 * hash(house, row, 1) * (1 - row * 0.22) - (2 - row) * 0.07 + row * 0.12;
    if (y < roof) continue;
    const wall = scale("#4a4468", "#272a48", "#12152a")(row / 2);
    colour = blend(wall, hex("#0c0e1e"), (hash(house, row, 2) - 0.5) * 0.4 + 0.2);
    const [columns, height] = [4 + Math.floor(hash(house, row, 3) * 3), 0.034];
    const [column, floor] = [Math.floor(within * columns), Math.floor((y - roof) / height)];
    const [u, v] = [within * columns - column, (y - roof) / height - floor];
    const isPane = u > 0.26 && u < 0.74 && v > 0.3 && v < 0.78 && floor > 0;
    const lit = hash(house * 31 + column, floor, row + 7);
    if (isPane && lit > 0.68)
      colour = blend(colour, scale("#ffca6b", "#ffe7b0", "#ff9e57")(lit * 3 - 2), 0.35 + row * 0.27);
    else if (isPane) colour = blend(colour, hex("#5d6690"), 0.1);
  }
  return colour;
};

/** The moon, and its way over the sea. */
const sea: Scene = (x, y, width) => {
  const [mx, my, horizon] = [width * 0.5, 0.24, 0.56];
  const moon = Math.hypot(x - mx, y - my);
  if (y < horizon) {
    let sky = scale("#070d1f", "#132746", "#2f5470", "#6d8f96")(y / horizon);
    const bank = clouds(x * 1.4, y * 5 + 3, 0, 5);
    sky = blend(sky, hex("#3b5b74"), smooth(0.5, 0.75, bank) * 0.4);
    sky = light(sky, hex("#e8efd9"), Math.exp(-moon * moon * 26) * 0.5);
    return blend(sky, hex("#fbf6e0"), smooth(0.062, 0.058, moon) * 0.95);
  }
  const depth = (y - horizon) / (1 - horizon);
  const far = 0.05 + depth * 0.95;
  const wave = clouds((x - mx) * (7 / far), 9 / far, 1, 4);
  const body = scale("#4a7079", "#1c3f57", "#0a1a33", "#050b1a")(depth * 1.1 + (wave - 0.5) * 0.4);
  const road = Math.exp(-(((x - mx) / (0.05 + depth * 0.2)) ** 2));
  return light(body, hex("#fbf1cf"), smooth(0.54, 0.7, wave) * road * 0.95);
};

/** The grooves of a record, and a lamp in them. */
const record: Scene = (x, y, width) => {
  const [dx, dy] = [x - width * 0.72, y - 0.6];
  const radius = Math.hypot(dx, dy);
  const angle = Math.atan2(dy, dx);
  const lamp = Math.abs(Math.cos(angle - 0.9)) ** 26 + Math.abs(Math.cos(angle - 2.2)) ** 60 * 0.6;
  const groove = 0.5 + 0.5 * Math.sin(radius * 900 + noise(radius * 40, 2) * 5);
  const gap = smooth(0.012, 0, Math.abs(((radius * 5.2) % 1) - 0.5) - 0.485);
  let colour = blend(hex("#0a0a0c"), hex("#1b1a1f"), groove * 0.6);
  colour = light(
    colour,
    hex("#ffd9a8"),
    lamp * (0.14 + groove * 0.5) * (1 - gap * 0.8) * smooth(1.5, 0.3, radius),
  );
  colour = light(colour, hex("#ff7b4a"), lamp * 0.12);
  if (radius < 0.23) {
    colour = blend(hex("#c8452f"), hex("#a9321f"), smooth(0.02, 0.23, radius));
    if (Math.abs(radius - 0.2) < 0.0016 || Math.abs(radius - 0.1) < 0.001) colour = hex("#f2dfc0");
    colour = light(colour, hex("#ffd9a8"), lamp * 0.25);
  }
  if (radius < 0.022) colour = hex("#e9e2d3");
  return colour;
};

/** Sheets of paper, each with its shadow on the one below. */
const paper: Scene = (x, y) => {
  const sheets = scale("#f4e9d8", "#f3cfae", "#ec9f83", "#c9667a", "#7d4a7d", "#3b335f");
  let colour = sheets(0);
  for (let sheet = 1; sheet < 7; sheet++) {
    const edge = (u: number) =>
      0.1 + sheet * 0.135 + (clouds(u * 0.85 + sheet * 5.3, sheet * 2.7, 0, 3) - 0.5) * 0.42;
    const depth = y - edge(x);
    if (depth > 0) {
      const grain = (noise(x * 260, y * 260) - 0.5) * 0.03;
      colour = blend(sheets(sheet / 6), hex("#ffffff"), smooth(0.005, 0, depth) * 0.25 + grain);
    } else {
      const shadow = y + 0.022 - edge(x - 0.012);
      colour = blend(colour, hex("#2a1530"), smooth(-0.03, 0.03, shadow) * 0.35);
    }
  }
  return colour;
};

/** The heights of a land, drawn as lines. */
const contours: Scene = (x, y) => {
  const height = clouds(x * 1.15 + 2.2, y * 1.15 + 8.1, 0, 4) * 15;
  const slope = Math.hypot(
    clouds((x + 0.001) * 1.15 + 2.2, y * 1.15 + 8.1, 0, 4) * 15 - height,
    clouds(x * 1.15 + 2.2, (y + 0.001) * 1.15 + 8.1, 0, 4) * 15 - height,
  );
  const pen = slope * 1.5 + 0.004;
  const line = (step: number, width: number) => {
    const off = Math.abs(((height / step + 0.5) % 1) - 0.5) * step;
    return smooth(pen * width, pen * width * 0.35, off);
  };
  const ground = scale("#10302f", "#1b4a44", "#2b6a5a", "#5c8a62")((height - 4.5) / 6);
  return blend(ground, hex("#e9dfb8"), Math.max(line(0.5, 0.7) * 0.4, line(2.5, 1.5) * 0.9));
};

/** Colours that were drawn through each other with a comb, as bookbinders do. */
const marbled: Scene = (x, y) => {
  const comb = Math.sin(x * 21) * 0.05;
  const [u, v] = [
    x + (clouds(x * 2, y * 2, 1, 3) - 0.5) * 0.5,
    y + comb + (clouds(x * 2 + 7, y * 2, 2, 3) - 0.5) * 0.5,
  ];
  const vein = clouds(u * 2.2, v * 5.5, 4, 4) * 9;
  const bands = ["#143642", "#0f7173", "#f2e3c6", "#d8573c", "#143642", "#e9b872", "#0b2530"].map(hex);
  const at = Math.floor(vein);
  const [a, b] = [bands[((at % 7) + 7) % 7], bands[(((at + 1) % 7) + 7) % 7]];
  if (!a || !b) throw new Error("There are seven bands.");
  return blend(a, b, smooth(0.9, 1, vein - at));
};

/** Warm air over the roofs: nothing but colour, for those who want no picture. */
const evening: Scene = (x, y, width) => {
  const warp = clouds(x * 0.8, y * 0.8, 3, 3) - 0.5;
  let colour = scale("#1d1b4b", "#5b2a7a", "#c8426f", "#ff9a62")(y * 0.85 + warp * 0.5 + 0.05);
  const glow = Math.hypot(x - width * 0.24, y - 0.92);
  colour = light(colour, hex("#ffd58a"), Math.exp(-glow * glow * 3.2) * 0.7);
  const cool = Math.hypot(x - width * 0.86, y - 0.1);
  return blend(colour, hex("#123a6b"), Math.exp(-cool * cool * 4) * 0.7);
};

/** Smoke in the light of one window. */
const smoke: Scene = (x, y, width, turn) => {
  const [cx, cy] = circle(turn, 0.45);
  const a = clouds(x * 1.1 + cx, y * 1.4 + cy + 3, 0, 4);
  const b = clouds(x * 1.1 + 11 - cy, y * 1.4 + cx, 2, 4);
  const veil = clouds(x * 1.3 + a * 2.2, y * 1.5 + b * 2.2, 5, 4);
  const lamp = Math.exp(-(((x - width * 0.66) / 0.75) ** 2) - ((y - 0.3) / 0.55) ** 2);
  const base = scale("#0b0b10", "#17151c", "#0e0d12")(y);
  return light(
    base,
    blend(hex("#7d8ea6"), hex("#f0b27a"), lamp),
    smooth(0.38, 0.78, veil) * (0.14 + lamp * 0.75),
  );
};

/**
 * A net over the plane whose meshes change their form: 1 on its threads, falling to 0 in the middle of a mesh. A thread is
 * where the two nearest of the points that wander about in the squares are as far away as each other.
 */
function net(u: number, v: number, turn: number): number {
  let [nearest, next] = [9, 9];
  for (let across = -1; across <= 1; across++) {
    for (let down = -1; down <= 1; down++) {
      const [column, row] = [Math.floor(u) + across, Math.floor(v) + down];
      const angle = (turn + hash(column, row, 1)) * 2 * Math.PI;
      const reach = 0.2 + 0.2 * hash(column, row, 2);
      const distance = Math.hypot(
        column + 0.5 + Math.cos(angle) * reach - u,
        row + 0.5 + Math.sin(angle) * reach - v,
      );
      if (distance < nearest) [nearest, next] = [distance, nearest];
      else if (distance < next) next = distance;
    }
  }
  return Math.exp((nearest - next) * 5);
}

/** Sunlight on the floor of a pool. */
const water: Scene = (x, y, _width, turn) => {
  const [cx, cy] = circle(turn, 0.3);
  const [u, v] = [x + noise(x * 3 + cx, y * 3, cy) * 0.22, y + noise(x * 3, y * 3 + cy, cx + 4) * 0.22];
  const threads = net(u * 3.1, v * 3.4, turn) * 0.62 + net(u * 4.7 + 9, v * 5.1, turn + 0.37) * 0.38;
  const swell = clouds(x * 1.2, y * 1.6 + cy, 3 + cx, 2);
  const depth = scale("#07384f", "#0b6277", "#17909a")(clamp(swell * 1.1 - y * 0.15));
  return light(depth, hex("#e6fff4"), threads ** 2.6 * (0.35 + swell * 0.6));
};

/** What a new installation offers, in this order. */
export const pictures: { file: string; name: string; scene: Scene }[] = [
  { file: "hills", name: "Hills at dawn", scene: hills },
  { file: "stage", name: "Small stage", scene: stage },
  { file: "sea", name: "Moon over the sea", scene: sea },
  { file: "windows", name: "Lit windows", scene: windows },
  { file: "evening", name: "Warm evening", scene: evening },
  { file: "record", name: "Record", scene: record },
  { file: "ink", name: "Ink in water", scene: ink },
  { file: "paper", name: "Cut paper", scene: paper },
  { file: "two-inks", name: "Two inks", scene: twoInks },
  { file: "contours", name: "Contour lines", scene: contours },
  { file: "marbled", name: "Marbled paper", scene: marbled },
  { file: "lamps", name: "Street lamps", scene: lamps },
];

export const loops: { file: string; name: string; scene: Scene }[] = [
  { file: "northern-lights", name: "Northern lights", scene: aurora },
  { file: "smoke", name: "Smoke", scene: smoke },
  { file: "water", name: "Pool", scene: water },
  { file: "lamps-moving", name: "Street lamps, moving", scene: lamps },
];
