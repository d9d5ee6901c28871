import {
  type FormatName,
  formatNames,
  type Habits,
  habits,
  isFormatName,
  standardFormat,
} from "./formats.ts";

/**
 * The format nearest to how dates, times and numbers are written where a reader's language is spoken.
 * @param languages an `Accept-Language` header, of which the first language counts
 */
export function formatOfReader(languages: string | null): FormatName {
  const theirs = habitsOf(languages?.split(/[,;]/, 1)[0]?.trim() ?? "");
  if (!theirs) return standardFormat.format;
  const likeness = ({ order, hours, marks, isIndian }: Habits) =>
    4 * Number(hours === theirs.hours) +
    3 * Number(order === theirs.order) +
    2 * Number(marks[1] === theirs.marks[1]) +
    Number(marks[0].replace(/\s/, " ") === theirs.marks[0]) +
    Number(isIndian === theirs.isIndian);
  return Object.keys(formatNames)
    .filter(isFormatName)
    .reduce((nearest, name) => (likeness(habits[name]) > likeness(habits[nearest]) ? name : nearest));
}

/** Undefined for what is no language. */
function habitsOf(language: string): Habits | undefined {
  try {
    const sample = new Intl.NumberFormat(language, { numberingSystem: "latn" }).formatToParts(1_234_567.5);
    const mark = (wanted: string) => sample.find(({ type }) => type === wanted)?.value ?? "";
    const first = new Intl.DateTimeFormat(language, { calendar: "gregory" })
      .formatToParts(0)
      .find(({ type }) => type === "day" || type === "month" || type === "year")?.type;
    const clock = new Intl.DateTimeFormat(language, { hour: "numeric" }).resolvedOptions();
    return {
      order: first === "month" ? "month first" : first === "year" ? "year first" : "day first",
      hours: clock.hour12 ? 12 : 24,
      marks: [mark("group").replace("'", "’").replace(/\s/, " "), mark("decimal")],
      ...(sample[0]?.value === "12" && { isIndian: true }),
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
