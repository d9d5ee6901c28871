import { expect, test } from "vitest";
import { everyAddress, largestAddress, srcSet, variantAddress, variantWidths } from "./picture.ts";

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

test.each([picture.src, "/uploads/music/me/song-400w.mp3", "/uploads/photos/me/a-4000w.webp"])(
  "%s is no smaller one of another",
  (address) => expect(largestAddress(address)).toBe(address),
);

test("of a picture every size is named, those that are no longer made too; any other file is one", () => {
  expect(everyAddress("/uploads/photos/me/a.webp")).toEqual([
    "/uploads/photos/me/a-200w.webp",
    "/uploads/photos/me/a-400w.webp",
    "/uploads/photos/me/a-640w.webp",
    "/uploads/photos/me/a-960w.webp",
    "/uploads/photos/me/a-800w.webp",
    "/uploads/photos/me/a.webp",
  ]);
  for (const address of everyAddress(picture.src)) expect(largestAddress(address)).toBe(picture.src);
  expect(everyAddress("/uploads/music/me/a.mp3")).toEqual(["/uploads/music/me/a.mp3"]);
});
