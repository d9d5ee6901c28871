import { expect, test } from "vitest";
import {
  avifAddress,
  choicesFor,
  everyAddress,
  largestAddress,
  type Place,
  squarePlace,
  srcSet,
  variantAddress,
  variantWidths,
  widthsBelow,
} from "./picture.ts";

const picture = { src: "/uploads/photos/me/a.b-c.webp", width: 1200, height: 800, colour: "#123456" };

test("the browser may choose among all sizes there are", () => {
  expect(srcSet({ ...picture, widths: [200, 400, 640, 960] })).toBe(
    "/uploads/photos/me/a.b-c-200w.webp 200w, /uploads/photos/me/a.b-c-400w.webp 400w, /uploads/photos/me/a.b-c-640w.webp 640w, /uploads/photos/me/a.b-c-960w.webp 960w, /uploads/photos/me/a.b-c.webp 1200w",
  );
  expect(srcSet({ ...picture, widths: [] })).toBeUndefined();
});

test.each(variantWidths)("the largest behind the %i pixels wide is found again", (width) => {
  expect(largestAddress(variantAddress(picture.src, width))).toBe(picture.src);
});

test("some sizes of covers and portraits may be there as AVIF, no other file is", () => {
  const avatar = "/uploads/avatars/me/a.webp";
  expect(avifAddress(variantAddress(avatar, 640))).toBe("/uploads/avatars/me/a-640w.avif");
  expect(largestAddress("/uploads/avatars/me/a-640w.avif")).toBe(avatar);
  for (const other of [avatar, variantAddress(avatar, 64), variantAddress(picture.src, 640), "/a.mp3"])
    expect(avifAddress(other)).toBeUndefined();
  const named = everyAddress(avatar);
  for (const each of named) expect(largestAddress(each)).toBe(avatar);
  expect(named).toEqual(expect.arrayContaining(named.flatMap((each) => avifAddress(each) ?? [])));
  expect(named.filter((each) => each.endsWith(".avif"))).toHaveLength(6);
});

test.each([picture.src, "/uploads/music/me/song-400w.mp3", "/uploads/photos/me/a-4000w.webp"])(
  "%s is no smaller one of another",
  (address) => expect(largestAddress(address)).toBe(address),
);

test("a picture is named with all its sizes, former ones too; any other file has one", () => {
  expect(everyAddress("/uploads/photos/me/a.webp")).toEqual([
    ...[64, 80, 100, 125, 160, 200, 250, 320, 400, 500, 640, 800, 1000, 1250, 960].map(
      (width) => `/uploads/photos/me/a-${width}w.webp`,
    ),
    "/uploads/photos/me/a.webp",
  ]);
  for (const address of everyAddress(picture.src)) expect(largestAddress(address)).toBe(picture.src);
  expect(everyAddress("/uploads/music/me/a.mp3")).toEqual(["/uploads/music/me/a.mp3"]);
});

const cover: Place[] = [
  { from: 48, ofScreen: 1, rem: 0, height: 24 },
  { from: 0, ofScreen: 1, rem: 0, height: 18 },
];
const tile: Place[] = [
  { from: 72, ofScreen: 0, rem: 11.7, height: "as wide" },
  { from: 40, ofScreen: 0.3, rem: -2.5, height: "as wide" },
  { from: 0, ofScreen: 0.5, rem: -2.25, height: "as wide" },
];
const film: Place[] = [
  { from: 40, ofScreen: 0.5, rem: -2, height: "16:9" },
  { from: 0, ofScreen: 1, rem: -2, height: "16:9" },
];

const band: Place[] = [
  { from: 40, ofScreen: 1 / 3, rem: -2.5, height: "as wide" },
  { from: 0, ofScreen: 1, rem: -4, height: "2:1" },
];

/** The width in pixels that HTML's rules give for `sizes`, for the syntax used here. */
function sizeOn(screen: number, sizes: string): number {
  const found = sizes
    .split(", ")
    .map((size) => /^(?:\(width >= ([\d.]+)rem\) )?(?:calc\(([\d.]+)vw \+ )?(-?[\d.]+)rem\)?$/.exec(size))
    .find((size) => screen >= Number(size?.[1] ?? 0) * 16);
  if (!found) throw new Error(sizes);
  return (Number(found[2] ?? 0) * screen) / 100 + Number(found[3]) * 16;
}

/** As browsers do. */
function chosen(widths: number[], size: number, density: number): number {
  return widths.find((width) => width / size >= density) ?? widths.at(-1) ?? 0;
}

test.each([
  ["a cover", { width: 1200, height: 600 }, cover],
  ["a panorama as a cover", { width: 1600, height: 320 }, cover],
  ["an upright tile", { width: 1000, height: 1600 }, tile],
  ["a lying tile", { width: 1600, height: 1067 }, tile],
  ["a panorama in a film's shape", { width: 1600, height: 500 }, film],
  ["a square in a film's shape", { width: 1600, height: 1600 }, film],
  ["an upright photo in a band", { width: 1000, height: 1600 }, band],
  ["a panorama in a band", { width: 1600, height: 320 }, band],
])(
  "of %s a browser takes one that has all pixels, and at most 1.3 times as many a side",
  (_, size, places) => {
    const picture = {
      src: "/uploads/photos/me/a.webp",
      ...size,
      widths: widthsBelow(size.width),
      colour: "",
    };
    const choices = choicesFor(picture, places);
    const widths = choices?.srcSet.match(/\d+(?=w(?:,|$))/g)?.map(Number) ?? [];
    for (let screen = 320; screen <= 2560; screen += 7) {
      const place = places.find(({ from }) => screen >= from * 16);
      if (!place || !choices?.sizes) throw new Error("There is no place.");
      const width = place.ofScreen * screen + place.rem * 16;
      const shapes = { "as wide": width, "16:9": (width * 9) / 16, "2:1": width / 2 };
      const height = typeof place.height === "string" ? shapes[place.height] : (place.height ?? 0) * 16;
      const shown = Math.max(width, (height * size.width) / size.height);
      for (const density of [1, 2, 3]) {
        const got = chosen(widths, sizeOn(screen, choices.sizes), density);
        const where = `${got} for ${shown} at ${density} on ${screen}`;
        expect(got, where).toBeGreaterThanOrEqual(Math.min(shown * density, size.width));
        expect(got, where).toBeLessThanOrEqual(shown * density * 1.3);
      }
    }
  },
);

test("a place that is the same on every screen has one size for each density, and the further width that is needed", () => {
  const picture = { src: "/a.webp", width: 800, height: 800, widths: widthsBelow(800), colour: "" };
  expect(choicesFor(picture, squarePlace(3.5))).toEqual({
    srcSet: "/a-64w.webp 1x, /a-125w.webp 2x, /a-200w.webp 3x",
  });
  expect(choicesFor(picture, squarePlace(3.5), 500)?.srcSet).toContain("/a-200w.webp 3x, /a-500w.webp 8.93x");
  const small = { ...picture, width: 150, height: 100, widths: widthsBelow(150) };
  expect(choicesFor(small, squarePlace(3.5), 500)?.srcSet).toBe("/a-100w.webp 1x, /a.webp 2x");
  expect(choicesFor({ ...picture, widths: [] }, squarePlace(3.5))).toBeUndefined();
});
