import { type Appearance, defaultAppearance } from "./appearance.ts";
import { type BackgroundColours, darkest, lightest, under, underPicture } from "./background-colours.ts";
import {
  contrast,
  cssOf,
  hexOf,
  luminance,
  mix,
  type Oklch,
  oklchOf,
  type Rgb,
  rgbOf,
  rgbOfOklch,
} from "./colour.ts";
import { isLightByItself, type Palette, palettesOf, type Scheme } from "./palettes.ts";

/** What an artist's choices come to: values for the tokens that everything on the page is drawn with. */
export interface ArtistTheme {
  variables: Record<`--${string}`, string>;
  /** For `color-scheme`: which way the text goes, `dark` being light text on a dark background. */
  scheme: Scheme;
  /** Of the browser's own bar. */
  barColour: string;
  /** What gave way so that all can be read; nothing where the choices stand as they are. */
  corrections: Correction[];
}

export type Correction =
  /** A sheet of this opacity, 0 to 1, lies on the picture or video. */
  | { kind: "scrim"; opacity: number }
  /** The panels have another colour than the chosen one. */
  | { kind: "panel"; from: string; to: string }
  /** A colour got lighter or darker. */
  | { kind: "colour"; use: "primary" | "accent"; from: string; to: string };

/**
 * The artist's theme, with WCAG 2.2 AA promised for it: whatever was chosen, and whatever a background picture or video
 * shows, text reaches 4.5:1 and controls' borders and the focus ring 3:1 on every background they may stand on. Those
 * are canvas, surface, sunken, the soft fills, the page behind everything, and the panel upon it.
 *
 * The artist's choices give way as little as it takes: a scrim as thin as possible lies on a picture, the panel's
 * colour moves towards the canvas, and a colour used for text gets lighter or darker. The direction of the text is
 * kept; without a choice it is the one for which the others give way least.
 */
export function artistTheme(appearance: Appearance): ArtistTheme {
  const palettes = palettesOf(appearance);
  const { textColorMode } = appearance;
  if (textColorMode === "light") return themeOn(layered(appearance, palettes.dark, "dark"));
  if (textColorMode === "dark") return themeOn(layered(appearance, palettes.light, "light"));
  const [dark, light] = [
    layered(appearance, palettes.dark, "dark"),
    layered(appearance, palettes.light, "light"),
  ];
  // A theme that is light by itself stays so, unless that takes much more than the contrary.
  const inFavour = isLightByItself(appearance.colorTheme) ? 0.5 : 0;
  return themeOn(light.correction < dark.correction + inFavour ? light : dark);
}

/** The page from the base colour up to the panels, before any text stands on it. */
interface Layers {
  palette: Palette;
  scheme: Scheme;
  /** What lies under text that is on no panel. */
  page: BackgroundColours;
  mediaOpacity: number;
  scrim: { colour: Rgb; opacity: number };
  panel: { chosen: Rgb; colour: Rgb; opacity: number; background: BackgroundColours };
  /** How much had to be done so that text can be read. */
  correction: number;
}

/**
 * The luminance of a background that leaves room for text: at most in the dark, at least in the light. There, all text
 * colours can still be told apart from the main one.
 */
const luminanceLimit: Record<Scheme, number> = { dark: 0.11, light: 0.5 };

function layered(appearance: Appearance, palette: Palette, scheme: Scheme): Layers {
  const hasMedia = appearance.background.kind !== "none";
  const mediaOpacity = bounded(appearance.backgroundOpacity, 0.1, 1);
  const veiled = hasMedia ? underPicture(palette.background, mediaOpacity) : palette.background;
  const scrimColour = neutral(palette, scheme === "dark" ? 0.1 : 0.985);
  const scrim = {
    colour: scrimColour,
    opacity: least((opacity) => leavesRoom(under(veiled, scrimColour, opacity), scheme)),
  };
  const page = under(veiled, scrim.colour, scrim.opacity);

  const chosen = panelColour(appearance, scheme);
  const opacity = bounded(appearance.profileBackgroundOpacity, 0, 1);
  const panelUnder = (share: number) => under(page, mix(chosen, palette.base, share), opacity);
  const share = least((share) => leavesRoom(panelUnder(share), scheme));

  return {
    palette,
    scheme,
    page,
    mediaOpacity,
    scrim,
    panel: { chosen, colour: mix(chosen, palette.base, share), opacity, background: panelUnder(share) },
    correction: scrim.opacity + share * opacity,
  };
}

