import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import facts from "../../demo/sizes/facts.json" with { type: "json" };
import { variantAddress } from "../shared/picture.ts";
import { sampleContent } from "./sample-content";

const root = join(import.meta.dirname, "..", "..");
const now = new Date("2026-11-20T12:00:00Z");

function picturesOf({ avatar, cover, tracks, photos }: ReturnType<typeof sampleContent>) {
  const parts = [avatar, cover, ...(tracks ?? []).map((track) => track.cover)];
  return [...parts, ...(photos ?? []).map(({ picture }) => picture)].flatMap((picture) => picture ?? []);
}

// If one fails, a picture of the demo has changed: `node demo/generators/sizes.ts` brings its sizes here.
test.each(picturesOf(sampleContent(now)))(
  "$src is there, in the stated size and colour, and its sizes are",
  async (picture) => {
    const file = await readFile(join(root, "public", picture.src));
    const { width, height } = await sharp(file).metadata();
    expect({ width, height }).toEqual({ width: picture.width, height: picture.height });
    const demo = (width: number) =>
      readFile(join(root, "demo", "sizes", basename(variantAddress(picture.src, width))));
    expect(file.equals(await demo(width))).toBe(true);
    for (const width of picture.widths) {
      const size = await readFile(join(root, "public", variantAddress(picture.src, width)));
      expect(size.equals(await demo(width))).toBe(true);
    }
    expect(new Map(Object.entries(facts)).get(basename(picture.src))?.colour).toBe(picture.colour);
  },
);

test("no picture is kept for nothing, and all of them are light", async () => {
  const kept = await readdir(join(root, "public", "sample"));
  const shown = picturesOf(sampleContent(now)).flatMap(({ src, widths }) =>
    [src, ...widths.map((width) => variantAddress(src, width))].map((address) => basename(address)),
  );
  expect(kept.sort()).toEqual(shown.sort());
  const sizes = await Promise.all(kept.map((name) => readFile(join(root, "public", "sample", name))));
  expect(sizes.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(900_000);
});

test("the comments came before now, the newest first", () => {
  const times = (sampleContent(now).comments ?? []).map(({ createdAt }) => createdAt);
  expect(times.toSorted().reverse()).toEqual(times);
  expect(times[0]?.localeCompare(now.toISOString())).toBe(-1);
});
