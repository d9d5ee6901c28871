import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawnCover, drawnCoverSize } from "./drawn-cover.ts";

const colours = { ground: "#1c1f2e", inks: ["#f6cf3b", "#d7d3c4", "#4d5878"] } as const;
const draw = (name: string) => drawnCover(name, { ...colours, inks: [...colours.inks] });

test("a name has the same picture every time, however it is composed, and two names have two", () => {
  expect(draw("Zo\u00eb")).toBe(draw("Zoe\u0308"));
  const names = ["Nova", "nova", "Nova ", "中村ゆり", "فيروز", "DJ 🐙", "A", "B"];
  expect(new Set(names.map(draw)).size).toBe(names.length);
});

test("whatever the name, the picture is small, and nothing of the name stands in it", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 100, unit: "grapheme" }), (name) => {
      expect(draw(name).length).toBeLessThan(1500);
      expect(draw(name)).toMatch(/^(<path fill="#[0-9a-f]{6}" d="[Mhvmaz0-9. -]+"\/>){2,4}$/i);
    }),
  );
});

test("it fills its ground with its three inks", async () => {
  const { width, height } = drawnCoverSize;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${draw("Ishbel Carrow")}</svg>`;
  const { data } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const seen = new Set<string>();
  for (let at = 0; at < data.length; at += 3 * 37) seen.add(`#${data.subarray(at, at + 3).toString("hex")}`);
  for (const colour of [colours.ground, ...colours.inks]) expect(seen).toContain(colour);
});
