import { fragment } from "#server/db/fragments.ts";
import type { CoverSize } from "~/shared/cover-sizes";
import { parseVideoAddress } from "~/shared/video-address";
import type { Appearance } from "./appearance.ts";

/** The appearance of `profile`, as `appearanceOf` takes it. */
export const appearanceColumn = fragment<AppearanceRow>(`json_build_object(
        'layout', profile.layout, 'colorTheme', profile.color_theme, 'fontFamily', profile.font_family,
        'nameFont', profile.name_font,
        'primary', profile.custom_primary_color, 'secondary', profile.custom_secondary_color,
        'accent', profile.custom_accent_color, 'textColorMode', profile.text_color_mode,
        'youtubeUrl', case when profile.youtube_background_enabled then profile.youtube_background_url end,
        'background', (
          select json_build_object('kind', type, 'url', url, 'thumbnailUrl', thumbnail_url)
          from background_options where id = profile.background_id),
        'backgroundOpacity', profile.background_opacity,
        'profileBackgroundColor', profile.profile_background_color,
        'profileBackgroundOpacity', profile.profile_background_opacity,
        'coverSize', profile.cover_image_size)`);

/** The appearance as `appearanceColumn` brings it. */
export interface AppearanceRow {
  layout: Appearance["layout"];
  colorTheme: Appearance["colorTheme"];
  fontFamily: Appearance["fontFamily"];
  nameFont: Appearance["nameFont"];
  primary: string;
  secondary: string;
  accent: string;
  textColorMode: Appearance["textColorMode"];
  /** Null unless switched on. */
  youtubeUrl: string | null;
  background: { kind: "image" | "video"; url: string; thumbnailUrl: string | null } | null;
  backgroundOpacity: number;
  profileBackgroundColor: string;
  profileBackgroundOpacity: number;
  coverSize: CoverSize;
}

export function appearanceOf(row: AppearanceRow): Appearance {
  const { primary, secondary, accent, youtubeUrl, background, ...rest } = row;
  const video = youtubeUrl ? parseVideoAddress(youtubeUrl) : null;
  return {
    ...rest,
    customColors: { primary, secondary, accent },
    background:
      video?.provider === "youtube"
        ? { kind: "youtube", videoId: video.id }
        : (background ?? { kind: "none" }),
  };
}
