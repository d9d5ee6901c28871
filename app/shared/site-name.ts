import { msg } from "./t.ts";

/** The name of an installation that has none of its own. */
export const standardName = "Handbill";

/** What every screen shows of the installation. */
export interface SiteIdentity {
  name: string;
  /** Whether there is something at /imprint, and what it begins with. */
  imprint: "imprint" | "contact" | null;
}

/** The page at /imprint, by what it begins with. */
export const imprintTitles = { imprint: msg("Imprint"), contact: msg("Contact") } as const;
