import { type Oklch, oklchOf, type Rgb, rgbOf, rgbOfOklch } from "./colour.ts";
import { extremes, fountain, type Ground, glow, grained, type Wash } from "./ground.ts";
import type { Appearance, ColorTheme } from "./schema.ts";

export type Scheme = "light" | "dark";

/** What one poster is printed with. */
interface Inks {
  /** The stock. Its hue and chroma tint everything neutral. */
  canvas: Oklch;
  /** On the stock, the lowest first. */
  washes: Wash[];
  /** Of the main buttons. */
  primary: Oklch;
  /** Of links and of what is chosen or playing. */
  accent: Oklch;
}

/** The poster before an artist's page stands on it. */
export interface Poster extends Inks {
  stock: Rgb;
  /** The stock with its washes and its grain. */
  ground: Ground;
  /** The colours of its upper and its lower edge. */
  edges: { head: Rgb; foot: Rgb };
}

type Theme = Record<Scheme, Poster>;

function ink(l: number, c: number, h: number): Oklch {
  return { l, c, h };
}

function poster(inks: Inks): Poster {
  const stock = rgbOfOklch(inks.canvas);
  const printed = inks.washes.reduce((ground: Ground, wash) => wash.on(ground), [stock]);
  const edges = inks.washes.at(-1)?.edges ?? { head: stock, foot: stock };
  return { ...inks, stock, ground: extremes(grained(printed)), edges };
}

