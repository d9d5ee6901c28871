import { msg, t } from "./t.ts";
// How dates and numbers are written. All is put together here, of words that each language has like any other text: browsers
// and the server know different habits of a country, and a screen must come out of both alike.

export interface Habits {
  order: "day first" | "month first" | "year first";
  hours: 12 | 24;
  /** What stands between thousands, and before a fraction. */
  marks: readonly [thousands: string, fraction: string];
  /** Thousands, then lakhs. */
  isIndian?: true;
}

export const habits = {
  "en-US": { order: "month first", hours: 12, marks: [",", "."] },
  "en-GB": { order: "day first", hours: 24, marks: [",", "."] },
  "en-AU": { order: "day first", hours: 12, marks: [",", "."] },
  "en-IN": { order: "day first", hours: 12, marks: [",", "."], isIndian: true },
  "en-DE": { order: "day first", hours: 24, marks: [".", ","] },
  "en-FR": { order: "day first", hours: 24, marks: ["\u202f", ","] },
  "en-CH": { order: "day first", hours: 24, marks: ["’", "."] },
  "en-SE": { order: "year first", hours: 24, marks: ["\u00a0", ","] },
  iso: { order: "year first", hours: 24, marks: [",", "."] },
} as const satisfies Record<string, Habits>;

export type FormatName = keyof typeof habits;

/** As they can be chosen. */
export const formatNames: Readonly<Record<FormatName, string>> = {
  "en-US": msg("United States, Canada"),
  "en-GB": msg("United Kingdom, Ireland"),
  "en-AU": msg("Australia, New Zealand"),
  "en-IN": msg("India"),
  "en-DE": msg("Germany, Italy, the Netherlands, Spain"),
  "en-FR": msg("France, Poland, Czechia"),
  "en-CH": msg("Switzerland"),
  "en-SE": msg("Sweden"),
  iso: msg("International (ISO 8601)"),
};

/** What an account chooses. */
export interface FormatChoice {
  format: FormatName;
  /** An IANA name; null where none is known, which is UTC. */
  timeZone: string | null;
}

export const standardFormat: FormatChoice = { format: "en-US", timeZone: null };

/** `short` is without a year. */
type DayStyle = "short" | "medium" | "long";

/** The time zone in force, and what writes dates and numbers. */
export interface Formats {
  timeZone: string;
  /** `1,234.5`; whole unless fractions are asked for. */
  number(value: number, fractionDigits?: number): string;
  /** A share of 1 as `12%`. */
  percent(share: number): string;
  /** The day of a moment, in the account's time zone. */
  date(at: Date, style?: DayStyle): string;
  /** A moment with its time, in the account's time zone. */
  dateTime(at: Date, style?: DayStyle): string;
  /** A day on a wall, whatever the time zone. @param day YYYY-MM-DD */
  day(day: string, style?: DayStyle): string;
  /** A time on a wall. @param time HH:MM, with or without seconds */
  time(time: string): string;
}

const months = [
  msg("January"),
  msg("February"),
  msg("March"),
  msg("April"),
  msg("May"),
  msg("June"),
  msg("July"),
  msg("August"),
  msg("September"),
  msg("October"),
  msg("November"),
  msg("December"),
];

const shortMonths = [
  msg("Jan"),
  msg("Feb"),
  msg("Mar"),
  msg("Apr"),
  msg("May|short, as Jan"),
  msg("Jun"),
  msg("Jul"),
  msg("Aug"),
  msg("Sep"),
  msg("Oct"),
  msg("Nov"),
  msg("Dec"),
];

const made = new Map<string, Formats>();

/** Made once for each choice. */
export function formatsFor({ format, timeZone }: FormatChoice): Formats {
  const key = `${format} ${timeZone}`;
  const known = made.get(key);
  if (known) return known;
  const formats = make(format, knownZone(timeZone));
  made.set(key, formats);
  return formats;
}

function make(format: FormatName, timeZone: string): Formats {
  const { order, hours, marks, isIndian }: Habits = habits[format];
  const byFraction = new Map<number, Intl.NumberFormat>();
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  /** As it is read from a wall there. */
  const wallAt = (at: Date) => {
    const { year, month, day, hour, minute } = Object.fromEntries(
      clock.formatToParts(at).map(({ type, value }) => [type, value]),
    );
    return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
  };
  const number = (value: number, fractionDigits = 0) => {
    const known =
      byFraction.get(fractionDigits) ??
      new Intl.NumberFormat(isIndian ? "en-IN" : "en-US", { maximumFractionDigits: fractionDigits });
    byFraction.set(fractionDigits, known);
    return known.format(value).replace(/[,.]/g, (mark) => marks[mark === "," ? 0 : 1]);
  };
  const day = (text: string, style: DayStyle = "medium") => dayText(order, text, style);
  const time = (text: string) => timeText(hours, text);
  return {
    timeZone,
    number,
    day,
    time,
    percent: (share) => t("{number}%|a share", { number: number(share * 100) }),
    date: (at, style) => day(wallAt(at).day, style),
    dateTime(at, style) {
      const wall = wallAt(at);
      const values = { day: day(wall.day, style), time: time(wall.time) };
      return t(style === "long" ? "{day} at {time}" : "{day}, {time}", values);
    },
  };
}

function dayText(order: Habits["order"], text: string, style: DayStyle): string {
  const [year = "", number = "", day = ""] = text.split("-");
  if (order === "year first" && style !== "short") return text;
  const month = t((style === "long" ? months : shortMonths)[Number(number) - 1] ?? "");
  const values = { year, month, day: Number(day) };
  if (style === "short") return t(order === "month first" ? "{month} {day}" : "{day} {month}", values);
  return t(order === "month first" ? "{month} {day}, {year}" : "{day} {month} {year}", values);
}

function timeText(hours: Habits["hours"], text: string): string {
  const [hour = "", minute = ""] = text.split(":");
  if (hours === 24) return `${hour}:${minute}`;
  const time = `${Number(hour) % 12 || 12}:${minute}`;
  return t(Number(hour) < 12 ? "{time} AM" : "{time} PM", { time });
}

/** An older browser may not know a new zone. */
function knownZone(name: string | null): string {
  if (name === null) return "UTC";
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return name;
  } catch {
    return "UTC";
  }
}

/** Is it one of those that can be chosen? */
export function isFormatName(text: string): text is FormatName {
  return Object.hasOwn(habits, text);
}
