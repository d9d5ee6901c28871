/** The five heights of a cover, from the lowest. [2 §9] */
export const coverSizes = ["compact", "medium", "large", "extra-large", "banner"] as const;
export type CoverSize = (typeof coverSizes)[number];

export const coverSizeLabels: Record<CoverSize, string> = {
  compact: "Compact",
  medium: "Medium",
  large: "Large",
  "extra-large": "Extra large",
  banner: "Banner",
};
