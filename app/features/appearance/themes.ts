import { type Oklch, oklchOf, rgbOf } from "./colour.ts";
import { fountain, glow, type Wash } from "./ground.ts";
import type { Appearance, ColorTheme } from "./schema.ts";

export type Scheme = "light" | "dark";

/** What one poster is printed with. */
export interface Inks {
  /** The stock. Its hue and chroma tint everything neutral. */
  canvas: Oklch;
  /** On the stock, the lowest first. */
  washes: Wash[];
  /** Of the main buttons. */
  primary: Oklch;
  secondary: Oklch;
  /** Of links and of what is chosen or playing. */
  accent: Oklch;
}

function ink(l: number, c: number, h: number): Oklch {
  return { l, c, h };
}

type Theme = Record<Scheme, Inks>;

const themes: Record<Exclude<ColorTheme, "custom">, Theme> = {
  // Black stock under a warm lamp, one spot colour; by day cream paper.
  default: {
    dark: {
      canvas: ink(0.17, 0.008, 75),
      washes: [
        glow("120% 70% at 15% -10%", ink(0.42, 0.075, 65), 0.75),
        glow("90% 60% at 100% 110%", ink(0.32, 0.05, 280), 0.6),
      ],
      primary: ink(0.88, 0.175, 92),
      secondary: ink(0.72, 0.17, 45),
      accent: ink(0.88, 0.155, 92),
    },
    light: {
      canvas: ink(0.96, 0.018, 90),
      washes: [glow("120% 70% at 15% -10%", ink(0.93, 0.09, 92), 0.9)],
      primary: ink(0.22, 0.01, 90),
      secondary: ink(0.6, 0.19, 35),
      accent: ink(0.47, 0.15, 40),
    },
  },
  "purple-pink": {
    dark: {
      canvas: ink(0.22, 0.07, 312),
      washes: [
        fountain("168deg", [
          ink(0.25, 0.11, 293),
          ink(0.27, 0.11, 312),
          ink(0.33, 0.125, 335),
          ink(0.4, 0.14, 352),
        ]),
      ],
      primary: ink(0.72, 0.2, 350),
      secondary: ink(0.68, 0.19, 305),
      accent: ink(0.82, 0.13, 340),
    },
    light: {
      canvas: ink(0.945, 0.028, 325),
      washes: [fountain("168deg", [ink(0.92, 0.045, 300), ink(0.95, 0.03, 325), ink(0.93, 0.05, 350)])],
      primary: ink(0.52, 0.24, 350),
      secondary: ink(0.5, 0.22, 300),
      accent: ink(0.46, 0.21, 330),
    },
  },
  "blue-cyan": {
    dark: {
      canvas: ink(0.21, 0.06, 258),
      washes: [
        fountain("135deg", [
          ink(0.26, 0.12, 268),
          ink(0.24, 0.085, 255),
          ink(0.29, 0.06, 230),
          ink(0.4, 0.075, 205),
        ]),
      ],
      primary: ink(0.83, 0.135, 205),
      secondary: ink(0.66, 0.17, 258),
      accent: ink(0.85, 0.12, 205),
    },
    light: {
      canvas: ink(0.95, 0.02, 230),
      washes: [fountain("135deg", [ink(0.92, 0.04, 262), ink(0.955, 0.02, 230), ink(0.94, 0.05, 200)])],
      primary: ink(0.48, 0.21, 262),
      secondary: ink(0.62, 0.11, 210),
      accent: ink(0.45, 0.15, 250),
    },
  },
  "green-teal": {
    dark: {
      canvas: ink(0.2, 0.04, 165),
      washes: [fountain("200deg", [ink(0.37, 0.075, 185), ink(0.28, 0.055, 172), ink(0.21, 0.045, 155)])],
      primary: ink(0.8, 0.17, 160),
      secondary: ink(0.72, 0.11, 190),
      accent: ink(0.85, 0.14, 165),
    },
    light: {
      canvas: ink(0.955, 0.025, 160),
      washes: [fountain("200deg", [ink(0.92, 0.05, 190), ink(0.955, 0.03, 165), ink(0.95, 0.04, 145)])],
      primary: ink(0.45, 0.1, 165),
      secondary: ink(0.55, 0.09, 195),
      accent: ink(0.44, 0.09, 175),
    },
  },
  "orange-red": {
    dark: {
      canvas: ink(0.22, 0.06, 28),
      washes: [fountain("160deg", [ink(0.24, 0.085, 22), ink(0.31, 0.115, 27), ink(0.42, 0.145, 35)])],
      primary: ink(0.72, 0.2, 42),
      secondary: ink(0.63, 0.23, 28),
      accent: ink(0.83, 0.13, 62),
    },
    light: {
      canvas: ink(0.95, 0.03, 55),
      washes: [fountain("160deg", [ink(0.96, 0.025, 70), ink(0.94, 0.04, 50), ink(0.89, 0.075, 38)])],
      primary: ink(0.55, 0.21, 31),
      secondary: ink(0.65, 0.19, 45),
      accent: ink(0.48, 0.18, 31),
    },
  },
  // Foil on black: a narrow sheen, not a glow.
  "dark-gold": {
    dark: {
      canvas: ink(0.145, 0.012, 80),
      washes: [
        fountain("115deg", [
          ink(0.13, 0.008, 80),
          ink(0.2, 0.025, 82),
          ink(0.32, 0.06, 85),
          ink(0.21, 0.03, 78),
          ink(0.13, 0.01, 75),
          ink(0.17, 0.02, 80),
          ink(0.12, 0.008, 75),
        ]),
      ],
      primary: ink(0.79, 0.115, 86),
      secondary: ink(0.65, 0.1, 75),
      accent: ink(0.84, 0.1, 88),
    },
    light: {
      canvas: ink(0.945, 0.025, 88),
      washes: [
        fountain("115deg", [
          ink(0.95, 0.02, 88),
          ink(0.9, 0.06, 88),
          ink(0.965, 0.02, 90),
          ink(0.93, 0.04, 86),
        ]),
      ],
      primary: ink(0.2, 0.015, 80),
      secondary: ink(0.62, 0.11, 82),
      accent: ink(0.46, 0.09, 78),
    },
  },
  "rose-gold": {
    dark: {
      canvas: ink(0.23, 0.03, 15),
      washes: [
        fountain("145deg", [
          ink(0.23, 0.035, 355),
          ink(0.3, 0.045, 10),
          ink(0.4, 0.055, 30),
          ink(0.28, 0.04, 20),
        ]),
      ],
      primary: ink(0.81, 0.085, 32),
      secondary: ink(0.7, 0.1, 10),
      accent: ink(0.86, 0.065, 30),
    },
    light: {
      canvas: ink(0.95, 0.02, 20),
      washes: [fountain("145deg", [ink(0.95, 0.02, 355), ink(0.92, 0.04, 20), ink(0.96, 0.025, 45)])],
      primary: ink(0.52, 0.11, 22),
      secondary: ink(0.65, 0.09, 35),
      accent: ink(0.46, 0.1, 18),
    },
  },
  "neon-green": {
    dark: {
      canvas: ink(0.13, 0.012, 150),
      washes: [
        glow("70% 45% at 50% -12%", ink(0.6, 0.2, 142), 0.45),
        glow("60% 30% at 50% 112%", ink(0.45, 0.15, 142), 0.3),
      ],
      primary: ink(0.88, 0.27, 142),
      secondary: ink(0.9, 0.21, 120),
      accent: ink(0.88, 0.24, 142),
    },
    light: {
      canvas: ink(0.965, 0.03, 135),
      washes: [glow("90% 50% at 50% -10%", ink(0.9, 0.2, 138), 0.8)],
      primary: ink(0.2, 0.03, 145),
      secondary: ink(0.7, 0.2, 140),
      accent: ink(0.45, 0.14, 143),
    },
  },
  "ocean-blue": {
    dark: {
      canvas: ink(0.19, 0.045, 245),
      washes: [
        fountain("180deg", [
          ink(0.44, 0.085, 225),
          ink(0.36, 0.085, 235),
          ink(0.26, 0.07, 245),
          ink(0.18, 0.05, 252),
          ink(0.14, 0.035, 258),
        ]),
      ],
      primary: ink(0.82, 0.11, 222),
      secondary: ink(0.7, 0.12, 235),
      accent: ink(0.87, 0.085, 215),
    },
    light: {
      canvas: ink(0.955, 0.02, 225),
      washes: [fountain("180deg", [ink(0.965, 0.02, 215), ink(0.93, 0.04, 225), ink(0.87, 0.06, 232)])],
      primary: ink(0.42, 0.12, 245),
      secondary: ink(0.55, 0.11, 225),
      accent: ink(0.42, 0.11, 238),
    },
  },
  // The horizon lies at the foot.
  "sunset-orange": {
    dark: {
      canvas: ink(0.21, 0.05, 320),
      washes: [
        fountain("180deg", [
          ink(0.2, 0.06, 290),
          ink(0.26, 0.085, 315),
          ink(0.34, 0.11, 350),
          ink(0.43, 0.13, 25),
          ink(0.465, 0.12, 52),
        ]),
      ],
      primary: ink(0.8, 0.155, 65),
      secondary: ink(0.7, 0.18, 20),
      accent: ink(0.85, 0.11, 70),
    },
    light: {
      canvas: ink(0.955, 0.03, 65),
      washes: [
        fountain("180deg", [
          ink(0.93, 0.035, 340),
          ink(0.94, 0.045, 20),
          ink(0.94, 0.06, 55),
          ink(0.93, 0.085, 80),
        ]),
      ],
      primary: ink(0.56, 0.19, 38),
      secondary: ink(0.55, 0.18, 5),
      accent: ink(0.47, 0.16, 25),
    },
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
    dark: {
      canvas: tint(0.19, primary, 0.05),
      washes: [
        fountain("165deg", [tint(0.3, primary, 0.1), tint(0.21, primary, 0.07), tint(0.3, secondary, 0.1)]),
      ],
      primary,
      secondary,
      accent,
    },
    light: {
      canvas: tint(0.955, primary, 0.025),
      washes: [
        fountain("165deg", [
          tint(0.92, primary, 0.05),
          tint(0.96, primary, 0.02),
          tint(0.92, secondary, 0.05),
        ]),
      ],
      primary,
      secondary,
      accent,
    },
  };
}
