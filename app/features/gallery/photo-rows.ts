import type { Picture, Place } from "~/shared/picture";

// Photos in rows that are all as wide as the page, each photo in its own proportions: those of a row are as high as one
// another. Which stand in one row is worked out for a few widths of the page.

/** How photos stand on pages of some width. */
export interface Setting {
  /** From how many rem of width on. */
  from: number;
  /** A row's width divided by its height, at best. */
  best: number;
  /** So many photos stand in a row at most. */
  most: number;
}

/** For the narrowest pages first. `gallery.css` knows them too. */
export const settings = [
  { from: 0, best: 2.2, most: 4 },
  { from: 34, best: 3.4, most: 6 },
  { from: 60, best: 4.6, most: 8 },
  { from: 110, best: 6.5, most: 11 },
] as const satisfies Setting[];

/** Between two photos, in rem. */
const photoGap = 0.5;
/** A row is no higher, in rem: the few photos of a shorter one leave the page's edges free. */
const highestRow = 40;

/** Beyond them a photo is cropped: its row would be a line, or higher than a screen. */
const [narrowest, widest] = [0.45, 5];

/** A photo's width divided by its height, as it is shown. */
export function ratioOf({ width, height }: Picture): number {
  return Math.round(Math.min(Math.max(width / height, narrowest), widest) * 1000) / 1000;
}

/** The row that a photo stands in. */
export interface Row {
  /** What its photos' widths, divided by their heights, are together. */
  sum: number;
  photos: number;
}

/**
 * The photos in rows, in their order, so that the rows are all of about the best height: the last as well.
 * @param ratios each photo's width divided by its height
 * @returns each photo's row
 */
export function rowsOf(ratios: readonly number[], { best, most }: Setting): Row[] {
  // The best rows of the first so many photos, from none of them on.
  const ways: { cost: number; from: number; sum: number }[] = [{ cost: 0, from: 0, sum: 0 }];
  for (let end = 1; end <= ratios.length; end += 1) {
    let chosen = { cost: Number.POSITIVE_INFINITY, from: 0, sum: 0 };
    let sum = 0;
    for (let from = end - 1; from >= Math.max(0, end - most); from -= 1) {
      sum += ratios[from] ?? 0;
      const cost = (ways[from]?.cost ?? 0) + Math.log(sum / best) ** 2;
      if (cost < chosen.cost) chosen = { cost, from, sum };
    }
    ways.push(chosen);
  }
  const rows: Row[] = [];
  for (let end = ratios.length; end > 0; ) {
    const { from, sum } = ways[end] ?? { from: 0, sum: 0 };
    const row = { sum: Math.round(sum * 1000) / 1000, photos: end - from };
    rows.unshift(...Array<Row>(row.photos).fill(row));
    end = from;
  }
  return rows;
}

/** How wide all rows are on screens from some width on: so much of the screen, and so many rem more or less. */
export interface Inside {
  from: number;
  ofScreen: number;
  rem: number;
}

/**
 * How wide a photo is shown.
 * @param insides the widest screens first
 * @param rows its row in each of the settings
 * @param total the sum of all ratios
 */
export function placesInRows(
  insides: readonly Inside[],
  ratio: number,
  rows: readonly Row[],
  total: number,
): Place[] {
  const places: Place[] = [];
  let until = Number.POSITIVE_INFINITY;
  const add = (from: number, place: Pick<Place, "ofScreen" | "rem">) => {
    if (from >= until) return;
    places.push({ from, ...place });
    until = from;
  };
  for (const { from, ofScreen, rem } of insides) {
    /** The narrowest of these screens on which the rows are so wide. */
    const screenOf = (width: number) => {
      if (width === 0) return from;
      if (ofScreen > 0) return Math.max(from, (width - rem) / ofScreen);
      return rem >= width ? from : until;
    };
    add(screenOf(total * highestRow), { ofScreen: 0, rem: ratio * highestRow });
    for (const [at, setting] of [...settings.entries()].reverse()) {
      const { sum, photos } = rows[at] ?? { sum: total, photos: 1 };
      const share = ratio / sum;
      add(screenOf(setting.from), {
        ofScreen: share * ofScreen,
        rem: share * (rem - (photos - 1) * photoGap),
      });
    }
  }
  return places;
}
