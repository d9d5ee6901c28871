import type { Picture } from "~/shared/picture";
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
  return day ? `${releaseKinds[kind]}, ${Number(day.slice(0, 4))}` : releaseKinds[kind];
}

const dayFormat = new Intl.DateTimeFormat("en", { dateStyle: "full", timeZone: "UTC" });

/** The day in words: `Friday, December 4, 2026`. @param day YYYY-MM-DD */
export function dayInWords(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}

/** How many tracks, and how long they last where every length is known: `12 tracks, 41 min`. */
export function extentOf(entries: readonly Pick<ReleaseEntry, "durationSeconds">[]): string {
  const count = entries.length === 1 ? "1 track" : `${entries.length} tracks`;
  const seconds = entries.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? Number.NaN), 0);
  if (!(seconds > 0)) return count;
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  return `${count}, ${hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`}`;
}

/** The place whose clocks a time zone names: `America/New_York` is `New York`. */
export function placeOf(timeZone: string): string {
  return timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
}
