import { expect, test } from "vitest";
import { type Appearance, defaultAppearance } from "./appearance.ts";
import { readabilityOf } from "./readability.ts";

const picture: Appearance["background"] = { kind: "image", url: "/picture.webp", thumbnailUrl: null };
const video: Appearance["background"] = { kind: "video", url: "/loop.mp4", thumbnailUrl: "/still.webp" };

function findingsOf(choice: Partial<Appearance>, pixels: number[] | null = null) {
  const { direction, findings } = readabilityOf(
    { ...defaultAppearance, ...choice },
    pixels && new Uint8ClampedArray(pixels),
  );
  return {
    direction,
    findings: findings.map(({ text }) => text),
    colours: findings.map((one) => one.colours),
  };
}

const [black, white] = [
  [0, 0, 0, 255],
  [255, 255, 255, 255],
];

test("readable choices get no finding", () => {
  expect(findingsOf({})).toEqual({
    direction: "Text is light: that is what suits these choices best.",
    findings: [],
    colours: [],
  });
});

test("a text direction that costs more correction gets a finding", () => {
  const white = { profileBackgroundColor: "#ffffff", profileBackgroundOpacity: 0.9 };
  expect(findingsOf({ textColorMode: "light" }).direction).toBe("Text is light, as you chose.");
  const { direction, findings, colours } = findingsOf({ ...white, textColorMode: "light" });
  expect(direction).toBe(
    "Text is light, as you chose. With dark text, less would have to be changed to keep it readable.",
  );
  expect(findings[0]).toBe("Your panels were made darker, so that light text stands out from them.");
  expect(colours[0]?.from).toBe("#ffffff");
});

test("a picture that can't be looked into may hold anything", () => {
  expect(findingsOf({ background: picture }).findings[0]).toMatch(
    /^Your background picture may be bright where text stands; a dark layer over it keeps it readable\.$/,
  );
  expect(findingsOf({ background: video, textColorMode: "dark" }).findings[0]).toMatch(
    /^Your background video may be dark where text stands; a light layer over it/,
  );
  expect(findingsOf({ background: { kind: "youtube", videoId: "abcdefghijk" } }).findings[0]).toMatch(
    /^Your background video may be bright/,
  );
});

test("a picture's finding names the share of it on which text would be unreadable", () => {
  expect(findingsOf({ background: picture }, [...black, ...white, ...black, ...black]).findings[0]).toMatch(
    /^25 % of your background picture is too bright for light text; a dark layer over it keeps it readable\.$/,
  );
  expect(findingsOf({ background: picture }, black).findings[0]).toMatch(
    /^Your background picture is never too bright for light text; a dark layer over it makes sure of it on every screen\.$/,
  );
  expect(findingsOf({ background: video }, white).findings[0]).toMatch(
    /^100 % of your video's still picture is too bright/,
  );
  // However little it is, it isn't rounded to nothing.
  const most = Array.from({ length: 999 }, () => black).flat();
  expect(findingsOf({ background: picture }, [...most, ...white]).findings[0]).toMatch(/^1 % of/);
});

test("a faint picture needs no scrim, and gets no finding", () => {
  expect(findingsOf({ background: picture, backgroundOpacity: 0.1 }).findings).toEqual([]);
});

test("a corrected colour's finding names both colours, and why", () => {
  const customColors = { primary: "#8B5CF6", secondary: "#EC4899", accent: "#ffff00" };
  const { findings, colours } = findingsOf({ colorTheme: "custom", customColors, textColorMode: "dark" });
  const at = findings.findIndex((text) => text.startsWith("Your accent colour"));
  expect(findings[at]).toMatch(/^Your accent colour, of links, was made darker, so that they can be read\.$/);
  expect(colours[at]).toEqual({ from: "#ffff00", to: expect.stringMatching(/^#[0-9a-f]{6}$/) });
});
