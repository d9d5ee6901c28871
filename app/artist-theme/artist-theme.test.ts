import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Appearance,
  type ColorTheme,
  colorThemes,
  defaultAppearance,
  textColorModes,
} from "./appearance.ts";
import { artistTheme } from "./artist-theme.ts";

// Written again, and not with the functions that the theme is worked out with: an error in those must show here.
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

function halfway(a: Paint, b: Paint): Paint {
  return { pixel: laid({ ...b, opacity: 0.5 }, a.pixel), opacity: (a.opacity + b.opacity) / 2 };
}

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(pixel: Pixel): number {
  const [red = 0, green = 0, blue = 0] = pixel.map((byte) =>
    byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The darkest speck of grain.png. */
const grain: Paint = { pixel: [128, 128, 128], opacity: 17 / 255 };

/**
 * Every colour that the theme's own background is made of: each stop of each gradient and what is between, laid on what
 * is below, without a speck and with one.
 */
function themeColours(gradient: string, canvas: Pixel): Pixel[] {
  let background = [canvas];
  for (const layer of gradient.split(/,(?=linear-gradient|radial-gradient)/).reverse()) {
    const stops = [...layer.matchAll(/#\w{6}|rgb\([^)]*\)/g)].map(([stop]) => paintOf(stop));
    const between = stops.slice(1).map((stop, at) => halfway(stop, stops[at] ?? stop));
    background = background.flatMap((below) => [...stops, ...between].map((stop) => laid(stop, below)));
  }
  return background.flatMap((below) => [below, laid(grain, below)]);
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
  const { variables: tokens } = artistTheme(appearance);
  const opaque = (name: `--${string}`) => paintOf(tokens[name]).pixel;
  const bare = themeColours(tokens["--gradient"] ?? "", opaque("--canvas"));
  const media = Number(tokens["--media-opacity"]);
  const page =
    appearance.background.kind === "none"
      ? bare
      : bare.flatMap((below) =>
          picturePixels.map((pixel) =>
            laid(paintOf(tokens["--scrim"]), laid({ pixel, opacity: media }, below)),
          ),
        );
  const backgrounds: Record<string, Pixel[]> = {
    canvas: [opaque("--canvas")],
    surface: [opaque("--surface")],
    sunken: [opaque("--sunken")],
    page,
    panel: page.map((below) => laid(paintOf(tokens["--panel"]), below)),
  };
  const faint: string[] = [];
  const expectContrast = (name: `--${string}`, background: string, luminances: number[], least: number) => {
    const own = luminance(opaque(name));
    const worst = Math.min(...luminances.map((other) => contrast(own, other)));
    if (worst < least) faint.push(`${name} on ${background}: ${worst.toFixed(2)}`);
  };
  for (const [background, pixels] of Object.entries(backgrounds)) {
    const luminances = pixels.map(luminance);
    for (const name of ["foreground", "muted", "accent", "danger", "success", "info"] as const) {
      expectContrast(`--${name}`, background, luminances, 4.5);
    }
    expectContrast("--edge", background, luminances, 3);
    expectContrast("--focus", background, luminances, 3);
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
  for (const [text, fill] of fills) expectContrast(text, fill, [luminance(opaque(fill))], 4.5);
  const known = [opaque("--canvas"), opaque("--surface"), ...bare];
  expectContrast("--primary", "the page without a picture", known.map(luminance), 3);
  return faint;
}

const themes = Object.keys(colorThemes) as ColorTheme[];
const modes = Object.keys(textColorModes) as (keyof typeof textColorModes)[];
const picture: Appearance["background"] = { kind: "image", url: "/picture.webp", thumbnailUrl: null };
const backgrounds: Appearance["background"][] = [{ kind: "none" }, picture];

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
  "%s needs no scrim without a picture, and leaves the default panel as it is",
  (colorTheme) => {
    for (const textColorMode of modes) {
      const { variables } = artistTheme({ ...defaultAppearance, colorTheme, textColorMode });
      expect(variables["--scrim"]).toMatch(/ \/ 0\)$/);
    }
    const { scheme, variables } = artistTheme({ ...defaultAppearance, colorTheme });
    const isLight = ["paper", "riso", "kraft"].includes(colorTheme);
    expect(scheme).toBe(isLight ? "light" : "dark");
    expect(variables["--panel"]).toBe(isLight ? "rgb(255 255 255 / 0.3)" : "rgb(0 0 0 / 0.3)");
  },
);

test("the text goes the way the artist wants it, and without a wish the way the panels ask for", () => {
  const schemeOf = (choice: Partial<Appearance>) => artistTheme({ ...defaultAppearance, ...choice }).scheme;
  const white = { profileBackgroundColor: "#ffffff", profileBackgroundOpacity: 0.9 };
  expect(schemeOf({})).toBe("dark");
  expect(schemeOf(white)).toBe("light");
  expect(schemeOf({ ...white, textColorMode: "light" })).toBe("dark");
  expect(schemeOf({ textColorMode: "dark" })).toBe("light");
  expect(schemeOf({ colorTheme: "paper" })).toBe("light");
  const navy = { profileBackgroundColor: "#101840", profileBackgroundOpacity: 0.9 };
  expect(schemeOf({ colorTheme: "paper", ...navy })).toBe("dark");
});

test("an artist's own colours stay as they are where they can be seen", () => {
  const { variables } = artistTheme({ ...defaultAppearance, colorTheme: "custom" });
  expect(variables).toMatchObject({ "--primary": "#8b5cf6", "--accent": "#06b6d4" });
});

test("a picture shows as much as text can bear", () => {
  const scrimOf = (backgroundOpacity: number) => {
    const { variables } = artistTheme({ ...defaultAppearance, background: picture, backgroundOpacity });
    return paintOf(variables["--scrim"]).opacity;
  };
  expect(scrimOf(0.1)).toBe(0);
  expect(scrimOf(0.7)).toBeLessThan(0.55);
  expect(scrimOf(1)).toBeLessThan(0.68);
});

test("everything can be read in whatever colours an artist mixes", () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  const appearances: fc.Arbitrary<Appearance> = fc.record({
    colorTheme: fc.constant("custom" as const),
    layout: fc.constant("classic" as const),
    fontFamily: fc.constant("inter" as const),
    nameFont: fc.constant(null),
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
    { numRuns: 300 },
  );
});