const themes: Record<Exclude<ColorTheme, "custom">, Theme> = {
  // The hour after dusk with one spot colour; by day Handbill's own yellow stock.
  default: {
    dark: poster({
      canvas: ink(0.21, 0.022, 275),
      washes: [
        fountain(
          "168deg",
          ink(0.35, 0.045, 260),
          ink(0.27, 0.035, 270),
          ink(0.215, 0.025, 285),
          ink(0.205, 0.02, 320),
          ink(0.25, 0.03, 45),
        ),
      ],
      primary: ink(0.88, 0.175, 92),
      accent: ink(0.88, 0.155, 92),
    }),
    light: poster({
      canvas: ink(0.9, 0.1, 93),
      washes: [fountain("170deg", ink(0.9, 0.145, 95), ink(0.89, 0.15, 92), ink(0.86, 0.155, 84))],
      primary: ink(0.2, 0.02, 90),
      accent: ink(0.42, 0.13, 40),
    }),
  },
  "purple-pink": {
    dark: poster({
      canvas: ink(0.22, 0.07, 312),
      washes: [
        fountain(
          "168deg",
          ink(0.25, 0.11, 293),
          ink(0.27, 0.11, 312),
          ink(0.33, 0.125, 335),
          ink(0.4, 0.14, 352),
        ),
      ],
      primary: ink(0.72, 0.2, 350),
      accent: ink(0.82, 0.13, 340),
    }),
    light: poster({
      canvas: ink(0.86, 0.075, 325),
      washes: [fountain("168deg", ink(0.835, 0.08, 303), ink(0.85, 0.085, 325), ink(0.86, 0.095, 350))],
      primary: ink(0.45, 0.2, 325),
      accent: ink(0.42, 0.2, 335),
    }),
  },
  "blue-cyan": {
    dark: poster({
      canvas: ink(0.21, 0.06, 258),
      washes: [
        fountain(
          "135deg",
          ink(0.26, 0.12, 268),
          ink(0.24, 0.085, 255),
          ink(0.29, 0.06, 230),
          ink(0.4, 0.075, 205),
        ),
      ],
      primary: ink(0.83, 0.135, 205),
      accent: ink(0.85, 0.12, 205),
    }),
    light: poster({
      canvas: ink(0.87, 0.055, 225),
      washes: [fountain("135deg", ink(0.84, 0.075, 258), ink(0.86, 0.075, 235), ink(0.88, 0.09, 200))],
      primary: ink(0.42, 0.19, 263),
      accent: ink(0.4, 0.15, 260),
    }),
  },
  "green-teal": {
    dark: poster({
      canvas: ink(0.2, 0.04, 165),
      washes: [fountain("200deg", ink(0.37, 0.075, 185), ink(0.28, 0.055, 172), ink(0.21, 0.045, 155))],
      primary: ink(0.8, 0.17, 160),
      accent: ink(0.85, 0.14, 165),
    }),
    light: poster({
      canvas: ink(0.88, 0.06, 165),
      washes: [fountain("200deg", ink(0.83, 0.085, 188), ink(0.86, 0.085, 168), ink(0.88, 0.09, 150))],
      primary: ink(0.36, 0.08, 172),
      accent: ink(0.38, 0.085, 180),
    }),
  },
  "orange-red": {
    dark: poster({
      canvas: ink(0.23, 0.07, 24),
      washes: [fountain("160deg", ink(0.27, 0.1, 16), ink(0.35, 0.14, 26), ink(0.45, 0.155, 40))],
      primary: ink(0.72, 0.2, 42),
      accent: ink(0.83, 0.13, 62),
    }),
    light: poster({
      canvas: ink(0.86, 0.07, 50),
      washes: [fountain("160deg", ink(0.87, 0.09, 68), ink(0.83, 0.115, 52), ink(0.83, 0.11, 46))],
      primary: ink(0.5, 0.2, 30),
      accent: ink(0.43, 0.17, 29),
    }),
  },
  // Foil on black: a narrow sheen, not a glow.
  "dark-gold": {
    dark: poster({
      canvas: ink(0.145, 0.012, 80),
      washes: [
        fountain(
          "118deg",
          ink(0.15, 0.012, 80),
          ink(0.22, 0.03, 84),
          ink(0.37, 0.07, 88),
          ink(0.25, 0.04, 80),
          ink(0.15, 0.012, 75),
          ink(0.21, 0.03, 82),
          ink(0.13, 0.01, 75),
        ),
      ],
      primary: ink(0.79, 0.115, 86),
      accent: ink(0.84, 0.1, 88),
    }),
    light: poster({
      canvas: ink(0.89, 0.055, 88),
      washes: [
        fountain(
          "115deg",
          ink(0.85, 0.085, 86),
          ink(0.91, 0.07, 92),
          ink(0.94, 0.05, 95),
          ink(0.86, 0.09, 87),
          ink(0.83, 0.095, 84),
          ink(0.9, 0.075, 90),
        ),
      ],
      primary: ink(0.22, 0.03, 75),
      accent: ink(0.4, 0.08, 70),
    }),
  },
  "rose-gold": {
    dark: poster({
      canvas: ink(0.24, 0.045, 0),
      washes: [
        fountain(
          "128deg",
          ink(0.25, 0.05, 352),
          ink(0.33, 0.06, 5),
          ink(0.45, 0.072, 22),
          ink(0.36, 0.065, 18),
          ink(0.27, 0.055, 358),
          ink(0.34, 0.06, 10),
        ),
      ],
      primary: ink(0.82, 0.085, 35),
      accent: ink(0.86, 0.065, 30),
    }),
    light: poster({
      canvas: ink(0.88, 0.045, 25),
      washes: [
        fountain(
          "145deg",
          ink(0.87, 0.05, 5),
          ink(0.91, 0.04, 25),
          ink(0.84, 0.065, 35),
          ink(0.87, 0.05, 50),
        ),
      ],
      primary: ink(0.42, 0.1, 18),
      accent: ink(0.42, 0.11, 15),
    }),
  },
  "neon-green": {
    dark: poster({
      canvas: ink(0.13, 0.012, 150),
      washes: [
        glow("90% 42% at 50% -8%", ink(0.62, 0.21, 142), 0.42),
        glow("70% 30% at 50% 110%", ink(0.5, 0.16, 142), 0.34),
      ],
      primary: ink(0.88, 0.27, 142),
      accent: ink(0.88, 0.24, 142),
    }),
    light: poster({
      canvas: ink(0.91, 0.13, 135),
      washes: [fountain("175deg", ink(0.92, 0.19, 126), ink(0.9, 0.2, 136), ink(0.87, 0.2, 144))],
      primary: ink(0.18, 0.03, 145),
      accent: ink(0.37, 0.11, 145),
    }),
  },
  "ocean-blue": {
    dark: poster({
      canvas: ink(0.19, 0.045, 245),
      washes: [
        fountain(
          "180deg",
          ink(0.44, 0.085, 225),
          ink(0.36, 0.085, 235),
          ink(0.26, 0.07, 245),
          ink(0.18, 0.05, 252),
          ink(0.14, 0.035, 258),
        ),
      ],
      primary: ink(0.82, 0.11, 222),
      accent: ink(0.87, 0.085, 215),
    }),
    light: poster({
      canvas: ink(0.87, 0.05, 225),
      washes: [fountain("180deg", ink(0.91, 0.045, 205), ink(0.86, 0.07, 220), ink(0.825, 0.08, 230))],
      primary: ink(0.37, 0.11, 248),
      accent: ink(0.38, 0.11, 245),
    }),
  },
  // The horizon lies at the foot.
  "sunset-orange": {
    dark: poster({
      canvas: ink(0.21, 0.05, 320),
      washes: [
        fountain(
          "180deg",
          ink(0.2, 0.06, 290),
          ink(0.26, 0.085, 315),
          ink(0.34, 0.11, 350),
          ink(0.43, 0.13, 25),
          ink(0.465, 0.12, 52),
        ),
      ],
      primary: ink(0.8, 0.155, 65),
      accent: ink(0.85, 0.11, 70),
    }),
    light: poster({
      canvas: ink(0.87, 0.07, 60),
      washes: [
        fountain(
          "180deg",
          ink(0.84, 0.07, 335),
          ink(0.84, 0.09, 15),
          ink(0.85, 0.11, 50),
          ink(0.87, 0.13, 80),
        ),
      ],
      primary: ink(0.48, 0.17, 20),
      accent: ink(0.42, 0.16, 18),
    }),
  },
};

/** The inks of the artist's theme, in the light and in the dark. */
export function themeOf({ colorTheme, customColors }: Appearance): Theme {
  return (colorTheme !== "custom" && themes[colorTheme]) || mixedTheme(customColors);
}

/** The artist's own three colours, on stock that is tinted by the first two. */
function mixedTheme(colours: Appearance["customColors"]): Theme {
  const [primary, secondary, accent] = [colours.primary, colours.secondary, colours.accent].map((hex) =>
    oklchOf(rgbOf(hex)),
  ) as [Oklch, Oklch, Oklch];
  const tint = (l: number, { c, h }: Oklch, most: number) => ink(l, Math.min(c * 0.6, most), h);
  return {
    dark: poster({
      canvas: tint(0.19, primary, 0.05),
      washes: [
        fountain("165deg", tint(0.3, primary, 0.13), tint(0.23, primary, 0.09), tint(0.3, secondary, 0.13)),
      ],
      primary,
      accent,
    }),
    light: poster({
      canvas: tint(0.88, primary, 0.06),
      washes: [
        fountain("165deg", tint(0.84, primary, 0.08), tint(0.88, primary, 0.06), tint(0.84, secondary, 0.08)),
      ],
      primary,
      accent,
    }),
  };
}