/** The default panel is black: on a theme that is light by itself, one that nobody has chosen is white. */
function panelColour(appearance: Appearance, scheme: Scheme): Rgb {
  const { profileBackgroundColor: colour, profileBackgroundOpacity: opacity, colorTheme } = appearance;
  const isUntouched =
    colour === defaultAppearance.profileBackgroundColor &&
    opacity === defaultAppearance.profileBackgroundOpacity;
  return isUntouched && scheme === "light" && isLightByItself(colorTheme) ? [1, 1, 1] : rgbOf(colour);
}

function leavesRoom(background: BackgroundColours, scheme: Scheme): boolean {
  const hardest = hardestOf(background, scheme);
  return scheme === "dark" ? hardest <= luminanceLimit.dark : hardest >= luminanceLimit.light;
}

/** The least share, 0 to 1 in steps that CSS can tell apart, that is enough. All of it always is. */
function least(isEnough: (share: number) => boolean): number {
  if (isEnough(0)) return 0;
  let [low, high] = [1, 256];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isEnough(middle / 256)) high = middle;
    else low = middle + 1;
  }
  return high / 256;
}

const danger: Record<Scheme, { text: Oklch; soft: Rgb; fill: string; fillHover: string }> = {
  dark: {
    text: { l: 0.79, c: 0.13, h: 25 },
    soft: rgbOfOklch({ l: 0.26, c: 0.07, h: 25 }),
    fill: "#c5372d",
    fillHover: "#a92c23",
  },
  light: {
    text: { l: 0.47, c: 0.18, h: 28 },
    soft: rgbOfOklch({ l: 0.95, c: 0.025, h: 25 }),
    fill: "#b3261e",
    fillHover: "#8f1c15",
  },
};
const success: Record<Scheme, { text: Oklch; soft: Rgb }> = {
  dark: { text: { l: 0.83, c: 0.14, h: 152 }, soft: rgbOfOklch({ l: 0.26, c: 0.045, h: 155 }) },
  light: { text: { l: 0.44, c: 0.11, h: 150 }, soft: rgbOfOklch({ l: 0.955, c: 0.025, h: 150 }) },
};
const info: Record<Scheme, { text: Oklch; soft: Rgb }> = {
  dark: { text: { l: 0.82, c: 0.09, h: 255 }, soft: rgbOfOklch({ l: 0.27, c: 0.055, h: 260 }) },
  light: { text: { l: 0.43, c: 0.13, h: 258 }, soft: rgbOfOklch({ l: 0.95, c: 0.02, h: 255 }) },
};

/** The colours of everything that stands on these layers. */
function themeOn({ palette, scheme, page, mediaOpacity, scrim, panel }: Layers): ArtistTheme {
  const dark = scheme === "dark";
  const surface = neutral(palette, dark ? palette.canvas.l + 0.045 : 0.995);
  const sunken = dark
    ? neutral(palette, palette.canvas.l + 0.1)
    : rgbOfOklch({ ...palette.canvas, l: palette.canvas.l - 0.03 });
  const softs = [danger, success, info].map((colours) => colours[scheme].soft);
  const backgrounds = [palette.base, surface, sunken, ...softs, ...page, ...panel.background];
  const hardest = hardestOf(backgrounds, scheme);
  const onAny = (colour: Oklch, least = 4.5) => hexOf(legible(colour, hardest, scheme, least));

  // A button's own text says what it is, so its fill need only stand out where the background is known.
  const known = [palette.base, surface, ...palette.background];
  const primary = legible(palette.primary, hardestOf(known, scheme), scheme, 3);
  const onPrimary = textOn(primary, palette);
  const accent = legible(palette.accent, hardest, scheme, 4.5);

  return {
    scheme,
    barColour: hexOf(palette.edges.head),
    corrections: [
      ...(scrim.opacity > 0 ? [{ kind: "scrim" as const, opacity: scrim.opacity }] : []),
      ...changedPanel(panel),
      ...moved("primary", palette.primary, primary, known, 3),
      ...moved("accent", palette.accent, accent, backgrounds, 4.5),
    ],
    variables: {
      "--canvas": hexOf(palette.base),
      "--surface": hexOf(surface),
      "--sunken": hexOf(sunken),
      "--line": cssOf(neutral(palette, dark ? 1 : 0.15), dark ? 0.16 : 0.14),
      "--edge": onAny(tinted(palette, dark ? 0.62 : 0.58), 3),
      "--foreground": onAny(tinted(palette, dark ? 0.975 : 0.19)),
      "--muted": onAny(tinted(palette, dark ? 0.8 : 0.44)),
      "--accent": hexOf(accent),
      "--on-accent": hexOf(textOn(accent, palette)),
      "--primary": hexOf(primary),
      "--primary-hover": hexOf(pressed(primary, onPrimary)),
      "--on-primary": hexOf(onPrimary),
      "--danger": onAny(danger[scheme].text),
      "--danger-soft": hexOf(danger[scheme].soft),
      "--danger-fill": danger[scheme].fill,
      "--danger-fill-hover": danger[scheme].fillHover,
      "--on-danger": "#ffffff",
      "--success": onAny(success[scheme].text),
      "--success-soft": hexOf(success[scheme].soft),
      "--info": onAny(info[scheme].text),
      "--info-soft": hexOf(info[scheme].soft),
      "--focus": hexOf(accent),
      "--panel": cssOf(panel.colour, panel.opacity),
      "--scrim": cssOf(scrim.colour, scrim.opacity),
      "--media-opacity": String(mediaOpacity),
      "--foot": hexOf(palette.edges.foot),
      "--corner": "0.75rem",
      "--gradient": palette.gradientLayers
        .map(({ css }) => css)
        .reverse()
        .join(","),
    },
  };
}

