import { z } from "zod";
import { type CoverSize, coverSizes } from "~/shared/cover-sizes";

/** What an artist chooses from, each with the words it is shown under, in the order it is offered. [2 §9] */
export const colorThemes = {
  default: "Handbill",
  "purple-pink": "Purple and pink",
  "blue-cyan": "Blue and cyan",
  "green-teal": "Green and teal",
  "orange-red": "Orange and red",
  "dark-gold": "Dark gold",
  "rose-gold": "Rose gold",
  "neon-green": "Neon green",
  "ocean-blue": "Ocean blue",
  "sunset-orange": "Sunset orange",
  custom: "My own colours",
} as const;
export type ColorTheme = keyof typeof colorThemes;

export const fontFamilies = {
  inter: "Inter",
  roboto: "Roboto",
  "open-sans": "Open Sans",
  montserrat: "Montserrat",
  poppins: "Poppins",
  lato: "Lato",
  nunito: "Nunito",
  "source-sans": "Source Sans",
  raleway: "Raleway",
  "work-sans": "Work Sans",
} as const;
export type FontFamily = keyof typeof fontFamilies;

/** Which way the text goes; `auto` is worked out from what lies under it. */
export const textColorModes = { auto: "Automatic", light: "Light", dark: "Dark" } as const;
export type TextColorMode = keyof typeof textColorModes;

export const backgroundOpacityRange = { min: 0.1, max: 1, step: 0.1 };
export const profileBackgroundOpacityRange = { min: 0, max: 1, step: 0.1 };

/** How a page looks, as the artist chose it. [2 §3 musician_profiles] */
export interface Appearance {
  colorTheme: ColorTheme;
  fontFamily: FontFamily;
  /** Used by the theme `custom` alone. */
  customColors: { primary: string; secondary: string; accent: string };
  textColorMode: TextColorMode;
  background: Background;
  backgroundOpacity: number;
  /** Of the panels that the sections stand on. */
  profileBackgroundColor: string;
  profileBackgroundOpacity: number;
  coverSize: CoverSize;
}

/** What lies behind the whole page. */
export type Background =
  | { kind: "none" }
  | { kind: "image" | "video"; url: string; thumbnailUrl: string | null }
  | { kind: "youtube"; videoId: string };

/** How a page looks while the artist has chosen nothing. [1 §3, 2 §9] */
export const defaultAppearance: Appearance = {
  colorTheme: "default",
  fontFamily: "inter",
  customColors: { primary: "#8B5CF6", secondary: "#EC4899", accent: "#06B6D4" },
  textColorMode: "auto",
  background: { kind: "none" },
  backgroundOpacity: 0.7,
  profileBackgroundColor: "#000000",
  profileBackgroundOpacity: 0.3,
  coverSize: "large",
};

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, "Please choose a colour");

function oneOf<T extends string>(choices: Record<T, string>, message: string) {
  return z.custom<T>((value) => typeof value === "string" && Object.hasOwn(choices, value), message);
}

/** The appearance's columns, as a form or a request may bring them. Never more than the table takes. */
export const appearanceFields = {
  color_theme: oneOf<ColorTheme>(colorThemes, "Please choose a colour theme"),
  font_family: oneOf<FontFamily>(fontFamilies, "Please choose a font"),
  custom_primary_color: colour,
  custom_secondary_color: colour,
  custom_accent_color: colour,
  text_color_mode: oneOf<TextColorMode>(textColorModes, "Please choose a text colour"),
  background_opacity: z.coerce.number().min(backgroundOpacityRange.min).max(backgroundOpacityRange.max),
  profile_background_color: colour,
  profile_background_opacity: z.coerce
    .number()
    .min(profileBackgroundOpacityRange.min)
    .max(profileBackgroundOpacityRange.max),
  cover_image_size: z.enum(coverSizes, "Please choose a cover size"),
};
