import { language } from "./t.ts";

/** To make one is expensive. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Says days in the reader's language: in UTC, so that a day of the calendar stays that day. */
export function dayFormat(dateStyle: "full" | "long"): Intl.DateTimeFormat {
  const key = `${language()} ${dateStyle}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language(), { dateStyle, timeZone: "UTC" });
  formats.set(key, format);
  return format;
}
