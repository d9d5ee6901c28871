import type { Formats } from "~/shared/formats";
import { sourceLanguage } from "~/shared/languages";
import { language, t } from "~/shared/t";
import { zoneNameAt } from "~/shared/zoned-time";
import type { Span } from "./span.ts";

/** From Monday to Sunday, in the reader's language. */
export function weekdays(): { name: string; short: string }[] {
  return ["01", "02", "03", "04", "05", "06", "07"].map((day) => {
    // The first day of this month was a Monday.
    const name = formatDay(`2024-01-${day}`, { weekday: "long" });
    const isEnglish = language() === sourceLanguage;
    const short = isEnglish ? name.slice(0, 2) : formatDay(`2024-01-${day}`, { weekday: "narrow" });
    return { name, short };
  });
}

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

/** A day, or a month, in the reader's words: `formatDay("2026-11-20", { dateStyle: "full" })`. No time zone comes into it. */
export function formatDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return formatterFor(options).format(new Date(`${day.length === 7 ? `${day}-01` : day}T00:00:00Z`));
}

/** How days and times of events are written to the public. */
const inReadersLanguage: Pick<Formats, "day" | "time"> = {
  day: (day) => formatDay(day, { month: "short", day: "numeric" }),
  time: (time) =>
    formatterFor({ timeStyle: "short" })
      .format(new Date(`1970-01-01T${time}Z`))
      // A narrow space, in newer data, before PM.
      .replace("\u202f", " "),
};

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one costs more than formatting a hundred days. */
function formatterFor(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language()} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(language(), { ...options, timeZone: "UTC" });
  formatters.set(key, known);
  return known;
}

/**
 * When an event is, in words beside its date: `Fri, 8:30 PM – 11:00 PM`, `Fri – Sun, Nov 22`. The zone is named where
 * no place tells which clocks are meant.
 * @param formats the account's in its own tools; to the public, how its language writes them
 */
export function whenInWords(
  span: Span,
  { withZone, formats = inReadersLanguage }: { withZone: boolean; formats?: Pick<Formats, "day" | "time"> },
): string {
  const { date, time, endDate, endTime, timeZone } = span;
  const from = together(formatDay(date, { weekday: "short" }), time && formats.time(time));
  const until = together(
    endDate && together(formatDay(endDate, { weekday: "short" }), formats.day(endDate, "short")),
    endTime && formats.time(endTime),
  );
  const zone = withZone && time && timeZone ? ` ${zoneNameAt(date, time, timeZone)}` : "";
  return `${from}${until && ` – ${until}`}${zone}`;
}

/** Weekday and day, or day and time. */
function together(first: string | null, second: string | null): string {
  return first && second
    ? t("{first}, {second}|weekday and day, or day and time", { first, second })
    : first || second || "";
}
