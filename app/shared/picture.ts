/** A stored picture, with what a page must know of it before it is here. */
export interface Picture {
  /** The largest there is, at most 1600 pixels wide: `/uploads/photos/{user id}/{name}.webp`. */
  src: string;
  /** Pixels of the largest, at least 1; of the frame it is shown in when its own are not known. */
  width: number;
  height: number;
  /** How wide the smaller ones beside it are: some of `variantWidths`. */
  widths: number[];
  /** What stands in its place until it is here, as CSS; see-through where the picture itself is. */
  colour: string;
}

/** The smaller ones that are made of a picture wider than they are: for thumbnails, a phone's half and whole width, a tablet. */
export const variantWidths = [200, 400, 640, 960];

/** The address of a smaller one: `{name}-400w.webp`. */
export function variantAddress(src: string, width: number): string {
  return src.replace(/\.webp$/, `-${width}w.webp`);
}

/** The addresses of all sizes that there may be of this file: of a picture also those that are no longer made. */
export function everyAddress(address: string): string[] {
  if (!address.endsWith(".webp")) return [address];
  return [...new Set([...variantWidths, 800])].map((width) => variantAddress(address, width)).concat(address);
}

/** The address of the largest, whichever of a picture's addresses this is. Any other address stays as it is. */
export function largestAddress(address: string): string {
  return address.replace(/-(?:200|400|640|800|960)w\.webp$/, ".webp");
}

/** The `srcset` that lets the browser choose; undefined where there is nothing to choose from. */
export function srcSet({ src, width, widths }: Picture): string | undefined {
  if (widths.length === 0) return undefined;
  return [...widths.map((smaller) => `${variantAddress(src, smaller)} ${smaller}w`), `${src} ${width}w`].join(
    ", ",
  );
}
