import { expect, test } from "vitest";
import { srcSet } from "~/shared/picture";
import { artworkOf } from "./media-keys.ts";

test("the lock screen may choose among a picture's sizes", () => {
  const picture = {
    src: "/uploads/photos/1/cover.webp",
    width: 900,
    height: 900,
    widths: [200, 400],
    colour: "",
  };
  expect(artworkOf(srcSet(picture))).toEqual([
    { src: "/uploads/photos/1/cover-200w.webp", sizes: "200x200" },
    { src: "/uploads/photos/1/cover-400w.webp", sizes: "400x400" },
    { src: "/uploads/photos/1/cover.webp", sizes: "900x900" },
  ]);
});

test("a thumbnail's choices tell how large they are by their addresses", () => {
  expect(artworkOf("/a-64w.webp 1x, /a-500w.webp 8.93x, /a.webp 9x")).toEqual([
    { src: "/a-64w.webp", sizes: "64x64" },
    { src: "/a-500w.webp", sizes: "500x500" },
    { src: "/a.webp" },
  ]);
});

test("a picture of one size is taken as it is, and none is none", () => {
  expect(artworkOf("/sample/cover.webp")).toEqual([{ src: "/sample/cover.webp" }]);
  expect(artworkOf(undefined)).toEqual([]);
});
