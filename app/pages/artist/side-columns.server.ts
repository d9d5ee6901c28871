import type { Appearance } from "~/artist-theme/appearance";
import { appearanceColumn } from "~/artist-theme/appearance.server";
import { hasMusicPart } from "~/features/music/public.server";
import type { Picture } from "~/shared/picture";
import { type Introduction, introduction } from "./page-answer.server";

/** What every page beside the artist's own shows of the artist. */
export interface SideArtist extends Introduction {
  userId: string;
  customUrl: string | null;
  avatar: Picture | null;
  /** Is there anything that may have been on when the page was loaded? */
  hasMusic: boolean;
  appearance: Appearance;
}

/** The profile's columns of it; its appearance goes through `appearanceOf`. */
export const sideColumns = {
  userId: "user_id",
  ...introduction,
  customUrl: "custom_url",
  avatar: { picture: "avatar_url" },
  hasMusic: hasMusicPart,
  appearance: appearanceColumn,
} as const;
