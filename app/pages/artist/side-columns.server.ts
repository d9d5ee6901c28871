import { fragment } from "#server/db/fragments.ts";
import type { Appearance } from "~/artist-theme/appearance";
import { appearanceColumn } from "~/artist-theme/appearance.server";
import { nextShowsPart } from "~/features/events/public.server";
import type { PublicEvent } from "~/features/events/public-event";
import type { PublicTrack } from "~/features/music/public";
import { newestTrackPart } from "~/features/music/public.server";
import type { Picture } from "~/shared/picture";
import type { ArtistPage } from "./artist.server";
import { type Introduction, introduction } from "./page-answer.server";

/** What every page beside the artist's own shows of the artist. */
export interface SideArtist extends Introduction {
  userId: string;
  customUrl: string | null;
  performsAs: ArtistPage["performsAs"];
  avatar: Picture | null;
  /** Null where there is nothing to hear. */
  newest: PublicTrack | null;
  playsOn: boolean;
  /** May other sites show the artist's music and dates? */
  embedsOn: boolean;
  /** The next ones; null where the artist shows none. */
  dates: PublicEvent[] | null;
  appearance: Appearance;
  readAt: Date;
}

/** The next dates, as many as stand beside another page's text. */
export const datesPart = nextShowsPart(4);

/** The profile's columns of it; its appearance goes through `appearanceOf`. */
export const sideColumns = {
  userId: "user_id",
  ...introduction,
  customUrl: "custom_url",
  performsAs: "performs_as",
  avatar: { picture: "avatar_url" },
  newest: newestTrackPart,
  playsOn: fragment<boolean>("profile.plays_on"),
  embedsOn: "embeds_on",
  dates: datesPart,
  appearance: appearanceColumn,
  readAt: fragment<Date>("now()"),
} as const;
