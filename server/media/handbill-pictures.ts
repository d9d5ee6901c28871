import sharp from "sharp";
import { imageLimitPixels } from "../../app/shared/upload-limits.ts";
import type { QrCode } from "../qr-code.ts";

/** Of a downloaded code's side at least, in pixels: sharp on a poster a foot wide. */
const qrPixels = 2048;

/** A QR code as a PNG of black and white alone, whose modules are whole pixels. */
export async function drawQrCode({ dark, size }: Pick<QrCode, "dark" | "size">): Promise<Buffer> {
  const scale = Math.ceil(qrPixels / size);
  const pixels = Uint8Array.from(dark.flat(), (isDark) => (isDark ? 0 : 255));
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize({ width: size * scale, kernel: "nearest" })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}

/** As a halftone's longer side has, in pixels. */
const halftonePixels = 2000;
/** From dot to dot along a row, in pixels: even, because every other row stands between. */
const screen = 16;
/** Darker than any dot's edge, and lighter: 0 stays black and 255 white. */
const [black, white] = [8, 250];

/**
 * A picture as newspapers print it: black dots of different sizes at 45 degrees, which a poor printer and a copier keep.
 * What is dark in all gets lighter first.
 * @param source WebP, JPEG or PNG
 * @returns a PNG of black and white alone
 */
export async function halftone(source: Uint8Array): Promise<Buffer> {
  const grey = await sharp(source, { limitInputPixels: imageLimitPixels })
    .flatten({ background: "#fff" })
    .greyscale()
    .resize({ width: halftonePixels, height: halftonePixels, fit: "inside" })
    .normalise({ lower: 1, upper: 98 })
    .sharpen({ sigma: 2 })
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = grey.info;
  const lift = gammaOf(grey.data);
  const pixels = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    const row = (y % screen) * screen;
    for (let x = 0; x < width; x += 1, at += 1) {
      const light = lift[grey.data[at * channels] ?? 0] ?? 0;
      pixels[at] = light > (edges[row + (x % screen)] ?? 0) ? 255 : 0;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}

/** The lightness from which a pixel is white, by its place between the dots' middles: as even as a printer's screen. */
const edges = screenEdges();

function screenEdges(): Uint8Array {
  const places = Array.from({ length: screen * screen }, (_, at) => {
    const [x, y] = [at % screen, Math.floor(at / screen)];
    const turn = (place: number) => Math.cos((2 * Math.PI * (place + 0.5)) / screen);
    return { at, wave: turn(x) * turn(y) };
  });
  const result = new Uint8Array(screen * screen);
  for (const [rank, { at }] of places.toSorted((one, other) => one.wave - other.wave).entries()) {
    result[at] = black + ((white - black) * rank) / places.length;
  }
  return result;
}

/** Lifts the middle of a dark picture, and leaves a light one alone. */
function gammaOf(data: Uint8Array): Uint8Array {
  let sum = 0;
  for (let at = 0; at < data.length; at += 97) sum += data[at] ?? 0;
  const mean = Math.max(0.02, sum / Math.ceil(data.length / 97) / 255);
  const exponent = Math.min(1, Math.max(0.4, Math.log(0.55) / Math.log(mean)));
  return Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** exponent));
}
