import type { Appearance, ColorTheme } from "./appearance.ts";
import {
  type BackgroundColours,
  extremes,
  type GradientLayer,
  grained,
  linearLayer,
  radialLayer,
} from "./background-colours.ts";
import { type Oklch, oklchOf, type Rgb, rgbOf, rgbOfOklch } from "./colour.ts";

export type Scheme = "light" | "dark";

/** The colours that a palette is given. */
interface PaletteColours {
  /** Lies below everything. Its hue and chroma tint everything neutral. */
  canvas: Oklch;
  /** On the canvas, the lowest first. */
  gradientLayers: GradientLayer[];
  /** Of the main buttons. */
  primary: Oklch;
  /** Of links and of what is chosen or playing. */
  accent: Oklch;
}

/** The colours of a page in the light or in the dark, before the contrast guard has seen them. */
export interface Palette extends PaletteColours {
  base: Rgb;
  /** The base colour with its gradient layers and its grain. */
  background: BackgroundColours;
  /** The colours of its upper and its lower edge. */
  edges: { head: Rgb; foot: Rgb };
}

type Palettes = Record<Scheme, Palette>;

function oklch(l: number, c: number, h: number): Oklch {
  return { l, c, h };
}

function palette(colours: PaletteColours): Palette {
  const base = rgbOfOklch(colours.canvas);
  const layered = colours.gradientLayers.reduce(
    (background: BackgroundColours, layer) => layer.on(background),
    [base],
  );
  const edges = colours.gradientLayers.at(-1)?.edges ?? { head: base, foot: base };
  return { ...colours, base: base, background: extremes(grained(layered)), edges };
}

