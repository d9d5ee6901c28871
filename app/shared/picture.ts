/** A stored picture, with the metadata that a page needs before it is loaded. */
export interface Picture {
  /** The largest there is, at most 1600 pixels wide: `/uploads/photos/{user id}/{name}.webp`. */
  src: string;
  /** Pixels of the largest, at least 1; of the frame it is shown in when its own are not known. */
  width: number;
  height: number;
  /** The widths of the smaller ones beside it: some of `variantWidths`. */
  widths: number[];
  /** The CSS colour in its place until it is loaded; transparent where the picture itself is. */
  colour: string;
}

/** The smaller ones that are made of a picture wider than they are: ten from one to its tenfold, each 1.28 of the last at most. */
export const variantWidths = [64, 80, 100, 125, 160, 200, 250, 320, 400, 500, 640, 800, 1000, 1250];
/** Further widths that older pictures may have. */
const formerWidths = [960];

/** Which smaller ones a picture of this width has. */
export function widthsBelow(width: number): number[] {
  return variantWidths.filter((variant) => variant < width);
}

/** The address of a smaller one: `{name}-400w.webp`. */
export function variantAddress(src: string, width: number): string {
  return src.replace(/\.webp$/, `-${width}w.webp`);
}

/** The widths of covers and portraits that may also be there as AVIF. A smaller one would save little. */
const avifWidths = [320, 400, 500, 640, 800, 1000];

/** Where a smaller one may also be as AVIF: `{name}-400w.avif`. Undefined where it never is. */
export function avifAddress(variant: string): string | undefined {
  const width = /^\/uploads\/avatars\/.*-(\d+)w\.webp$/.exec(variant)?.[1];
  return avifWidths.includes(Number(width)) ? variant.replace(/webp$/, "avif") : undefined;
}

/** The addresses of all sizes that there may be of this file: of a picture also those that are no longer made. */
export function everyAddress(address: string): string[] {
  if (!address.endsWith(".webp")) return [address];
  const variants = [...variantWidths, ...formerWidths].map((width) => variantAddress(address, width));
  return [...variants, ...variants.flatMap((variant) => avifAddress(variant) ?? []), address];
}

const variantEnding = new RegExp(`-(?:${[...variantWidths, ...formerWidths].join("|")})w\\.(?:webp|avif)$`);

/** The address of the largest, whichever of a picture's addresses this is. Any other address stays as it is. */
export function largestAddress(address: string): string {
  return address.replace(variantEnding, ".webp");
}

/** Where a picture is shown, on screens from some width on. Lengths in rem of the browser's own letters. */
export interface Place {
  /** The narrowest of these screens. */
  from: number;
  /** Its width there: so much of the screen, 1 being all of it, and so many rem more or less. */
  ofScreen: number;
  rem: number;
  /**
   * Its height or shape there, where the picture fills its place and is cropped; undefined where all of it
   * shows.
   */
  height?: number | keyof typeof shapes;
}

/** Width divided by height. */
const shapes = { "as wide": 1, "16:9": 16 / 9, "2:1": 2 };

/** A square that is the same on every screen. */
export function squarePlace(rem: number): Place[] {
  return [{ from: 0, ofScreen: 0, rem, height: "as wide" }];
}

/** The narrowest screen that pages are made for. */
const narrowest = 20;
/** As most browsers have it. */
const remPixels = 16;
/** The densest screen that is thought of. */
const densest = 3;

/** The width of the whole picture, the cropped part included; for the widest screens first. */
function wholeWidths(places: readonly Place[], ratio: number) {
  let until = Number.POSITIVE_INFINITY;
  const widths: { from: number; until: number; ofScreen: number; rem: number }[] = [];
  const add = (from: number, ofScreen: number, rem: number) => {
    if (from >= until) return;
    widths.push({ from, until, ofScreen, rem });
    until = from;
  };
  for (const { from, ofScreen, rem, height } of places) {
    const factor = typeof height === "string" ? Math.max(1, ratio / shapes[height]) : 1;
    const byHeight = typeof height === "number" ? height * ratio : 0;
    const isWider = from * ofScreen + rem >= byHeight;
    if (isWider || ofScreen > 0) {
      add(isWider ? from : (byHeight - rem) / ofScreen, ofScreen * factor, rem * factor);
    }
    if (!isWider) add(from, 0, byHeight);
  }
  return widths;
}

/**
 * Lets the browser choose the size for a place: the `srcset` of those that may be needed there, and `sizes`, unless
 * the place is the same on every screen. Undefined where there is nothing to choose from. Browsers take the first that has
 * all pixels. Older Chromium, on dense screens, takes one that lacks an eighth of them, which nobody sees.
 * @param places the widest screens first, the last from 0
 * @param besides a width in pixels that is needed elsewhere
 */
export function choicesFor(
  picture: Picture,
  places: readonly Place[],
  besides = 0,
): { srcSet: string; sizes?: string } | undefined {
  const { width, height, widths } = picture;
  if (widths.length === 0) return undefined;
  const all = [...widths, width];
  const enough = (pixels: number) => all.find((each) => each >= pixels) ?? width;
  const whole = wholeWidths(places, width / height);
  const [first, ...others] = whole;
  if (first?.ofScreen === 0 && others.length === 0) {
    const shown = first.rem * remPixels;
    const choices = new Map<number, number>();
    for (const density of [1, 2, densest, besides / shown]) {
      const each = enough(shown * density);
      if (!choices.has(each)) choices.set(each, density);
    }
    return {
      srcSet: [...choices]
        .map(([each, density]) => `${addressOf(picture, each)} ${hundredths(density)}x`)
        .join(", "),
    };
  }
  const sizes = whole.map(({ from, ofScreen, rem }) => {
    const own = `${hundredths(rem)}rem`;
    const length = ofScreen > 0 ? `calc(${hundredths(ofScreen * 100)}vw + ${own})` : own;
    return from > 0 ? `(width >= ${hundredths(from)}rem) ${length}` : length;
  });
  const needed = whole.flatMap(({ from, until, ofScreen, rem }) =>
    ofScreen > 0 ? [Math.max(from, narrowest) * ofScreen + rem, until * ofScreen + rem] : [rem],
  );
  const least = enough(Math.min(...needed) * remPixels);
  const most = enough(Math.max(...needed) * remPixels * densest);
  const useful = all.filter((each) => (each >= least && each <= most) || each === enough(besides || least));
  return { srcSet: listed(picture, useful), sizes: sizes.join(", ") };
}

/** All sizes as a `srcset`, for code that chooses by itself; undefined where there is only one. */
export function srcSet(picture: Picture): string | undefined {
  return picture.widths.length > 0 ? listed(picture, [...picture.widths, picture.width]) : undefined;
}

function listed(picture: Picture, widths: number[]): string {
  return widths.map((each) => `${addressOf(picture, each)} ${each}w`).join(", ");
}

function addressOf({ src, width }: Picture, each: number): string {
  return each === width ? src : variantAddress(src, each);
}

/** Rounded up. */
function hundredths(length: number): number {
  return Math.ceil(length * 100 - 1e-6) / 100;
}
