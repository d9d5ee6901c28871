import type { Formats } from "~/shared/formats";
import { language, t } from "~/shared/t";
// Days as YYYY-MM-DD, which compare as texts; a day has no time zone.

/** A step of the chart: one day or several. */
export interface Bucket {
  from: string;
  to: string;
}

/** The day so many days before another; after it, where the number is negative. */
export function dayBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/** From so many days on, a step is a week; from so many on, a month. */
const weeksFrom = 100;
const monthsFrom = 371;

/** The steps from a day to another, both included. */
export function bucketsOf(from: string, to: string): Bucket[] {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const buckets: Bucket[] = [];
  for (let start = from; start <= to; ) {
    const end = days >= monthsFrom ? monthEnd(start) : days >= weeksFrom ? dayBefore(start, -6) : start;
    buckets.push({ from: start, to: end < to ? end : to });
    start = dayBefore(end, -1);
  }
  return buckets;
}

function monthEnd(day: string): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** A step in words, as the account writes days. */
export function bucketName({ from, to }: Bucket, { day }: Formats, { isShort = false } = {}): string {
  const style = isShort ? "short" : "medium";
  if (from !== to) return t("{from} to {to}|days", { from: day(from, style), to: day(to, style) });
  return isShort
    ? day(from, style)
    : t("{weekday} {day}", { weekday: weekdayOf(from), day: day(from, style) });
}

const weekdayOf = (day: string) =>
  new Intl.DateTimeFormat(language(), { weekday: "short", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
