import type { CoverSize } from "~/shared/cover-sizes";
import { msg } from "~/shared/t";

/** The choices of an artist, each with the words it is shown under, in the order it is offered. [2 §9] */
export const colorThemes = {
  default: "Handbill",
  "purple-pink": msg("Purple and pink"),
  "blue-cyan": msg("Blue and cyan"),
  "green-teal": msg("Green and teal"),
  "orange-red": msg("Orange and red"),
  "dark-gold": msg("Dark gold"),
  "rose-gold": msg("Rose gold"),
  "neon-green": msg("Neon green"),
  "ocean-blue": msg("Ocean blue"),
  "sunset-orange": msg("Sunset orange"),
  paper: msg("Paper|a colour theme"),
  riso: msg("Riso|a colour theme"),
  kraft: msg("Kraft|a colour theme"),
  ink: msg("Ink|a colour theme"),
  oxblood: msg("Oxblood|a colour theme"),
  cobalt: msg("Cobalt|a colour theme"),
  custom: msg("My own colours"),
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

/** How the page is composed: what stands where, never what there is. */
export const layouts = {
  classic: msg("Classic|a layout of the page"),
  poster: msg("Poster|a layout of the page"),
  split: msg("Split|a layout of the page"),
  gallery: msg("Gallery|a layout of the page"),
  minimal: msg("Minimal|a layout of the page"),
} as const;
export type Layout = keyof typeof layouts;

/** Typefaces that the name alone may be set in. */
export const nameFonts = {
  "league-gothic": "League Gothic",
  "abril-fatface": "Abril Fatface",
} as const;
export type NameFont = keyof typeof nameFonts;

/** The lightness of the text; `auto` is computed from the colours under it. */
export const textColorModes = {
  auto: msg("Automatic|a text colour"),
  light: msg("Light|a text colour"),
  dark: msg("Dark|a text colour"),
} as const;
export type TextColorMode = keyof typeof textColorModes;

/** How a page looks, as the artist chose it. [2 §3 musician_profiles] */
export interface Appearance {
  layout: Layout;
  colorTheme: ColorTheme;
  fontFamily: FontFamily;
  /** Of the name; null for the page's own font. */
  nameFont: NameFont | null;
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

/** The background of the whole page. */
export type Background =
  | { kind: "none" }
  | { kind: "image" | "video"; url: string; thumbnailUrl: string | null }
  | { kind: "youtube"; videoId: string };

/** How a page looks while the artist has chosen nothing. [1 §3, 2 §9] */
export const defaultAppearance: Appearance = {
  layout: "classic",
  colorTheme: "default",
  fontFamily: "inter",
  nameFont: null,
  customColors: { primary: "#8B5CF6", secondary: "#EC4899", accent: "#06B6D4" },
  textColorMode: "auto",
  background: { kind: "none" },
  backgroundOpacity: 0.7,
  profileBackgroundColor: "#000000",
  profileBackgroundOpacity: 0.3,
  coverSize: "large",
};
