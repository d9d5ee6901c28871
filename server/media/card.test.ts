import { expect, test } from "vitest";
import { drawCard } from "./card.ts";

const card = {
  line: null,
  address: "music.example",
  font: "inter",
  colours: { canvas: "#000", foreground: "#fff", muted: "#aaa", accent: "#f0f" },
  cover: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"><path fill="#00f" d="M0 0h2v1H0z"/></svg>',
  ),
  avatar: null,
  sleeve: null,
};

test.each([
  ["東京事変", "事変東京"],
  ["فيروز", "زوريف"],
  ["🎸🎹", "🎹🎸"],
])("the letters of %s are drawn", async (name, others) => {
  const drawn = await Promise.all(["", name, others].map((name) => drawCard({ ...card, name })));
  // Where letters are left out, nothing or the same boxes are drawn.
  expect(new Set(drawn.map((picture) => picture.toString("base64"))).size).toBe(3);
});
