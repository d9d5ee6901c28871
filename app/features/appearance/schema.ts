import { z } from "zod";
import {
  type ColorTheme,
  colorThemes,
  type FontFamily,
  fontFamilies,
  type Layout,
  layouts,
  type NameFont,
  nameFonts,
  type TextColorMode,
  textColorModes,
} from "~/artist-theme/appearance";
import { coverSizes } from "~/shared/cover-sizes";
import { type FirstAction, firstActions, firstLabelLimit, translatedColumns } from "~/shared/first-actions";
import { previewTexts } from "~/shared/page-preview";
import { translationsField } from "~/shared/row-translations";
import { msg, t } from "~/shared/t";
import { requiredLine, version } from "~/shared/text-fields";
import { parseVideoAddress } from "~/shared/video-address";
import { webAddressField } from "~/shared/web-address-field";

/** The sections that an artist shows or hides, by column, in the page's own words and order. [2 §3, §9] */
export const sections = {
  show_music_section: msg("Music"),
  show_video_section: msg("Videos"),
  show_gallery_section: msg("Photos"),
  show_events_section: msg("Events"),
  show_booking_section: msg("Booking"),
  show_support_section: msg("Support"),
  show_comments_section: msg("Comments"),
} as const;
export type SectionColumn = keyof typeof sections;

export const backgroundOpacityRange = { min: 0.1, max: 1, step: 0.1 };
export const profileBackgroundOpacityRange = { min: 0, max: 1, step: 0.1 };

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, msg("Please choose a colour"))
  .toLowerCase();

function oneOf<T extends string>(choices: Record<T, string>, message: string) {
  return z.custom<T>((value) => typeof value === "string" && Object.hasOwn(choices, value), message);
}

const firstLabel = requiredLine(msg("Please say what it leads to"), firstLabelLimit);
const firstLabelTranslations = translationsField(translatedColumns);

const nameFont = oneOf<NameFont>(nameFonts, msg("Please choose a typeface for your name"));

/** The appearance's columns, as a form or a request may bring them. Never more than the table takes. */
export const appearanceFields = {
  layout: oneOf<Layout>(layouts, msg("Please choose a layout")),
  color_theme: oneOf<ColorTheme>(colorThemes, msg("Please choose a colour theme")),
  font_family: oneOf<FontFamily>(fontFamilies, msg("Please choose a font")),
  name_font: nameFont.nullable(),
  first_action: oneOf<FirstAction>(firstActions, msg("Please choose what fans find first")),
  first_action_label: firstLabel.nullable(),
  first_action_url: webAddressField.nullable(),
  custom_primary_color: colour,
  custom_secondary_color: colour,
  custom_accent_color: colour,
  text_color_mode: oneOf<TextColorMode>(textColorModes, msg("Please choose a text colour")),
  background_opacity: z.coerce.number().min(backgroundOpacityRange.min).max(backgroundOpacityRange.max),
  profile_background_color: colour,
  profile_background_opacity: z.coerce
    .number()
    .min(profileBackgroundOpacityRange.min)
    .max(profileBackgroundOpacityRange.max),
  cover_image_size: z.enum(coverSizes, msg("Please choose a cover size")),
};

/** A checkbox: sent while it is on. */
const shown = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

const form = z.object({
  ...appearanceFields,
  /** 'page' for the page's own font. */
  name_font: z.union([z.literal("page").transform(() => null), nameFont]),
  show_music_section: shown,
  show_video_section: shown,
  show_gallery_section: shown,
  show_events_section: shown,
  show_booking_section: shown,
  show_support_section: shown,
  show_comments_section: shown,
  /** One of the three kinds by itself, which makes them exclude each other; an option is named by its id. [2 §4] */
  background: z.union([z.literal("none"), z.literal("youtube"), z.uuid()], msg("Please choose a background")),
  youtube_background_url: z.string().max(2000, msg("Please enter a valid YouTube URL")).default(""),
  first_action_label: z.string().max(2000).default(""),
  first_action_url: z.string().max(4000).default(""),
  translations: z.record(z.string(), z.record(z.string(), z.string())).optional(),
});

/** The id of the video that an address means, null unless it is one at YouTube. */
export function youtubeIdOf(address: string): string | null {
  const video = parseVideoAddress(address);
  return video?.provider === "youtube" ? video.id : null;
}

/**
 * The columns that the choices are kept in. A video's address stays while another background is chosen, and the link while
 * something else is offered first.
 */
function toColumns({ background, youtube_background_url, ...others }: z.output<typeof form>) {
  const videoId = youtubeIdOf(youtube_background_url);
  return {
    ...others,
    first_action_label: firstLabel.safeParse(others.first_action_label).data ?? null,
    first_action_url: webAddressField.safeParse(others.first_action_url).data ?? null,
    translations: firstLabelTranslations.safeParse(others.translations).data,
    background_id: background === "none" || background === "youtube" ? null : background,
    youtube_background_enabled: background === "youtube" && videoId !== null,
    youtube_background_url: videoId && `https://www.youtube.com/watch?v=${videoId}`,
  };
}

/** The appearance screen's form, as the columns of the profile. [2 §7 Appearance] */
export const settingsSchema = form
  .superRefine(({ background, youtube_background_url, first_action, ...link }, context) => {
    const refuse = (field: string | PropertyKey[], message: string) =>
      context.addIssue({ code: "custom", path: [field].flat(), message });
    if (background === "youtube" && youtubeIdOf(youtube_background_url) === null) {
      refuse("youtube_background_url", msg("Please enter a valid YouTube URL"));
    }
    if (first_action !== "link") return;
    const label = firstLabel.safeParse(link.first_action_label);
    if (label.error) refuse("first_action_label", label.error.issues[0]?.message ?? "");
    const url = webAddressField.safeParse(link.first_action_url);
    if (url.error) refuse("first_action_url", url.error.issues[0]?.message ?? "");
    const { error } = firstLabelTranslations.safeParse(link.translations);
    for (const { path, message } of error?.issues ?? []) refuse(["translations", ...path], message);
  })
  .transform(toColumns);

/** The same as it is sent: with the account whose screen it is, and the version it was opened with. */
export const appearanceActionSchema = settingsSchema.and(
  z.object({ user_id: z.string().optional(), version }),
);

/** The same while it is being filled in: a video whose address isn't whole yet is no background, nor is a link one. */
export const draftSchema = form.transform(toColumns);

export type Settings = z.output<typeof draftSchema>;

/** The texts when saving fails. [2 §5, §8 Appearance] */
export const failureTexts = {
  nameFirst: msg("Please complete your profile with an artist name first"),
  noProfile: previewTexts.noProfile,
  noAddress: msg("Unable to generate preview URL. Please set your artist name in the Profile section."),
  session: msg("Authentication session error. Please sign in again."),
  signedOut: msg("You must be logged in to save settings"),
  unexpected: msg("Failed to update bio page appearance. Please try again."),
  backgrounds: msg("Failed to load background options"),
  notSaved: (reason: string) => t("Failed to save settings: {reason}", { reason }),
} as const;
