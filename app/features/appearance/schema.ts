export const coverSizes = ["compact", "medium", "large", "extra-large", "banner"] as const;
export type CoverSize = (typeof coverSizes)[number];

export interface Appearance {
  colorTheme: string;
  fontFamily: string;
  customColors: { primary: string; secondary: string; accent: string };
  textColorMode: "auto" | "light" | "dark";
  background:
    | { kind: "none" }
    | { kind: "image" | "video"; url: string; thumbnailUrl: string | null }
    | { kind: "youtube"; videoId: string };
  backgroundOpacity: number;
  profileBackgroundColor: string;
  profileBackgroundOpacity: number;
  coverSize: CoverSize;
}

export const defaultAppearance: Appearance = {
  colorTheme: "default",
  fontFamily: "inter",
  customColors: { primary: "#8B5CF6", secondary: "#EC4899", accent: "#06B6D4" },
  textColorMode: "auto",
  background: { kind: "none" },
  backgroundOpacity: 0.7,
  profileBackgroundColor: "#000000",
  profileBackgroundOpacity: 0.3,
  coverSize: "large",
};
