import { z } from "zod";
import { languageTag } from "~/shared/archived";
import { coverSizes } from "~/shared/cover-sizes";
import { languageField, tickedField } from "~/shared/fields";
import { translatedColumns as firstAction } from "~/shared/first-actions";
import type { FormValues } from "~/shared/forms";
import { languages } from "~/shared/languages";
import {
  languageLimit,
  tooManyLanguages,
  translationsField,
  translationValues,
} from "~/shared/row-translations";
import { slugFrom } from "~/shared/slug";
import { msg, t } from "~/shared/t";
import { optionalLine, optionalText, requiredLine, version } from "~/shared/text-fields";
import { emptyFileText, imageLimitBytes, imageTooLargeText, notImageText } from "~/shared/upload-limits";
import type { CropShares } from "./crop.ts";
import { pictureKindNames } from "./picture-kinds.ts";

export const defaultBio = msg("Tell your story...");
export const bioLimit = 500;
const locationLimit = 100;

export const customUrl = z
  .string()
  .trim()
  .regex(/^[a-z0-9-]*$/, msg("Custom URL can only contain lowercase letters, numbers, and hyphens"))
  .max(100, msg("Please use at most 100 characters"));

/** The problem of a custom URL as far as its letters tell; undefined when there is none. */
export function customUrlProblem(value: string): string | undefined {
  const problem = customUrl.safeParse(value).error?.issues[0]?.message;
  return problem && t(problem);
}

/** Where a page will be found. A name without any Latin letter or digit makes none: its page has the name itself. */
export function customUrlOf(typed: { artistName: string; customUrl: string }): string {
  return typed.customUrl.trim() || slugFrom(typed.artistName);
}

/** Whether an artist is one person or several, for search engines; empty without a choice. */
export const performsAsLabels = {
  "": msg("Rather not say"),
  solo: msg("A solo artist"),
  group: msg("A band or group"),
};
const performers = ["solo", "group"] as const;

/** What the artist writes in; empty without a choice. */
export const pageLanguageLabels = () => ({ "": t("Not chosen"), ...languages });

/** Of a picture's width or height, from its left or its top; the middle without a choice. */
const percent = z.coerce.number().int().min(0).max(100).default(50);

/** What of the profile may stand in other languages as well. */
export const translatedColumns = { lines: { location: locationLimit }, texts: { bio: bioLimit } };
/** The same of all of its row, of which the appearance's form has a part. */
const allTranslatedColumns = {
  lines: { ...translatedColumns.lines, ...firstAction.lines },
  texts: translatedColumns.texts,
};

/** Boxes, each named by a tag, or an archive's list of tags. */
const otherLanguagesField = z
  .union([
    z.array(languageTag),
    z
      .record(languageTag, tickedField)
      .transform((ticked) => Object.keys(ticked).filter((tag) => ticked[tag])),
  ])
  .refine((tags) => tags.length <= languageLimit, tooManyLanguages)
  .default([]);

const fields = z.object({
  artist_name: requiredLine(msg("Artist name is required"), 100),
  bio: optionalText(bioLimit).transform((bio) => bio || defaultBio),
  location: optionalLine(locationLimit),
  performs_as: z
    .union([z.literal(""), z.enum(performers)], { error: msg("Please choose one of these") })
    .nullish()
    .transform((value) => value || null),
  page_language: languageField,
  other_languages: otherLanguagesField,
  translations: translationsField(translatedColumns),
  custom_url: customUrl,
  cover_image_size: z.enum(coverSizes, { error: msg("Please choose a cover size") }),
  cover_focus_x: percent,
  cover_focus_y: percent,
  version,
});

/**
 * An empty custom URL is made from the artist name. [2 §5 Profile save] The page's language isn't among the other ones, which
 * are others than it.
 */
function completed<Profile extends z.output<typeof fields>>(profile: Profile, context: z.RefinementCtx) {
  const { custom_url, other_languages, ...others } = profile;
  const { page_language } = profile;
  if (other_languages.length > 0 && page_language === null) {
    const message = msg("Please choose what your page is in before you choose further languages");
    context.addIssue({ code: "custom", path: ["page_language"], message });
  }
  return {
    ...others,
    other_languages: [...new Set(other_languages)].filter((tag) => tag !== page_language),
    custom_url: customUrlOf({ artistName: profile.artist_name, customUrl: custom_url }) || null,
  };
}

