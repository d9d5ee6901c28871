import { cssOf, hexOf, luminance, mix, type Oklch, type Rgb, rgbOfOklch } from "./colour.ts";

/**
 * What may be seen of a background: the colours that all its others lie between. Whatever is laid on top, laid on these
 * it gives the extremes of what may then be seen.
 */
export type BackgroundColours = readonly Rgb[];

/** A gradient as CSS draws it, and what it makes of the background it is drawn on. */
export interface GradientLayer {
  css: string;
  on: (background: BackgroundColours) => BackgroundColours;
  /** Where it covers all that is below: its first and its last colour. */
  edges?: { head: Rgb; foot: Rgb };
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [1, 1, 1];
const grey: Rgb = [0.5, 0.5, 0.5];

export function darkest(background: BackgroundColours): number {
  return Math.min(...background.map(luminance));
}

export function lightest(background: BackgroundColours): number {
  return Math.max(...background.map(luminance));
}

/** The background under a sheet of one colour. */
export function under(background: BackgroundColours, colour: Rgb, opacity: number): BackgroundColours {
  return background.map((below) => mix(below, colour, opacity));
}

/** The background under a picture that may hold any colour. Nothing is darker than black or lighter than white. */
export function underPicture(background: BackgroundColours, opacity: number): BackgroundColours {
  return [...under(background, black, opacity), ...under(background, white, opacity)];
}

/** The background with the grain that background.css draws on it: grey specks, each of 0 to 7 %. */
export function grained(background: BackgroundColours): BackgroundColours {
  return [...background, ...under(background, grey, 0.07)];
}

/** The same background without the colours that lie, in every channel, between two others of it. */
export function extremes(background: BackgroundColours): BackgroundColours {
  return background.filter(
    (colour) =>
      !background.some((other) => isAbove(other, colour)) ||
      !background.some((other) => isAbove(colour, other)),
  );
}

function isAbove(a: Rgb, b: Rgb): boolean {
  return a.every((channel, at) => channel >= (b[at] ?? 0)) && a.some((channel, at) => channel > (b[at] ?? 0));
}

/** A linear gradient through these colours: it covers all that is below. */
export function linearLayer(direction: string, first: Oklch, ...others: Oklch[]): GradientLayer {
  const head = rgbOfOklch(first);
  const background = [head, ...others.map(rgbOfOklch)];
  return {
    css: `linear-gradient(${direction},${background.map(hexOf).join(",")})`,
    on: () => background,
    edges: { head, foot: background.at(-1) ?? head },
  };
}

/** A radial gradient of one colour that fades out evenly. */
export function radialLayer(shape: string, light: Oklch, opacity: number): GradientLayer {
  const colour = rgbOfOklch(light);
  const fading = [1, 0.74, 0.48, 0.26, 0.1, 0.02, 0].map((share) => cssOf(colour, share * opacity));
  return {
    css: `radial-gradient(${shape},${fading.join(",")})`,
    on: (background) => [...background, ...under(background, colour, opacity)],
  };
}