const palettes: Record<Exclude<ColorTheme, "custom">, Palettes> = {
  // The hour after dusk with one spot colour; by day Handbill's own yellow.
  default: {
    dark: palette({
      canvas: oklch(0.21, 0.022, 275),
      gradientLayers: [
        linearLayer(
          "168deg",
          oklch(0.35, 0.045, 260),
          oklch(0.27, 0.035, 270),
          oklch(0.215, 0.025, 285),
          oklch(0.205, 0.02, 320),
          oklch(0.25, 0.03, 45),
        ),
      ],
      primary: oklch(0.88, 0.175, 92),
      accent: oklch(0.88, 0.155, 92),
    }),
    light: palette({
      canvas: oklch(0.9, 0.1, 93),
      gradientLayers: [
        linearLayer("170deg", oklch(0.9, 0.145, 95), oklch(0.89, 0.15, 92), oklch(0.86, 0.155, 84)),
      ],
      primary: oklch(0.2, 0.02, 90),
      accent: oklch(0.42, 0.13, 40),
    }),
  },
  "purple-pink": {
    dark: palette({
      canvas: oklch(0.22, 0.07, 312),
      gradientLayers: [
        linearLayer(
          "168deg",
          oklch(0.25, 0.11, 293),
          oklch(0.27, 0.11, 312),
          oklch(0.33, 0.125, 335),
          oklch(0.4, 0.14, 352),
        ),
      ],
      primary: oklch(0.72, 0.2, 350),
      accent: oklch(0.82, 0.13, 340),
    }),
    light: palette({
      canvas: oklch(0.86, 0.075, 325),
      gradientLayers: [
        linearLayer("168deg", oklch(0.835, 0.08, 303), oklch(0.85, 0.085, 325), oklch(0.86, 0.095, 350)),
      ],
      primary: oklch(0.45, 0.2, 325),
      accent: oklch(0.42, 0.2, 335),
    }),
  },
  "blue-cyan": {
    dark: palette({
      canvas: oklch(0.21, 0.06, 258),
      gradientLayers: [
        linearLayer(
          "135deg",
          oklch(0.26, 0.12, 268),
          oklch(0.24, 0.085, 255),
          oklch(0.29, 0.06, 230),
          oklch(0.4, 0.075, 205),
        ),
      ],
      primary: oklch(0.83, 0.135, 205),
      accent: oklch(0.85, 0.12, 205),
    }),
    light: palette({
      canvas: oklch(0.87, 0.055, 225),
      gradientLayers: [
        linearLayer("135deg", oklch(0.84, 0.075, 258), oklch(0.86, 0.075, 235), oklch(0.88, 0.09, 200)),
      ],
      primary: oklch(0.42, 0.19, 263),
      accent: oklch(0.4, 0.15, 260),
    }),
  },
  "green-teal": {
    dark: palette({
      canvas: oklch(0.2, 0.04, 165),
      gradientLayers: [
        linearLayer("200deg", oklch(0.37, 0.075, 185), oklch(0.28, 0.055, 172), oklch(0.21, 0.045, 155)),
      ],
      primary: oklch(0.8, 0.17, 160),
      accent: oklch(0.85, 0.14, 165),
    }),
    light: palette({
      canvas: oklch(0.88, 0.06, 165),
      gradientLayers: [
        linearLayer("200deg", oklch(0.83, 0.085, 188), oklch(0.86, 0.085, 168), oklch(0.88, 0.09, 150)),
      ],
      primary: oklch(0.36, 0.08, 172),
      accent: oklch(0.38, 0.085, 180),
    }),
  },
  "orange-red": {
    dark: palette({
      canvas: oklch(0.23, 0.07, 24),
      gradientLayers: [
        linearLayer("160deg", oklch(0.27, 0.1, 16), oklch(0.35, 0.14, 26), oklch(0.45, 0.155, 40)),
      ],
      primary: oklch(0.72, 0.2, 42),
      accent: oklch(0.83, 0.13, 62),
    }),
    light: palette({
      canvas: oklch(0.86, 0.07, 50),
      gradientLayers: [
        linearLayer("160deg", oklch(0.87, 0.09, 68), oklch(0.83, 0.115, 52), oklch(0.83, 0.11, 46)),
      ],
      primary: oklch(0.5, 0.2, 30),
      accent: oklch(0.43, 0.17, 29),
    }),
  },
  // Foil on black: a narrow sheen, not a glow.
  "dark-gold": {
    dark: palette({
      canvas: oklch(0.145, 0.012, 80),
      gradientLayers: [
        linearLayer(
          "118deg",
          oklch(0.15, 0.012, 80),
          oklch(0.22, 0.03, 84),
          oklch(0.37, 0.07, 88),
          oklch(0.25, 0.04, 80),
          oklch(0.15, 0.012, 75),
          oklch(0.21, 0.03, 82),
          oklch(0.13, 0.01, 75),
        ),
      ],
      primary: oklch(0.79, 0.115, 86),
      accent: oklch(0.84, 0.1, 88),
    }),
    light: palette({
      canvas: oklch(0.89, 0.055, 88),
      gradientLayers: [
        linearLayer(
          "115deg",
          oklch(0.85, 0.085, 86),
          oklch(0.91, 0.07, 92),
          oklch(0.94, 0.05, 95),
          oklch(0.86, 0.09, 87),
          oklch(0.83, 0.095, 84),
          oklch(0.9, 0.075, 90),
        ),
      ],
      primary: oklch(0.22, 0.03, 75),
      accent: oklch(0.4, 0.08, 70),
    }),
  },
  "rose-gold": {
    dark: palette({
      canvas: oklch(0.24, 0.045, 0),
      gradientLayers: [
        linearLayer(
          "128deg",
          oklch(0.25, 0.05, 352),
          oklch(0.33, 0.06, 5),
          oklch(0.45, 0.072, 22),
          oklch(0.36, 0.065, 18),
          oklch(0.27, 0.055, 358),
          oklch(0.34, 0.06, 10),
        ),
      ],
      primary: oklch(0.82, 0.085, 35),
      accent: oklch(0.86, 0.065, 30),
    }),
    light: palette({
      canvas: oklch(0.88, 0.045, 25),
      gradientLayers: [
        linearLayer(
          "145deg",
          oklch(0.87, 0.05, 5),
          oklch(0.91, 0.04, 25),
          oklch(0.84, 0.065, 35),
          oklch(0.87, 0.05, 50),
        ),
      ],
      primary: oklch(0.42, 0.1, 18),
      accent: oklch(0.42, 0.11, 15),
    }),
  },
  "neon-green": {
    dark: palette({
      canvas: oklch(0.13, 0.012, 150),
      gradientLayers: [
        radialLayer("90% 42% at 50% -8%", oklch(0.62, 0.21, 142), 0.42),
        radialLayer("70% 30% at 50% 110%", oklch(0.5, 0.16, 142), 0.34),
      ],
      primary: oklch(0.88, 0.27, 142),
      accent: oklch(0.88, 0.24, 142),
    }),
    light: palette({
      canvas: oklch(0.91, 0.13, 135),
      gradientLayers: [
        linearLayer("175deg", oklch(0.92, 0.19, 126), oklch(0.9, 0.2, 136), oklch(0.87, 0.2, 144)),
      ],
      primary: oklch(0.18, 0.03, 145),
      accent: oklch(0.37, 0.11, 145),
    }),
  },
  "ocean-blue": {
    dark: palette({
      canvas: oklch(0.19, 0.045, 245),
      gradientLayers: [
        linearLayer(
          "180deg",
          oklch(0.44, 0.085, 225),
          oklch(0.36, 0.085, 235),
          oklch(0.26, 0.07, 245),
          oklch(0.18, 0.05, 252),
          oklch(0.14, 0.035, 258),
        ),
      ],
      primary: oklch(0.82, 0.11, 222),
      accent: oklch(0.87, 0.085, 215),
    }),
    light: palette({
      canvas: oklch(0.87, 0.05, 225),
      gradientLayers: [
        linearLayer("180deg", oklch(0.91, 0.045, 205), oklch(0.86, 0.07, 220), oklch(0.825, 0.08, 230)),
      ],
      primary: oklch(0.37, 0.11, 248),
      accent: oklch(0.38, 0.11, 245),
    }),
  },
  // The horizon lies at the foot.
  "sunset-orange": {
    dark: palette({
      canvas: oklch(0.21, 0.05, 320),
      gradientLayers: [
        linearLayer(
          "180deg",
          oklch(0.2, 0.06, 290),
          oklch(0.26, 0.085, 315),
          oklch(0.34, 0.11, 350),
          oklch(0.43, 0.13, 25),
          oklch(0.465, 0.12, 52),
        ),
      ],
      primary: oklch(0.8, 0.155, 65),
      accent: oklch(0.85, 0.11, 70),
    }),
    light: palette({
      canvas: oklch(0.87, 0.07, 60),
      gradientLayers: [
        linearLayer(
          "180deg",
          oklch(0.84, 0.07, 335),
          oklch(0.84, 0.09, 15),
          oklch(0.85, 0.11, 50),
          oklch(0.87, 0.13, 80),
        ),
      ],
      primary: oklch(0.48, 0.17, 20),
      accent: oklch(0.42, 0.16, 18),
    }),
  },
  // Newsprint: black ink, and red for what is worth a second ink.
  paper: {
    light: palette({
      canvas: oklch(0.945, 0.014, 88),
      gradientLayers: [linearLayer("180deg", oklch(0.955, 0.013, 90), oklch(0.935, 0.016, 86))],
      primary: oklch(0.53, 0.2, 28),
      accent: oklch(0.46, 0.185, 28),
    }),
    dark: palette({
      canvas: oklch(0.21, 0.008, 80),
      gradientLayers: [linearLayer("180deg", oklch(0.235, 0.009, 80), oklch(0.2, 0.008, 80))],
      primary: oklch(0.66, 0.2, 30),
      accent: oklch(0.76, 0.14, 32),
    }),
  },
  // Two drums of a stencil duplicator: blue on fluorescent pink.
  riso: {
    light: palette({
      canvas: oklch(0.85, 0.1, 5),
      gradientLayers: [linearLayer("180deg", oklch(0.86, 0.098, 6), oklch(0.84, 0.104, 2))],
      primary: oklch(0.38, 0.19, 268),
      accent: oklch(0.36, 0.18, 268),
    }),
    dark: palette({
      canvas: oklch(0.25, 0.12, 270),
      gradientLayers: [linearLayer("180deg", oklch(0.27, 0.13, 270), oklch(0.235, 0.11, 270))],
      primary: oklch(0.78, 0.155, 5),
      accent: oklch(0.83, 0.115, 5),
    }),
  },
  // Wrapping paper under bottle green.
  kraft: {
    light: palette({
      canvas: oklch(0.83, 0.058, 72),
      gradientLayers: [linearLayer("180deg", oklch(0.84, 0.056, 74), oklch(0.82, 0.06, 70))],
      primary: oklch(0.36, 0.075, 158),
      accent: oklch(0.35, 0.075, 158),
    }),
    dark: palette({
      canvas: oklch(0.24, 0.03, 60),
      gradientLayers: [linearLayer("180deg", oklch(0.265, 0.034, 60), oklch(0.225, 0.028, 58))],
      primary: oklch(0.8, 0.075, 74),
      accent: oklch(0.85, 0.06, 76),
    }),
  },
  // Black from edge to edge; vermilion where it counts.
  ink: {
    dark: palette({
      canvas: oklch(0.16, 0.004, 270),
      gradientLayers: [linearLayer("180deg", oklch(0.17, 0.004, 270), oklch(0.15, 0.004, 270))],
      primary: oklch(0.67, 0.215, 33),
      accent: oklch(0.78, 0.14, 38),
    }),
    light: palette({
      canvas: oklch(0.93, 0.004, 270),
      gradientLayers: [linearLayer("180deg", oklch(0.94, 0.004, 270), oklch(0.92, 0.005, 270))],
      primary: oklch(0.52, 0.205, 31),
      accent: oklch(0.45, 0.18, 30),
    }),
  },
  // The red of old theatre seats, with cream.
  oxblood: {
    dark: palette({
      canvas: oklch(0.27, 0.1, 22),
      gradientLayers: [linearLayer("180deg", oklch(0.29, 0.108, 23), oklch(0.25, 0.094, 20))],
      primary: oklch(0.9, 0.055, 82),
      accent: oklch(0.89, 0.06, 80),
    }),
    light: palette({
      canvas: oklch(0.9, 0.035, 70),
      gradientLayers: [linearLayer("180deg", oklch(0.91, 0.033, 74), oklch(0.885, 0.04, 64))],
      primary: oklch(0.4, 0.14, 23),
      accent: oklch(0.4, 0.14, 23),
    }),
  },
  // A screen print in one loud blue.
  cobalt: {
    dark: palette({
      canvas: oklch(0.36, 0.2, 264),
      gradientLayers: [linearLayer("180deg", oklch(0.375, 0.205, 264), oklch(0.345, 0.195, 264))],
      primary: oklch(0.93, 0.14, 105),
      accent: oklch(0.93, 0.11, 105),
    }),
    light: palette({
      canvas: oklch(0.89, 0.04, 255),
      gradientLayers: [linearLayer("180deg", oklch(0.9, 0.036, 252), oklch(0.875, 0.046, 258))],
      primary: oklch(0.4, 0.21, 264),
      accent: oklch(0.4, 0.2, 264),
    }),
  },
};

