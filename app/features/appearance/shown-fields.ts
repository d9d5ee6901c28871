import { colorThemes, fontFamilies, layouts, nameFonts, textColorModes } from "~/artist-theme/appearance";
import { coverSizeLabels } from "~/shared/cover-sizes";
import { firstActions } from "~/shared/first-actions";
import { inWords, onOrOff, type ShownFields } from "~/ui/saved-meanwhile";
import type { BackgroundOption } from "./queries.server.ts";
import { sections } from "./schema.ts";

/** The fields' labels. @param options the backgrounds by name */
export function shownFields(options: readonly BackgroundOption[]): ShownFields {
  const backgrounds = Object.fromEntries(options.map(({ id, name }) => [id, name]));
  const switches = Object.entries(sections).map(([column, label]) => [column, { label, show: onOrOff }]);
  return {
    background: {
      label: "Background",
      show: inWords({ none: "None", youtube: "YouTube video", ...backgrounds }),
    },
    youtube_background_url: { label: "YouTube URL" },
    background_opacity: { label: "Background opacity" },
    text_color_mode: { label: "Text colour", show: inWords(textColorModes) },
    profile_background_color: { label: "Panel colour" },
    profile_background_opacity: { label: "Panel opacity" },
    layout: { label: "Layout", show: inWords(layouts) },
    color_theme: { label: "Colour theme", show: inWords(colorThemes) },
    custom_primary_color: { label: "Primary colour" },
    custom_secondary_color: { label: "Secondary colour" },
    custom_accent_color: { label: "Accent colour" },
    font_family: { label: "Font", show: inWords(fontFamilies) },
    name_font: { label: "Typeface of your name", show: inWords({ page: "As the page", ...nameFonts }) },
    first_action: { label: "First for your fans", show: inWords(firstActions) },
    first_action_label: { label: "Text of the first link" },
    first_action_url: { label: "Address of the first link" },
    cover_image_size: { label: "Cover size", show: inWords(coverSizeLabels) },
    ...Object.fromEntries(switches),
  };
}
