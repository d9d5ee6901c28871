import type { Appearance } from "./appearance.ts";
import { type ArtistTheme, artistTheme } from "./artist-theme.ts";
import { contrast, luminance, mix, rgbOf } from "./colour.ts";

/** What is hard to read and what was done about it, as a sentence; with both colours where one has changed. */
export interface Finding {
  text: string;
  colours?: { from: string; to: string };
}

export interface Readability {
  /** Which way the text goes, and why. */
  direction: string;
  /** Empty where all can be read as it was chosen. */
  findings: Finding[];
}

/**
 * What became of an artist's choices so that everything can be read, in words.
 * @param pixels of the picture behind the page or of the video's poster: red, green, blue and alpha by turns, 0 to 255;
 *   null while it isn't known
 */
export function readabilityOf(appearance: Appearance, pixels: Uint8ClampedArray | null): Readability {
  const theme = artistTheme(appearance);
  return { direction: directionOf(appearance, theme), findings: findingsOf(appearance, theme, pixels) };
}

const textOf = (theme: ArtistTheme) => (theme.scheme === "dark" ? "light" : "dark");

function directionOf(appearance: Appearance, theme: ArtistTheme): string {
  const text = textOf(theme);
  if (appearance.textColorMode === "auto") return `Text is ${text}: that is what suits these choices best.`;
  const best = textOf(artistTheme({ ...appearance, textColorMode: "auto" }));
  if (best === text) return `Text is ${text}, as you chose.`;
  return `Text is ${text}, as you chose. With ${best} text, less would have to be changed to keep it readable.`;
}

function findingsOf(appearance: Appearance, theme: ArtistTheme, pixels: Uint8ClampedArray | null): Finding[] {
  const text = textOf(theme);
  const isCustom = appearance.colorTheme === "custom";
  return theme.corrections.map((correction): Finding => {
    if (correction.kind === "scrim") {
      return { text: scrimText(appearance, theme, pixels) };
    }
    const { from, to } = correction;
    const became = luminance(rgbOf(to)) < luminance(rgbOf(from)) ? "darker" : "lighter";
    if (correction.kind === "panel") {
      const why = `so that ${text} text stands out from them`;
      return { text: `Your panels were made ${became}, ${why}.`, colours: { from, to } };
    }
    const what = correction.use === "accent" ? "links" : "buttons";
    const were = isCustom ? `Your ${correction.use} colour, of ${what}, was` : `The theme's ${what} were`;
    return { text: `${were} made ${became}, so that they can be read.`, colours: { from, to } };
  });
}

function scrimText(appearance: Appearance, theme: ArtistTheme, pixels: Uint8ClampedArray | null): string {
  const { kind } = appearance.background;
  const text = textOf(theme);
  const contrary = text === "light" ? "bright" : "dark";
  const layer = `a ${theme.scheme} layer over it`;
  if (!pixels || pixels.length === 0) {
    const what = kind === "image" ? "picture" : "video";
    return `Your background ${what} may be ${contrary} where text stands; ${layer} keeps it readable.`;
  }
  const what = kind === "image" ? "background picture" : "video's still picture";
  const share = hardShare(theme, pixels);
  if (share === 0) {
    const rest = kind === "image" ? "on every screen" : "whatever else it shows";
    return `Your ${what} is never too ${contrary} for ${text} text; ${layer} makes sure of it ${rest}.`;
  }
  return `${percent(share)} of your ${what} is too ${contrary} for ${text} text; ${layer} keeps it readable.`;
}

/** How much of the picture, 0 to 1, text could not be read on if no scrim lay there. */
function hardShare({ variables }: ArtistTheme, pixels: Uint8ClampedArray): number {
  const base = rgbOf(variables["--canvas"] ?? "");
  const foreground = luminance(rgbOf(variables["--foreground"] ?? ""));
  const opacity = Number(variables["--media-opacity"]);
  let hard = 0;
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const channel = (offset: number) => (pixels[at + offset] ?? 0) / 255;
    const pixel = mix(base, [channel(0), channel(1), channel(2)], opacity * channel(3));
    if (contrast(foreground, luminance(pixel)) < 4.5) hard += 1;
  }
  return hard / (pixels.length / 4);
}

/** What there is of it is never rounded away. */
function percent(share: number): string {
  return `${Math.max(1, Math.round(share * 100))} %`;
}
