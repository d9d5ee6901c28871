import { t } from "~/shared/t";
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

type Became = "darker" | "lighter";

const textOf = (theme: ArtistTheme) => (theme.scheme === "dark" ? "light" : "dark");

function directionOf(appearance: Appearance, theme: ArtistTheme): string {
  const text = textOf(theme);
  if (appearance.textColorMode === "auto")
    return t("Text is {text, select, light {light} other {dark}}: that is what suits these choices best.", {
      text,
    });
  const best = textOf(artistTheme({ ...appearance, textColorMode: "auto" }));
  if (best === text) return t("Text is {text, select, light {light} other {dark}}, as you chose.", { text });
  return t(
    "{text, select, light {Text is light, as you chose. With dark text, less would have to be changed to keep it readable.} other {Text is dark, as you chose. With light text, less would have to be changed to keep it readable.}}",
    { text },
  );
}

function findingsOf(appearance: Appearance, theme: ArtistTheme, pixels: Uint8ClampedArray | null): Finding[] {
  const isCustom = appearance.colorTheme === "custom";
  return theme.corrections.map((correction): Finding => {
    if (correction.kind === "scrim") {
      return { text: scrimText(appearance, theme, pixels) };
    }
    const { from, to } = correction;
    const became: Became = luminance(rgbOf(to)) < luminance(rgbOf(from)) ? "darker" : "lighter";
    const text =
      correction.kind === "panel" ? panelText(became, theme) : colourText(became, correction.use, isCustom);
    return { text, colours: { from, to } };
  });
}

function panelText(became: Became, theme: ArtistTheme): string {
  return t(
    "Your panels were made {became, select, darker {darker} other {lighter}}, so that {text, select, light {light} other {dark}} text stands out from them.",
    { became, text: textOf(theme) },
  );
}

function colourText(became: Became, use: "primary" | "accent", isCustom: boolean): string {
  if (isCustom)
    return t(
      use === "accent"
        ? "Your accent colour, of links, was made {became, select, darker {darker} other {lighter}}, so that they can be read."
        : "Your primary colour, of buttons, was made {became, select, darker {darker} other {lighter}}, so that they can be read.",
      { became },
    );
  return t(
    use === "accent"
      ? "The theme's links were made {became, select, darker {darker} other {lighter}}, so that they can be read."
      : "The theme's buttons were made {became, select, darker {darker} other {lighter}}, so that they can be read.",
    { became },
  );
}

function scrimText(appearance: Appearance, theme: ArtistTheme, pixels: Uint8ClampedArray | null): string {
  const isPicture = appearance.background.kind === "image";
  const text = textOf(theme);
  if (!pixels || pixels.length === 0)
    return t(
      isPicture
        ? "Your background picture may be {text, select, light {bright} other {dark}} where text stands; a {text, select, light {dark} other {light}} layer over it keeps it readable."
        : "Your background video may be {text, select, light {bright} other {dark}} where text stands; a {text, select, light {dark} other {light}} layer over it keeps it readable.",
      { text },
    );
  const share = hardShare(theme, pixels);
  if (share === 0)
    return t(
      isPicture
        ? "Your background picture is never too {text, select, light {bright for light} other {dark for dark}} text; a {text, select, light {dark} other {light}} layer over it makes sure of it on every screen."
        : "Your video's still picture is never too {text, select, light {bright for light} other {dark for dark}} text; a {text, select, light {dark} other {light}} layer over it makes sure of it whatever else it shows.",
      { text },
    );
  return t(
    isPicture
      ? "{percent} % of your background picture is too {text, select, light {bright for light} other {dark for dark}} text; a {text, select, light {dark} other {light}} layer over it keeps it readable."
      : "{percent} % of your video's still picture is too {text, select, light {bright for light} other {dark for dark}} text; a {text, select, light {dark} other {light}} layer over it keeps it readable.",
    // What there is of it is never rounded away.
    { text, percent: Math.max(1, Math.round(share * 100)) },
  );
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
