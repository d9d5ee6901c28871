import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { variantAddress } from "../../shared/picture.ts";
import { portraits, wave } from "./pictures.ts";

const read = (address: string) => readFile(join(import.meta.dirname, "..", "..", "..", "public", address));

// If one fails, a picture has changed: `node demo/generators/sizes.ts` makes its smaller sizes.
test.each([...portraits, wave])(
  "$src is there, in the stated size, and its smaller sizes are",
  async (picture) => {
    const { width, height } = await sharp(await read(picture.src)).metadata();
    expect({ width, height }).toEqual({ width: picture.width, height: picture.height });
    for (const each of picture.widths) {
      const size = await read(variantAddress(picture.src, each));
      expect((await sharp(size).metadata()).width).toBe(each);
      expect(size.byteLength).toBeLessThan(30_000);
    }
  },
);

test.each([
  ["still", 1280, 720],
  ["still-tall", 432, 768],
])("the film's %s is there in both forms, one half as large", async (name, width, height) => {
  const [webp, avif] = [await read(`/landing/${name}.webp`), await read(`/landing/${name}.avif`)];
  for (const form of [webp, avif]) expect(await sharp(form).metadata()).toMatchObject({ width, height });
  expect(avif.byteLength / webp.byteLength).toBeLessThan(0.55);
});
