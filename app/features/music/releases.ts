import { msg } from "~/shared/t";

// What releases and tracks say of themselves in words, for the dashboard and the public pages.

export const releaseKinds = { single: msg("Single"), ep: msg("EP"), album: msg("Album") } as const;

export type ReleaseKind = keyof typeof releaseKinds;

/** What a record with so many tracks is usually called. */
export function usualKind(tracks: number): ReleaseKind {
  return tracks > 6 ? "album" : tracks > 3 ? "ep" : "single";
}

/** Under which conditions others may use the work, with the address of the licence's text where it has one. */
export const licences = {
  "all-rights-reserved": { name: msg("All rights reserved"), url: null },
  "cc-by": { name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
  "cc-by-sa": { name: "CC BY-SA 4.0", url: "https://creativecommons.org/licenses/by-sa/4.0/" },
  "cc-by-nd": { name: "CC BY-ND 4.0", url: "https://creativecommons.org/licenses/by-nd/4.0/" },
  "cc-by-nc": { name: "CC BY-NC 4.0", url: "https://creativecommons.org/licenses/by-nc/4.0/" },
  "cc-by-nc-sa": { name: "CC BY-NC-SA 4.0", url: "https://creativecommons.org/licenses/by-nc-sa/4.0/" },
  "cc-by-nc-nd": { name: "CC BY-NC-ND 4.0", url: "https://creativecommons.org/licenses/by-nc-nd/4.0/" },
  cc0: { name: msg("CC0 1.0 (public domain)"), url: "https://creativecommons.org/publicdomain/zero/1.0/" },
} as const;

export type Licence = keyof typeof licences;

/** A draft, perhaps one that will be public by itself; public and still to come; or public and out. */
export type ReleaseState = "draft" | "scheduled" | "announced" | "out";

/** The state of a release at a time. Both are null where there is no such time. */
export function releaseState(
  { published_at, released_at }: { published_at: Date | null; released_at: Date | null },
  now = new Date(),
): ReleaseState {
  if (!published_at) return "draft";
  if (published_at > now) return "scheduled";
  return released_at && released_at > now ? "announced" : "out";
}