/** The profile's fields. */
export const profileSchema = fields.transform(completed);

/** The same as an archive has them: with the translations of all of the row. */
export const archivedProfileSchema = fields
  .extend({ translations: translationsField(allTranslatedColumns) })
  .transform(completed);

const whileTyped = <Field extends z.ZodType>(field: Field) => field.optional().catch(undefined);

/** The profile's columns while it is being filled in: what couldn't be saved is left as it is. */
export const profileDraftSchema = z.object({
  artist_name: whileTyped(fields.shape.artist_name),
  bio: whileTyped(fields.shape.bio),
  location: whileTyped(fields.shape.location),
  cover_image_size: whileTyped(fields.shape.cover_image_size),
  cover_focus_x: whileTyped(fields.shape.cover_focus_x),
  cover_focus_y: whileTyped(fields.shape.cover_focus_y),
});

const share = z.coerce.number().min(0).max(1);
const cropFields = { crop_x: share, crop_y: share, crop_width: share.gt(0), crop_height: share.gt(0) };

/** Whether the part lies within its picture, but for what calculating with fractions loses. */
function isWithin({ crop_x, crop_y, crop_width, crop_height }: CropShares): boolean {
  return Math.max(crop_x + crop_width, crop_y + crop_height) <= 1.000001;
}

/** The part of a picture that shows. */
export const cropSchema = z.object(cropFields).refine(isWithin, msg("This isn't a part of the picture"));

/** The forms of the screen, by their `intent`. */
export const profileActionSchema = z.discriminatedUnion("intent", [
  fields.extend({ intent: z.literal("save-profile") }).transform(completed),
  z.object({ intent: z.literal("delete-picture"), id: z.enum(pictureKindNames) }),
  z
    .object({
      intent: z.literal("move-picture"),
      id: z.enum(pictureKindNames),
      /** The address of what it is cut from, as the screen has it. */
      original: z.string(),
      ...cropFields,
    })
    .refine(isWithin, msg("This isn't a part of the picture")),
]);

export type ProfileAction = z.output<typeof profileActionSchema>;
export type ProfileForm = z.output<typeof profileSchema>;

/** The name of a language's box. */
export const otherLanguageName = (tag: string) => `other_languages.${tag}`;

/** The stored values, as the form holds them; without a profile, the initial ones. */
export function profileValues(profile: Omit<ProfileForm, "version"> | undefined): FormValues {
  return {
    artist_name: profile?.artist_name ?? "",
    // The default of an empty field shows in its place anyway.
    bio: profile && profile.bio !== defaultBio ? profile.bio : "",
    location: profile?.location ?? "",
    performs_as: profile?.performs_as ?? "",
    page_language: profile?.page_language ?? "",
    ...Object.fromEntries(
      [...new Set([...Object.keys(languages), ...(profile?.other_languages ?? [])])].map((tag) => [
        otherLanguageName(tag),
        profile?.other_languages.includes(tag) ? "on" : "",
      ]),
    ),
    ...translationValues(profile?.translations, translatedColumns),
    custom_url: profile?.custom_url ?? "",
    cover_image_size: profile?.cover_image_size ?? "large",
    cover_focus_x: String(profile?.cover_focus_x ?? 50),
    cover_focus_y: String(profile?.cover_focus_y ?? 50),
  };
}

export function takenText(customUrl: string): string {
  return t('The custom URL "{customUrl}" is already taken. Please choose a different one.', { customUrl });
}

/** [2 §8] */
export const notSavedText = (reason: string) => t("Failed to save profile: {reason}", { reason });

export const imageExtensions = ["jpeg", "jpg", "png", "gif", "webp"] as const;

/**
 * The problem of a picture as far as its name, size and claimed type tell; undefined when there is none. The browser
 * asks before it opens one, the server before it accepts one. [2 §5 Profile and cover images]
 */
export function imageFileProblem(file: { name: string; size: number; type: string }): string | undefined {
  const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!file.type.startsWith("image/") || !imageExtensions.some((known) => known === extension)) {
    return t(notImageText);
  }
  if (file.size === 0) return t(emptyFileText);
  if (file.size > imageLimitBytes) return t(imageTooLargeText);
  return undefined;
}
