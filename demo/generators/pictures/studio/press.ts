import { join } from "node:path";
import sharp from "sharp";
import { type Field, noise } from "./noise.ts";

/** What a picture is printed with: a paper and three inks, the same for all pictures of one series. */
export type Stock = { paper: string; hot: string; cool: string; dark: string };

/** Ishbel Carrow's posters: warm paper, signal red, harbour blue-green, a blue-black. */
const posterStock: Stock = { paper: "#f5ead3", hot: "#f2512b", cool: "#2a8794", dark: "#131c2b" };

export type Plate = {
  /** Where the finished picture goes, from the project's root. */
  file: string;
  width: number;
  height: number;
  /** The inside of an SVG, painted in {@link ink}. */
  drawing: string;
  stock?: Stock;
  /** The distance between halftone dots in pixels. */
  pitch?: number;
  quality?: number;
};

/**
 * The colour to paint with in a drawing: not what one sees, but how much of each ink goes on the paper (0 to 1).
 * Painting over something therefore replaces its inks, as a stencil does; `ink(0, 0, 0)` is bare paper.
 */
export function ink(hot: number, cool: number, dark: number): string {
  return `rgb(${[hot, cool, dark].map((amount) => Math.round(amount * 255)).join(" ")})`;
}

/** Drawn twice as large as printed, so that edges and dots are smooth. */
const oversampling = 2;

/** Each ink's halftone angle, and how far its plate slipped (pixels, and pixels per pixel of turn). */
const plates = [
  { name: "hot", angle: 15, slip: [1.5, -0.9], turn: 0.0006, seed: 11 },
  { name: "cool", angle: 75, slip: [-1.2, 1.1], turn: -0.0005, seed: 12 },
  { name: "dark", angle: 45, slip: [0, 0], turn: 0, seed: 13 },
] as const;

/**
 * Prints a drawing as a screen printer would: each ink is a plate of its own, a little out of register, greys are
 * dots, the ink lies unevenly, and inks on top of each other multiply. Always the same for the same drawing.
 */
export async function print({
  file,
  width,
  height,
  drawing,
  stock = posterStock,
  pitch = 6,
  quality = 80,
}: Plate) {
  const [w, h] = [width * oversampling, height * oversampling];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`;
  const densities = await sharp(Buffer.from(svg), { density: 72 * oversampling, unlimited: true })
    .resize(w, h)
    .flatten({ background: "#000" })
    .removeAlpha()
    .raw()
    .toBuffer();

  const paper = rgbOf(stock.paper);
  const fibres = noise(7, 2.2 * oversampling);
  const clouds = noise(8, 90 * oversampling);
  const printed = new Float32Array(w * h * 3);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const shade = 1 + 0.012 * fibres(x, y) + 0.012 * clouds(x, y);
      for (let c = 0; c < 3; c++) printed[(y * w + x) * 3 + c] = (paper[c] ?? 0) * shade;
    }
  }
  plates.forEach((plate, channel) => {
    const colour = rgbOf(stock[plate.name]);
    const screen = halftone(plate.angle, pitch * oversampling);
    const wobbleX = noise(plate.seed, 9 * oversampling);
    const wobbleY = noise(plate.seed + 20, 9 * oversampling);
    const mottle = noise(plate.seed + 40, 26 * oversampling);
    const grain = noise(plate.seed + 60, 1.6 * oversampling);
    const [slipX, slipY] = plate.slip;
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const fromX = x + oversampling * (slipX + 0.55 * wobbleX(x, y)) + plate.turn * (y - h / 2);
        const fromY = y + oversampling * (slipY + 0.55 * wobbleY(x, y)) - plate.turn * (x - w / 2);
        const density = at(densities, w, h, fromX, fromY, channel);
        if (density === 0) continue;
        const rough = grain(x, y);
        const covered = coverage(density, screen(x, y) + 0.09 * rough);
        const lay = covered * (1 - 0.03 * (1 + mottle(x, y)) - 0.1 * Math.max(0, rough - 0.45));
        const target = (y * w + x) * 3;
        for (let c = 0; c < 3; c++) {
          printed[target + c] = (printed[target + c] ?? 0) * (1 - lay * (1 - (colour[c] ?? 0) / 255));
        }
      }
    }
  });

  const bytes = Uint8ClampedArray.from(printed);
  await sharp(bytes, { raw: { width: w, height: h, channels: 3 } })
    .resize(width, height, { kernel: "mitchell" })
    .webp({ quality, effort: 6 })
    .toFile(join(import.meta.dirname, "..", "..", "..", "..", file));
  process.stdout.write(`${file}\n`);
}

/** How much of the paper the ink covers here: all in a solid, none on bare paper, dots between. */
function coverage(density: number, threshold: number): number {
  if (density > 0.96) return 1;
  const soft = 0.13;
  const inked = (density * (1 + 2 * soft) - soft - threshold) / soft + 0.5;
  return Math.min(1, Math.max(0, inked));
}

/** A screen of round dots: at each place, from which density on the ink prints there (0 to 1, evenly spread). */
function halftone(angle: number, pitch: number): Field {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const turn = (2 * Math.PI) / pitch;
  return (x, y) => {
    const wave = Math.cos((x * cos + y * sin) * turn) + Math.cos((y * cos - x * sin) * turn);
    // Two cosines together are mostly near nothing; this spreads them evenly.
    const even = Math.sign(wave) * (1 - (1 - Math.abs(wave) / 2) ** 1.42);
    return 0.5 - even / 2;
  };
}

/** The density of one ink between four pixels, 0 to 1. */
function at(pixels: Buffer, w: number, h: number, x: number, y: number, channel: number): number {
  const left = Math.min(w - 2, Math.max(0, Math.floor(x)));
  const top = Math.min(h - 2, Math.max(0, Math.floor(y)));
  const [across, down] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const here = (top * w + left) * 3 + channel;
  const below = here + w * 3;
  const upper = (pixels[here] ?? 0) * (1 - across) + (pixels[here + 3] ?? 0) * across;
  const lower = (pixels[below] ?? 0) * (1 - across) + (pixels[below + 3] ?? 0) * across;
  return (upper * (1 - down) + lower * down) / 255;
}

function rgbOf(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}
