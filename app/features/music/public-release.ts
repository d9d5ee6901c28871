import { dayFormat } from "~/shared/day-format";
import type { Picture } from "~/shared/picture";
import { t } from "~/shared/t";
import { type ReleaseKind, releaseKinds } from "./releases.ts";

/** A release as other pages show it: a cover that leads to its own page. */
export interface ReleaseCard {
  id: string;
  slug: string;
  title: string;
  kind: ReleaseKind;
  cover: Picture | null;
  /** The day it came or comes out, YYYY-MM-DD; null while a draft has none. */
  day: string | null;
  isOut: boolean;
}

/** Of a track that may not be heard yet there is no more than this. */
export interface ReleaseEntry {
  id: string;
  title: string;
  durationSeconds: number | null;
}

/** What it is, and of which year: `Album, 2026`. */
export function kindAndYear({ kind, day }: Pick<ReleaseCard, "kind" | "day">): string {
  const name = t(releaseKinds[kind]);
  return day ? t("{kind}, {year}", { kind: name, year: String(Number(day.slice(0, 4))) }) : name;
}

/** The day in words: `Friday, December 4, 2026`. @param day YYYY-MM-DD */
export function dayInWords(day: string): string {
  return dayFormat("full").format(new Date(`${day}T00:00:00Z`));
}

/** How many tracks, and how long they last where every length is known: `12 tracks, 41 min`. */
export function extentOf(entries: readonly Pick<ReleaseEntry, "durationSeconds">[]): string {
  const tracks = t("{count, plural, one {# track} other {# tracks}}", { count: entries.length });
  const seconds = entries.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? Number.NaN), 0);
  if (!(seconds > 0)) return tracks;
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  return hours > 0
    ? t("{tracks}, {hours} h {minutes} min", { tracks, hours, minutes: minutes % 60 })
    : t("{tracks}, {minutes} min", { tracks, minutes });
}

/** The place whose clocks a time zone names: `America/New_York` is `New York`. */
export function placeOf(timeZone: string): string {
  return timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
}
