import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawnCover, drawnCoverSize } from "./drawn-cover.ts";

const draw = (name: string) => drawnCover(name).join("|");

test("a name has the same picture every time, however it is composed, and two names have two", () => {
  expect(draw("Zo\u00eb")).toBe(draw("Zoe\u0308"));
  const names = ["Nova", "nova", "Nova ", "中村ゆり", "فيروز", "DJ 🐙", "A", "B"];
  expect(new Set(names.map(draw)).size).toBe(names.length);
});

test("whatever the name, the picture is small, and nothing of the name stands in it", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 100, unit: "grapheme" }), (name) => {
      expect(draw(name).length).toBeLessThan(1500);
      expect(draw(name)).toMatch(/^[Mhvmaz0-9. |-]+$/);
    }),
  );
});

test("each of three inks prints something, and none beside the picture", async () => {
  const { width, height } = drawnCoverSize;
  const inks = ["#f6cf3b", "#d7d3c4", "#4d5878"];
  const paths = drawnCover("Ishbel Carrow").map((d, ink) => `<path fill="${inks[ink]}" d="${d}"/>`);
  const frame = `viewBox="-10 -10 ${width + 20} ${height + 20}" width="${width + 20}" height="${height + 20}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${paths.join("")}</svg>`;
  const picture = sharp(Buffer.from(svg)).flatten({ background: "#1c1f2e" });
  const bytes = await picture.raw().toBuffer();
  const colourAt = (x: number, y: number) => {
    const at = 3 * ((y + 10) * (width + 20) + x + 10);
    return `#${bytes.subarray(at, at + 3).toString("hex")}`;
  };
  const [seen, beside] = [new Set<string>(), new Set<string>()];
  for (let x = -10; x < width + 10; x++) {
    for (let y = -10; y < height + 10; y++) {
      const isInside = x >= 0 && y >= 0 && x < width && y < height;
      (isInside ? seen : beside).add(colourAt(x, y));
    }
  }
  for (const ink of inks) expect(seen).toContain(ink);
  expect([...beside]).toEqual(["#1c1f2e"]);
});
