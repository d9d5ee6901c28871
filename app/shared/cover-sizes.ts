import { msg } from "./t.ts";
/** The five heights of a cover, from the lowest. [2 §9] */
export const coverSizes = ["compact", "medium", "large", "extra-large", "banner"] as const;
export type CoverSize = (typeof coverSizes)[number];

export const coverSizeLabels: Record<CoverSize, string> = {
  compact: msg("Compact"),
  medium: msg("Medium"),
  large: msg("Large"),
  "extra-large": msg("Extra large"),
  banner: msg("Banner"),
};

/** The name of each size in pixels. [2 §9] */
export const coverSizePixels: Record<CoverSize, number> = {
  compact: 192,
  medium: 256,
  large: 320,
  "extra-large": 384,
  banner: 448,
};

/** The part of the cover's height that a page shows, in CSS pixels: on a phone, and on anything wider. [2 §9] */
export const coverHeights: Record<CoverSize, { mobile: number; desktop: number }> = {
  compact: { mobile: 192, desktop: 224 },
  medium: { mobile: 224, desktop: 288 },
  large: { mobile: 256, desktop: 320 },
  "extra-large": { mobile: 288, desktop: 384 },
  banner: { mobile: 320, desktop: 512 },
};
