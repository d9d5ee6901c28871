import { z } from "zod";
import type { FormValues } from "~/shared/forms";
import { siteTextLimits } from "~/shared/site-text";
import { standardTexts } from "~/shared/standard-texts";
import { msg } from "~/shared/t";
import { isBlank, optionalLine, optionalText, version } from "~/shared/text-fields";

export const nameLimit = 60;
export const contactLimit = 200;
export const addressLimit = 300;

/** A site's text; null where it is empty, or the standard one. */
const siteText = (limit: number, standard?: string) =>
  optionalText(limit).transform((text) => (isBlank(text) || text === standard ? null : text));

const fields = z.object({
  name: optionalLine(nameLimit),
  contact: optionalLine(contactLimit),
  imprint: siteText(siteTextLimits.imprint),
  terms: siteText(siteTextLimits.terms, standardTexts.terms),
  privacy: siteText(siteTextLimits.privacy, standardTexts.privacy),
  root: z.enum(["environment", "landing", "artist"]),
  root_address: z.string().max(addressLimit, msg("This address is too long")).default("").transform(slugOf),
});

/** The form of the screen, by its `intent`. */
export const ownSiteActionSchema = fields
  .extend({ intent: z.literal("save-site"), version })
  .refine(({ root, root_address }) => root !== "artist" || root_address !== "", {
    path: ["root_address"],
    error: msg("Please enter the artist's custom URL"),
  });

export type OwnSite = z.output<typeof fields>;

/** An artist's custom URL or name, from itself or from their page's address. */
function slugOf(typed: string): string {
  const slug = typed
    .trim()
    .replace(/^.*\/artist\//, "")
    .replace(/[/?#].*$/, "");
  return slug.trim().toLowerCase();
}

/** As the form holds it: a text that isn't the site's own is the standard one. */
export function ownSiteValues({
  name,
  contact,
  imprint,
  terms,
  privacy,
  root,
  root_address,
}: OwnSite): FormValues {
  return {
    name: name ?? "",
    contact: contact ?? "",
    imprint: imprint ?? "",
    terms: terms ?? standardTexts.terms,
    privacy: privacy ?? standardTexts.privacy,
    root,
    root_address: root === "artist" ? root_address : "",
  };
}

export const unknownArtist = msg("No artist has this address");
export const loadFailure = msg("Failed to load the site's name and texts");
export const saveFailure = msg("Failed to save the site's name and texts");
export const saved = msg("Site saved");
