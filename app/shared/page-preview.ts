import { msg } from "./t.ts";

/** Where a musician sees their own page as it would look with what is typed. */
export const previewPath = "/settings/preview";

/** Why there is no page to be seen. [2 §8 Appearance] */
export const previewTexts = {
  noProfile: msg("No artist profile found. Please complete your profile setup in the Profile section first."),
  signedOut: msg("You must be logged in to preview"),
} as const;

/** Where the parts of the page that tools are about stand on it, as selectors. */
export const pageSections = {
  elsewhere: "[data-elsewhere]",
  links: "#links",
  latest: "#latest",
  music: "#music",
  videos: "#videos",
  photos: "#photos",
  events: "#events",
  "press-kit": "#press-kit",
  comments: "#comments",
} as const;

export type PageSection = keyof typeof pageSections;
