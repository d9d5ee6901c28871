import { sourceLanguage } from "./languages.ts";
import { language, t } from "./t.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

/**
 * 'Just now', '5m ago', '3h ago', '2d ago', and after a week the date. [1 §9]
 * @param locale the reader's, a kind of the language that {@link t} speaks
 */
export function relativeTime(then: Date, now: Date, locale: string = language()): string {
  const age = now.getTime() - then.getTime();
  if (age < minute) return t("Just now");
  if (age < hour) return ago(Math.floor(age / minute), "minute");
  if (age < day) return ago(Math.floor(age / hour), "hour");
  if (age < week) return ago(Math.floor(age / day), "day");
  return formatsOf(locale).date.format(then);
}

function ago(count: number, unit: "minute" | "hour" | "day"): string {
  if (language() === sourceLanguage) return `${count}${unit[0]} ago`;
  return formatsOf(language()).age.format(-count, unit);
}

const formats = new Map<string, { age: Intl.RelativeTimeFormat; date: Intl.DateTimeFormat }>();

/** Kept: to make one takes longer than to show a whole comment. */
function formatsOf(locale: string) {
  let known = formats.get(locale);
  if (!known) {
    known = {
      age: new Intl.RelativeTimeFormat(locale, { style: "short" }),
      date: new Intl.DateTimeFormat(locale, { dateStyle: "medium" }),
    };
    formats.set(locale, known);
  }
  return known;
}

/** When {@link relativeTime} says something else about the same moment; null when it never will. */
export function relativeTimeChangesAt(then: Date, now: Date): Date | null {
  const age = Math.max(0, now.getTime() - then.getTime());
  if (age >= week) return null;
  const step = age < hour ? minute : age < day ? hour : day;
  return new Date(then.getTime() + (Math.floor(age / step) + 1) * step);
}
