import { z } from "zod";
import { idsField, orderField } from "~/shared/fields";
import type { ListAsked } from "~/shared/list-asked";
import { translationsField } from "~/shared/row-translations";
import { msg, t } from "~/shared/t";
import { optionalText } from "~/shared/text-fields";
import { emptyFileText, imageLimitBytes, notImageText } from "~/shared/upload-limits";

export const photoExtensions = ["jpeg", "jpg", "png", "gif", "webp"] as const;
/** So many files may come at once. [2 §5] */
export const dropLimit = 10;
export const captionLimit = 500;
/** So many on one page of the tool; a larger gallery has more of them. */
export const photosPerPage = 1000;
/** As many as the artist page shows. */
export const shownOnPage = 300;

export const loadFailure = msg("Failed to load photos");
export const saveFailure = msg("Failed to save photo");
export const deleteFailure = msg("Failed to delete photo");
export const reorderFailure = msg("Failed to reorder photos");
export const saved = msg("Photo saved");
export const filters = {
  all: msg("All photos"),
  "no-alt": msg("Without alt text"),
  "no-caption": msg("Without caption"),
} as const;
export const orders = {
  own: msg("Your order"),
  newest: msg("Newest first"),
  oldest: msg("Oldest first"),
} as const;
export type PhotosAsked = ListAsked<keyof typeof filters, keyof typeof orders>;
export const deletedText = (count: number) =>
  t("{count, plural, one {Photo deleted} other {# photos deleted}}", { count });
export const tooManyFilesText = () =>
  t("Up to {limit} photos at a time: the first {limit} were taken.", { limit: dropLimit });

export function uploadFailure(reason: string): string {
  return t("Failed to upload photos: {reason}", { reason: reason || t("Unknown error") });
}

/** [2 §8 Successes] */
export function uploaded(count: number): string {
  return t("{count} photo(s) uploaded successfully!", { count });
}

/**
 * The problem of a file as far as its name, size and claimed type tell; undefined when there is none. The browser
 * asks before it sends, the server before it accepts. [2 §5 Photos]
 */
export function photoFileProblem(file: { name: string; size: number; type: string }): string | undefined {
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!file.type.startsWith("image/") || !photoExtensions.some((known) => known === extension))
    return t(notImageText);
  if (file.size === 0) return t(emptyFileText);
  if (file.size > imageLimitBytes)
    return t("{file} is too large. Images must be smaller than 10MB", { file: file.name });
  return undefined;
}

const id = z.uuid();
const words = optionalText(captionLimit);

/** What of a photo may stand in other languages as well. */
export const translatedColumns = { texts: { caption: captionLimit, alt_text: captionLimit } };

/** The artist's texts for a photo; either may be empty. */
export const photoSchema = z.object({
  id,
  caption: words,
  alt_text: words,
  translations: translationsField(translatedColumns),
});

/** The forms of the screen, by their `intent`. */
export const photoActionSchema = z.discriminatedUnion("intent", [
  photoSchema.extend({ intent: z.literal("describe-photo") }),
  z.object({ intent: z.literal("delete-photo"), id: idsField }),
  z.object({ intent: z.literal("reorder-photos"), order: orderField }),
]);
export type PhotoAction = z.output<typeof photoActionSchema>;