/** Whether the theme's text is dark unless the artist or a panel of theirs has it otherwise. */
export function isLightByItself(colorTheme: ColorTheme): boolean {
  return colorTheme === "paper" || colorTheme === "riso" || colorTheme === "kraft";
}

/** The palettes of the artist's theme, in the light and in the dark. */
export function palettesOf({ colorTheme, customColors }: Appearance): Palettes {
  return (colorTheme !== "custom" && palettes[colorTheme]) || mixedPalettes(customColors);
}

/** The artist's own three colours, on a canvas that is tinted by the first two. */
function mixedPalettes(colours: Appearance["customColors"]): Palettes {
  const [primary, secondary, accent] = [colours.primary, colours.secondary, colours.accent].map((hex) =>
    oklchOf(rgbOf(hex)),
  ) as [Oklch, Oklch, Oklch];
  const tint = (l: number, { c, h }: Oklch, most: number) => oklch(l, Math.min(c * 0.6, most), h);
  return {
    dark: palette({
      canvas: tint(0.19, primary, 0.05),
      gradientLayers: [
        linearLayer(
          "165deg",
          tint(0.3, primary, 0.13),
          tint(0.23, primary, 0.09),
          tint(0.3, secondary, 0.13),
        ),
      ],
      primary,
      accent,
    }),
    light: palette({
      canvas: tint(0.88, primary, 0.06),
      gradientLayers: [
        linearLayer(
          "165deg",
          tint(0.84, primary, 0.08),
          tint(0.88, primary, 0.06),
          tint(0.84, secondary, 0.08),
        ),
      ],
      primary,
      accent,
    }),
  };
}
