import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lookOf } from "./look.ts";
import {
  type Appearance,
  type ColorTheme,
  colorThemes,
  defaultAppearance,
  textColorModes,
} from "./schema.ts";

// Written again, and not with the functions that the look is worked out with: an error in those must show here.
type Pixel = [number, number, number];
type Paint = { pixel: Pixel; opacity: number };

function paintOf(css = ""): Paint {
  const hex = /^#(\w\w)(\w\w)(\w\w)$/.exec(css);
  if (hex) return { pixel: pixelOf(hex.slice(1).map((byte) => Number.parseInt(byte, 16))), opacity: 1 };
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(css);
  if (!rgb) throw new Error(`No colour: '${css}'`);
  return { pixel: pixelOf(rgb.slice(1, 4).map(Number)), opacity: Number(rgb[4]) };
}

function pixelOf([red = Number.NaN, green = Number.NaN, blue = Number.NaN]: number[]): Pixel {
  return [red, green, blue];
}

function laid({ pixel, opacity }: Paint, below: Pixel): Pixel {
  return pixelOf(below.map((channel, at) => Math.round(channel + ((pixel[at] ?? 0) - channel) * opacity)));
}

function contrast(a: Pixel, b: Pixel): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(pixel: Pixel): number {
  const [red = 0, green = 0, blue = 0] = pixel.map((byte) =>
    byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Every colour that the theme's own ground is made of: each stop of each gradient, laid on what is below it. */
function bareGround(gradient: string, canvas: Pixel): Pixel[] {
  let ground = [canvas];
  for (const wash of gradient.split(/,(?=linear-gradient|radial-gradient)/).reverse()) {
    const stops = [...wash.matchAll(/#\w{6}|rgb\([^)]*\)/g)].map(([stop]) => paintOf(stop));
    ground = ground.flatMap((below) => stops.map((stop) => laid(stop, below)));
  }
  return ground;
}

const picturePixels: Pixel[] = [
  [0, 0, 0],
  [255, 255, 255],
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
  [0, 255, 255],
  [255, 0, 255],
  [119, 119, 119],
];

/** What fails to stand out, as sentences. */
function faintIn(appearance: Appearance): string[] {
  const { variables: tokens } = lookOf(appearance);
  const opaque = (name: `--${string}`) => paintOf(tokens[name]).pixel;
  const bare = bareGround(tokens["--gradient"] ?? "", opaque("--canvas"));
  const media = Number(tokens["--media-opacity"]);
  const page =
    appearance.background.kind === "none"
      ? bare
      : bare.flatMap((below) =>
          picturePixels.map((pixel) =>
            laid(paintOf(tokens["--scrim"]), laid({ pixel, opacity: media }, below)),
          ),
        );
  const grounds: Record<string, Pixel[]> = {
    canvas: [opaque("--canvas")],
    surface: [opaque("--surface")],
    sunken: [opaque("--sunken")],
    page,
    panel: page.map((below) => laid(paintOf(tokens["--panel"]), below)),
  };
  const faint: string[] = [];
  const expectContrast = (name: `--${string}`, ground: string, pixels: Pixel[], least: number) => {
    const worst = Math.min(...pixels.map((pixel) => contrast(opaque(name), pixel)));
    if (worst < least) faint.push(`${name} on ${ground}: ${worst.toFixed(2)}`);
  };
  for (const [ground, pixels] of Object.entries(grounds)) {
    for (const name of ["ink", "muted", "accent", "secondary", "danger", "success", "info"] as const) {
      expectContrast(`--${name}`, ground, pixels, 4.5);
    }
    expectContrast("--edge", ground, pixels, 3);
    expectContrast("--focus", ground, pixels, 3);
  }
  const fills = [
    ["--on-primary", "--primary"],
    ["--on-primary", "--primary-hover"],
    ["--on-accent", "--accent"],
    ["--on-danger", "--danger-fill"],
    ["--on-danger", "--danger-fill-hover"],
    ["--danger", "--danger-soft"],
    ["--success", "--success-soft"],
    ["--info", "--info-soft"],
  ] as const;
  for (const [text, fill] of fills) expectContrast(text, fill, [opaque(fill)], 4.5);
  expectContrast("--primary", "canvas", [opaque("--canvas")], 3);
  expectContrast("--primary", "surface", [opaque("--surface")], 3);
  expectContrast("--primary", "bare page", bare, 3);
  return faint;
}

const themes = Object.keys(colorThemes) as ColorTheme[];
const modes = Object.keys(textColorModes) as (keyof typeof textColorModes)[];
const backgrounds: Appearance["background"][] = [
  { kind: "none" },
  { kind: "image", url: "/picture.webp", thumbnailUrl: null },
];

describe.each(themes)("%s", (colorTheme) => {
  test.each(modes)("everything can be read with text %s, whatever lies under it", (textColorMode) => {
    const faint = new Set<string>();
    for (const background of backgrounds) {
      for (const profileBackgroundColor of [
        "#000000",
        "#ffffff",
        "#808080",
        "#ff0000",
        "#0000ff",
        "#ffff00",
      ]) {
        for (const opacity of [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
          const appearance: Appearance = {
            ...defaultAppearance,
            colorTheme,
            textColorMode,
            background,
            backgroundOpacity: opacity,
            profileBackgroundColor,
            profileBackgroundOpacity: opacity,
          };
          for (const complaint of faintIn(appearance)) {
            faint.add(`${background.kind} ${profileBackgroundColor} ${opacity}: ${complaint}`);
          }
        }
      }
    }
    expect([...faint]).toEqual([]);
  });
});

test.each(themes)(
  "%s needs no scrim without a picture, and its default panel is left as it is",
  (colorTheme) => {
    const { scheme, variables } = lookOf({ ...defaultAppearance, colorTheme });
    expect(scheme).toBe("dark");
    expect(variables["--scrim"]).toMatch(/ \/ 0\)$/);
    expect(variables["--panel"]).toBe("rgb(0 0 0 / 0.3)");
  },
);

test("everything can be read in whatever colours an artist mixes", () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  const appearances: fc.Arbitrary<Appearance> = fc.record({
    colorTheme: fc.constant("custom" as const),
    fontFamily: fc.constant("inter" as const),
    customColors: fc.record({ primary: hex, secondary: hex, accent: hex }),
    textColorMode: fc.constantFrom(...modes),
    background: fc.constantFrom(...backgrounds),
    backgroundOpacity: fc.double({ min: 0.1, max: 1, noNaN: true }),
    profileBackgroundColor: hex,
    profileBackgroundOpacity: fc.double({ min: 0, max: 1, noNaN: true }),
    coverSize: fc.constant("large" as const),
  });
  fc.assert(
    fc.property(appearances, (appearance) => {
      expect(faintIn(appearance)).toEqual([]);
    }),
    { numRuns: 400 },
  );
});
