import type { Appearance } from "~/features/appearance/schema";
import type { CoverSize } from "~/shared/cover-sizes";
import { parseVideoAddress } from "~/shared/video-address";

/** The appearance as the page's statement returns it. */
export interface AppearanceRow {
  colorTheme: Appearance["colorTheme"];
  fontFamily: Appearance["fontFamily"];
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
