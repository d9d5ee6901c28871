import { cssOf, hexOf, mix, type Oklch, type Rgb, rgbOfOklch } from "./colour.ts";

/**
 * What may be seen at any point of a ground: no channel of any pixel is below `darkest` or above `lightest`. The
 * two need not occur themselves. Laying something on top keeps the promise, so contrast against them holds everywhere.
 */
export interface Ground {
  darkest: Rgb;
  lightest: Rgb;
}

/** A layer of ink as CSS draws it, and what it makes of the ground it is printed on. */
export interface Wash {
  css: string;
  on: (ground: Ground) => Ground;
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [1, 1, 1];

export function flat(colour: Rgb): Ground {
  return { darkest: colour, lightest: colour };
}

/** The ground under a sheet of one colour. */
export function under(ground: Ground, colour: Rgb, opacity: number): Ground {
  return { darkest: mix(ground.darkest, colour, opacity), lightest: mix(ground.lightest, colour, opacity) };
}

/** The ground under a picture that may hold any colour. */
export function underPicture(ground: Ground, opacity: number): Ground {
  return { darkest: mix(ground.darkest, black, opacity), lightest: mix(ground.lightest, white, opacity) };
}

/** A ground that may be any of these. */
export function anyOf(grounds: Ground[]): Ground {
  const channels = (pick: (ground: Ground) => Rgb, choose: (...values: number[]) => number): Rgb => {
    const channel = (at: 0 | 1 | 2) => choose(...grounds.map((ground) => pick(ground)[at]));
    return [channel(0), channel(1), channel(2)];
  };
  return {
    darkest: channels((ground) => ground.darkest, Math.min),
    lightest: channels((ground) => ground.lightest, Math.max),
  };
}

/** The ground with the grain that background.css prints on it: grey specks, each of 0 to 7 %. */
export function grained(ground: Ground): Ground {
  return anyOf([ground, under(ground, [0.5, 0.5, 0.5], 0.07)]);
}

/** Inks that run into one another, as on a press whose fountain holds several: it covers all that is below. */
export function fountain(direction: string, stops: [Oklch, ...Oklch[]]): Wash {
  const colours = stops.map(rgbOfOklch);
  const ground = anyOf(colours.map(flat));
  return { css: `linear-gradient(${direction},${colours.map(hexOf).join(",")})`, on: () => ground };
}

/** Light of one colour that fades out evenly. */
export function glow(shape: string, ink: Oklch, opacity: number): Wash {
  const colour = rgbOfOklch(ink);
  const fading = [1, 0.74, 0.48, 0.26, 0.1, 0.02, 0].map((share) => cssOf(colour, share * opacity));
  return {
    css: `radial-gradient(${shape},${fading.join(",")})`,
    on: (ground) => anyOf([ground, under(ground, colour, opacity)]),
  };
}
