import type { Appearance, NameFont } from "~/artist-theme/appearance";
import { type FirstAction, translatedColumns } from "~/shared/first-actions";
import { versionOf } from "~/shared/form-version";
import { type FormValues, withinOthers } from "~/shared/forms";
import { type Translations, translationName, translationsOf } from "~/shared/row-translations";
import type { BackgroundOption, ownAppearance } from "./queries.server.ts";
import { draftSchema, type SectionColumn, type Settings, sections, youtubeIdOf } from "./schema.ts";

/** The form's fields, as they are typed; `settingsOf` gives the values they stand for. */
export interface Choices {
  /** 'none', 'youtube', or the id of an option. */
  background: string;
  youtube_background_url: string;
  background_opacity: number;
  text_color_mode: Appearance["textColorMode"];
  profile_background_color: string;
  profile_background_opacity: number;
  /** The sections that are on. */
  shown: ReadonlySet<SectionColumn>;
  layout: Appearance["layout"];
  color_theme: Appearance["colorTheme"];
  custom_primary_color: string;
  custom_secondary_color: string;
  custom_accent_color: string;
  font_family: Appearance["fontFamily"];
  /** 'page' for the page's own font. */
  name_font: NameFont | "page";
  first_action: FirstAction;
  first_action_label: string;
  first_action_url: string;
  /** Of the first action's text. */
  translations: Translations;
  cover_image_size: Appearance["coverSize"];
}

type Columns = NonNullable<Awaited<ReturnType<typeof ownAppearance>>>;
/** A form may say nothing of translations. */
type Stored = Omit<Columns, "artist_name" | "custom_url" | "translations"> & {
  translations?: Translations | undefined;
};

export const sectionColumns = Object.keys(sections) as SectionColumn[];

/** The stored values, as the form holds them. */
export function choicesOf(stored: Stored): Choices {
  const {
    background_id,
    youtube_background_enabled,
    youtube_background_url,
    background_opacity,
    text_color_mode,
    profile_background_color,
    profile_background_opacity,
    color_theme,
    custom_primary_color,
    custom_secondary_color,
    custom_accent_color,
    font_family,
    name_font,
    first_action,
    first_action_label,
    first_action_url,
    translations,
    layout,
    cover_image_size,
  } = stored;
  return {
    background: youtube_background_enabled ? "youtube" : (background_id ?? "none"),
    youtube_background_url: youtube_background_url ?? "",
    background_opacity,
    text_color_mode,
    profile_background_color,
    profile_background_opacity,
    shown: new Set(sectionColumns.filter((column) => stored[column])),
    color_theme,
    custom_primary_color,
    custom_secondary_color,
    custom_accent_color,
    font_family,
    name_font: name_font ?? "page",
    first_action,
    first_action_label: first_action_label ?? "",
    first_action_url: first_action_url ?? "",
    translations: translationsOf(translations, translatedColumns),
    layout,
    cover_image_size,
  };
}

/** The form's fields as they are sent, and as the preview's address has them. */
export function fieldsOf({ shown, translations, ...choices }: Choices): Record<string, string> {
  const fields = Object.entries(choices).map(([name, value]) => [name, String(value)]);
  const translated = Object.entries(translations).flatMap(([tag, texts]) =>
    Object.entries(texts).map(([column, text]) => [translationName(tag, column), text]),
  );
  return Object.fromEntries([...fields, ...translated, ...[...shown].map((column) => [column, "on"])]);
}

/** The values of the choices, field by field, for comparison with others. */
export function valuesOf(choices: Choices): FormValues {
  const settled = choicesOf(settingsOf(choices));
  const off = sectionColumns.map((column) => [column, ""]);
  return { ...Object.fromEntries(off), ...fieldsOf(settled) };
}

/** The settings that the choices stand for. */
function settingsOf(choices: Choices): Settings {
  return draftSchema.parse(withinOthers(Object.entries(fieldsOf(choices))));
}

/** Whether saving either would store the same. A video whose address is still missing can't be saved at all. */
export function sameChoices(one: Choices, other: Choices): boolean {
  const isVideo = (choices: Choices) => choices.background === "youtube";
  return isVideo(one) === isVideo(other) && versionOf(valuesOf(one)) === versionOf(valuesOf(other));
}

/** The choices as the page is drawn with them. */
export function appearanceOfChoices(choices: Choices, options: readonly BackgroundOption[]): Appearance {
  const settings = settingsOf(choices);
  return {
    layout: settings.layout,
    colorTheme: settings.color_theme,
    fontFamily: settings.font_family,
    nameFont: settings.name_font,
    customColors: {
      primary: settings.custom_primary_color,
      secondary: settings.custom_secondary_color,
      accent: settings.custom_accent_color,
    },
    textColorMode: settings.text_color_mode,
    background: backgroundOf(settings, options),
    backgroundOpacity: settings.background_opacity,
    profileBackgroundColor: settings.profile_background_color,
    profileBackgroundOpacity: settings.profile_background_opacity,
    coverSize: settings.cover_image_size,
  };
}

function backgroundOf(settings: Settings, options: readonly BackgroundOption[]): Appearance["background"] {
  const videoId = settings.youtube_background_enabled && youtubeIdOf(settings.youtube_background_url ?? "");
  if (videoId) return { kind: "youtube", videoId };
  const option = options.find(({ id }) => id === settings.background_id);
  return option
    ? { kind: option.type, url: option.url, thumbnailUrl: option.thumbnail_url }
    : { kind: "none" };
}
