import jsQR from "jsqr";
import sharp from "sharp";
import { expect, test } from "vitest";
import { qrCode } from "../qr-code.ts";
import { drawQrCode, halftone } from "./handbill-pictures.ts";

test("a code's PNG is read, and has pixels enough for a poster", async () => {
  const address = "https://handbill.example/artist/nova?utm_source=print";
  const png = sharp(await drawQrCode(qrCode(address)))
    .ensureAlpha()
    .raw();
  const { data, info } = await png.toBuffer({ resolveWithObject: true });
  expect(info.width).toBeGreaterThanOrEqual(2048);
  expect(jsQR(Uint8ClampedArray.from(data), info.width, info.height)?.data).toBe(address);
});

/** The share of white in a halftone of one grey beside black and white. */
async function lightness(grey: number): Promise<number> {
  const pixels = Uint8Array.from({ length: 300 * 300 }, (_, at) =>
    at % 300 < 8 ? 0 : at % 300 > 291 ? 255 : grey,
  );
  const source = await sharp(pixels, { raw: { width: 300, height: 300, channels: 1 } })
    .png()
    .toBuffer();
  const { data, info } = await sharp(await halftone(source))
    .extract({ left: 800, top: 800, width: 400, height: 400 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const values = new Set(data);
  for (const value of values) expect([0, 255]).toContain(value);
  return data.reduce((sum, value) => sum + value, 0) / 255 / (info.width * info.height);
}

test("a halftone is black and white alone, lighter where the picture is, and lifts a dark one", async () => {
  const [dark, middle, light] = [await lightness(40), await lightness(128), await lightness(220)];
  expect(dark).toBeGreaterThan(0.3);
  expect(middle).toBeGreaterThanOrEqual(dark);
  expect(light).toBeGreaterThan(middle);
  expect(light).toBeLessThan(1);
});
