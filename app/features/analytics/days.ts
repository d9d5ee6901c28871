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

/** A step in words: the same ones in every browser, whatever stands between the parts of a date there. */
export function bucketName({ from, to }: Bucket, { isShort = false } = {}): string {
  const fields: Intl.DateTimeFormatOptions = isShort
    ? { day: "numeric", month: "short" }
    : { ...(from === to && { weekday: "short" }), day: "numeric", month: "short", year: "numeric" };
  const [first, last] = [inWords(from, fields), inWords(to, fields)];
  return from === to ? first : `${first} to ${last}`;
}

function inWords(day: string, fields: Intl.DateTimeFormatOptions): string {
  const parts = new Intl.DateTimeFormat("en-GB", { ...fields, timeZone: "UTC" })
    .formatToParts(new Date(`${day}T00:00:00Z`))
    .filter(({ type }) => type !== "literal");
  return parts.map(({ value }) => value).join(" ");
}
