import { type Formats, formatsFor, standardFormat } from "~/shared/formats";
import { zoneNameAt } from "~/shared/zoned-time";
import type { Span } from "./span.ts";

/** In the order of a week here. */
export const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A month as weeks from Monday to Sunday: days as YYYY-MM-DD, null before its first and after its last. */
export function weeksOf(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const lead = (first.getUTCDay() + 6) % 7;
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const cells = Array.from({ length: Math.ceil((lead + days) / 7) * 7 }, (_, cell) => {
    const day = cell - lead + 1;
    return day >= 1 && day <= days ? `${month}-${String(day).padStart(2, "0")}` : null;
  });
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The month so many after `month`, as YYYY-MM. */
export function monthAfter(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}

/** Is it YYYY-MM, within what the calendar reaches? */
export function isMonth(text: string): boolean {
  return /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text);
}

/** A day, or a month, in words: `formatDay("2026-11-20", { dateStyle: "full" })`. No time zone comes into it. */
export function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return formatterFor(options).format(new Date(`${day.length === 7 ? `${day}-01` : day}T00:00:00Z`));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one costs more than formatting a hundred days. */
function formatterFor(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formatters.get(key) ?? new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" });
  formatters.set(key, known);
  return known;
}

/**
 * When an event is, in words beside its date: `Fri, 8:30 PM – 11:00 PM`, `Fri – Sun, Nov 22`. The zone is named where
 * no place tells which clocks are meant.
 * @param formats the account's in its own tools; the standard to the public
 */
export function whenInWords(
  span: Span,
  { withZone, formats = formatsFor(standardFormat) }: { withZone: boolean; formats?: Formats },
): string {
  const { date, time, endDate, endTime, timeZone } = span;
  const from = [formatDay(date, { weekday: "short" }), time && formats.time(time)];
  const until = [
    endDate && `${formatDay(endDate, { weekday: "short" })}, ${formats.day(endDate, "short")}`,
    endTime && formats.time(endTime),
  ];
  const words = [from, until].map((parts) => parts.filter(Boolean).join(", ")).filter(Boolean);
  const zone = withZone && time && timeZone ? ` ${zoneNameAt(date, time, timeZone)}` : "";
  return `${words.join(" – ")}${zone}`;
}