function changedPanel({ chosen, colour, opacity }: Layers["panel"]): Correction[] {
  const [from, to] = [hexOf(chosen), hexOf(colour)];
  return opacity > 0 && from !== to ? [{ kind: "panel", from, to }] : [];
}

/** What became of a colour that stood out too little from these backgrounds. */
function moved(
  use: "primary" | "accent",
  colour: Oklch,
  shown: Rgb,
  backgrounds: BackgroundColours,
  least: number,
): Correction[] {
  const chosen = rgbOfOklch(colour);
  // Above it the colour has moved by no more than the reserve.
  if (leastContrast(chosen, backgrounds) >= least) return [];
  return [{ kind: "colour", use, from: hexOf(chosen), to: hexOf(shown) }];
}

/** How a colour stands out where it does least; 1 where some of the background is as light. */
function leastContrast(colour: Rgb, backgrounds: BackgroundColours): number {
  const own = luminance(colour);
  const [low, high] = [darkest(backgrounds), lightest(backgrounds)];
  if (own >= low && own <= high) return 1;
  return Math.min(contrast(own, low), contrast(own, high));
}

/** The base colour's own tint at another lightness. */
function neutral(palette: Palette, l: number): Rgb {
  return rgbOfOklch(tinted(palette, l));
}

function tinted({ canvas }: Palette, l: number): Oklch {
  return { l, c: Math.min(canvas.c, l > 0.6 ? 0.02 : 0.06), h: canvas.h };
}

// Screens round each layer to whole steps, and between two colours a gradient may be a trace darker than either.
const reserve = 1.03;

/** The luminance that text stands out from the least. */
function hardestOf(background: BackgroundColours, scheme: Scheme): number {
  return scheme === "dark" ? lightest(background) : darkest(background);
}

/** The colour as near as possible to what it was, lighter (in the dark) or darker until it stands out from the background. */
function legible(colour: Oklch, hardest: number, scheme: Scheme, least: number): Rgb {
  const stands = (candidate: Rgb) => {
    const own = luminance(candidate);
    return own > hardest === (scheme === "dark") && contrast(own, hardest) >= least * reserve;
  };
  const chosen = rgbOfOklch(colour);
  if (stands(chosen)) return chosen;
  let [far, near] = [scheme === "dark" ? 1 : 0, colour.l];
  for (let step = 0; step < 8; step += 1) {
    const middle = (far + near) / 2;
    if (stands(rgbOfOklch({ ...colour, l: middle }))) far = middle;
    else near = middle;
  }
  return rgbOfOklch({ ...colour, l: far });
}

/** Dark or light text for a fill, whichever stands out more; tinted where there is room for it. */
function textOn(fill: Rgb, palette: Palette): Rgb {
  const own = luminance(fill);
  const isDark = contrast(own, 0) >= contrast(own, 1);
  const soft = neutral(palette, isDark ? 0.17 : 0.99);
  if (contrast(luminance(soft), own) >= 4.5 * reserve) return soft;
  return isDark ? [0, 0, 0] : [1, 1, 1];
}

/** A fill under the pointer: a step away from its text. */
function pressed(fill: Rgb, text: Rgb): Rgb {
  const { l, c, h } = oklchOf(fill);
  const away = luminance(text) > luminance(fill) ? -0.06 : 0.05;
  return rgbOfOklch({ l: bounded(l + away, 0, 1), c, h });
}

/** Within its range; the highest for what is no number. */
function bounded(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Number.isNaN(value) ? most : value));
}
