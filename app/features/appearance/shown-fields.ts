import { colorThemes, fontFamilies, layouts, nameFonts, textColorModes } from "~/artist-theme/appearance";
import { coverSizeLabels } from "~/shared/cover-sizes";
import { firstActions } from "~/shared/first-actions";
import { said } from "~/shared/said";
import { t } from "~/shared/t";
import { inWords, onOrOff, type ShownFields } from "~/ui/saved-meanwhile";
import { shownTranslations } from "~/ui/translation-fields";
import type { BackgroundOption } from "./queries.server.ts";
import { sections } from "./schema.ts";

/** The fields' labels. @param options the backgrounds by name */
export function shownFields(options: readonly BackgroundOption[]): ShownFields {
  const backgrounds = Object.fromEntries(options.map(({ id, name }) => [id, name]));
  const switches = Object.entries(sections).map(([column, label]) => [
    column,
    { label: t(label), show: onOrOff },
  ]);
  return {
    background: {
      label: t("Background"),
      show: inWords({ none: t("None|backgrounds"), youtube: t("YouTube video"), ...backgrounds }),
    },
    youtube_background_url: { label: t("YouTube URL") },
    background_opacity: { label: t("Background opacity") },
    text_color_mode: { label: t("Text colour"), show: inWords(said(textColorModes)) },
    profile_background_color: { label: t("Panel colour") },
    profile_background_opacity: { label: t("Panel opacity") },
    layout: { label: t("Layout"), show: inWords(said(layouts)) },
    color_theme: { label: t("Colour theme"), show: inWords(said(colorThemes)) },
    custom_primary_color: { label: t("Primary colour") },
    custom_secondary_color: { label: t("Secondary colour") },
    custom_accent_color: { label: t("Accent colour") },
    font_family: { label: t("Font"), show: inWords(fontFamilies) },
    name_font: { label: t("Typeface of your name"), show: inWords({ page: t("As the page"), ...nameFonts }) },
    first_action: { label: t("First for your fans"), show: inWords(said(firstActions)) },
    first_action_label: { label: t("Text of the first link") },
    ...shownTranslations({ first_action_label: t("Text of the first link") }),
    first_action_url: { label: t("Address of the first link") },
    cover_image_size: { label: t("Cover size"), show: inWords(said(coverSizeLabels)) },
    ...Object.fromEntries(switches),
  };
}
