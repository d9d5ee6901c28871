import { contrast, hexOf, luminance, oklchOf, rgbOf, rgbOfOklch } from "~/artist-theme/colour";

/** As readable as text must be, on white. */
const enough = 4.6;

/** The colour, darker where white paper asks for it. @param hex '#rrggbb' */
export function readableInk(hex: string): string {
  const colour = oklchOf(rgbOf(hex));
  let ink = rgbOf(hex);
  for (let l = colour.l; contrast(luminance(ink), 1) < enough && l > 0; l -= 0.02) {
    ink = rgbOfOklch({ ...colour, l });
  }
  return hexOf(ink);
}
