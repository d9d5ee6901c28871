import { cssOf, hexOf, luminance, mix, type Oklch, type Rgb, rgbOfOklch } from "./colour.ts";

/**
 * What may be seen of a ground: the colours that all its others lie between. Whatever is laid on top, laid on these
 * it gives the extremes of what may then be seen.
 */
export type Ground = readonly Rgb[];

/** A layer of ink as CSS draws it, and what it makes of the ground it is printed on. */
export interface Wash {
  css: string;
  on: (ground: Ground) => Ground;
  /** Where it covers all that is below: its first and its last colour. */
  edges?: { head: Rgb; foot: Rgb };
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [1, 1, 1];
const grey: Rgb = [0.5, 0.5, 0.5];

export function darkest(ground: Ground): number {
  return Math.min(...ground.map(luminance));
}

export function lightest(ground: Ground): number {
  return Math.max(...ground.map(luminance));
}

/** The ground under a sheet of one colour. */
export function under(ground: Ground, colour: Rgb, opacity: number): Ground {
  return ground.map((below) => mix(below, colour, opacity));
}

/** The ground under a picture that may hold any colour. Nothing is darker than black or lighter than white. */
export function underPicture(ground: Ground, opacity: number): Ground {
  return [...under(ground, black, opacity), ...under(ground, white, opacity)];
}

/** The ground with the grain that background.css prints on it: grey specks, each of 0 to 7 %. */
export function grained(ground: Ground): Ground {
  return [...ground, ...under(ground, grey, 0.07)];
}

/** The same ground without the colours that lie, in every channel, between two others of it. */
export function extremes(ground: Ground): Ground {
  return ground.filter(
    (colour) =>
      !ground.some((other) => isAbove(other, colour)) || !ground.some((other) => isAbove(colour, other)),
  );
}

function isAbove(a: Rgb, b: Rgb): boolean {
  return a.every((channel, at) => channel >= (b[at] ?? 0)) && a.some((channel, at) => channel > (b[at] ?? 0));
}

/** Inks that run into one another, as on a press whose fountain holds several: it covers all that is below. */
export function fountain(direction: string, first: Oklch, ...others: Oklch[]): Wash {
  const head = rgbOfOklch(first);
  const ground = [head, ...others.map(rgbOfOklch)];
  return {
    css: `linear-gradient(${direction},${ground.map(hexOf).join(",")})`,
    on: () => ground,
    edges: { head, foot: ground.at(-1) ?? head },
  };
}

/** Light of one colour that fades out evenly. */
export function glow(shape: string, ink: Oklch, opacity: number): Wash {
  const colour = rgbOfOklch(ink);
  const fading = [1, 0.74, 0.48, 0.26, 0.1, 0.02, 0].map((share) => cssOf(colour, share * opacity));
  return {
    css: `radial-gradient(${shape},${fading.join(",")})`,
    on: (ground) => [...ground, ...under(ground, colour, opacity)],
  };
}
