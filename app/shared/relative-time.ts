const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

/** 'Just now', '5m ago', '3h ago', '2d ago', and after a week the date. [1 §9] */
export function relativeTime(then: Date, now: Date, locale = "en"): string {
  const age = now.getTime() - then.getTime();
  if (age < minute) return "Just now";
  if (age < hour) return `${Math.floor(age / minute)}m ago`;
  if (age < day) return `${Math.floor(age / hour)}h ago`;
  if (age < week) return `${Math.floor(age / day)}d ago`;
  return dateFormat(locale).format(then);
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Kept: to make one takes longer than to show a whole comment. */
function dateFormat(locale: string): Intl.DateTimeFormat {
  const known = dateFormats.get(locale);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
  dateFormats.set(locale, format);
  return format;
}

/** When {@link relativeTime} says something else about the same moment; null when it never will. */
export function relativeTimeChangesAt(then: Date, now: Date): Date | null {
  const age = Math.max(0, now.getTime() - then.getTime());
  if (age >= week) return null;
  const step = age < hour ? minute : age < day ? hour : day;
  return new Date(then.getTime() + (Math.floor(age / step) + 1) * step);
}
