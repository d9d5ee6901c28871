import { t } from "~/shared/t";

/** How a column writes days with the year at their end. */
export type DayOrder = "day first" | "month first" | "unknown";

const numbers = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * The order of a whole column: one day that can be read in one way only decides it for the others.
 * @param chosen 0 for the day first, 1 for the month first, else as the column shows it
 */
export function dayOrderOf(texts: readonly string[], chosen: number): DayOrder {
  if (chosen >= 0) return chosen === 0 ? "day first" : "month first";
  for (const text of texts) {
    const [, one, other] = numbers.exec(splitOff(text).day) ?? [];
    if (/^\d{1,2}\.\d/.test(text.trim()) || Number(one) > 12) return "day first";
    if (Number(other) > 12) return "month first";
  }
  return "unknown";
}

/** A day as forms hold it, YYYY-MM-DD, and the time behind it; or why it can't be told. Both undefined where nothing is written. */
export function readDay(
  text: string,
  order: DayOrder,
): { day?: string; time?: string | undefined; problem?: string } {
  const { day, time } = splitOff(text);
  if (day === "") return {};
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(day);
  if (iso) return dayOf(text, time, iso[1], iso[2], iso[3]);
  const [, one, other, year] = numbers.exec(day) ?? [];
  if (year) {
    if (order === "day first") return dayOf(text, time, year, other, one);
    if (order === "month first") return dayOf(text, time, year, one, other);
    return {
      problem: t("“{text}” may begin with the day or with the month. Choose which, under Columns.", { text }),
    };
  }
  const words = day.toLowerCase().replace(/^[a-z]+day,? |^(mon|tue|wed|thu|fri|sat|sun),? /, "");
  const [, dayFirst, nameLast, yearLast] =
    /^(\d{1,2})(?:st|nd|rd|th)?\.? ([a-z]+)\.?,? (\d{4})$/.exec(words) ?? [];
  if (nameLast) return dayOf(text, time, yearLast, monthOf(nameLast), dayFirst);
  const [, nameFirst, dayLast, lastYear] =
    /^([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(words) ?? [];
  if (nameFirst) return dayOf(text, time, lastYear, monthOf(nameFirst), dayLast);
  return { problem: noDay(text) };
}

const noDay = (text: string) =>
  t("“{text}” is no date that is known here. Write it as 2027-06-05.", { text: text.slice(0, 60) });

function splitOff(text: string): { day: string; time: string | undefined } {
  const [, day = text, clock] = /^(.+?)(?:T|\s+)(\d{1,2}:\d{2}.*)$/.exec(text.trim()) ?? [];
  return {
    day: day.trim(),
    time: clock && readTime(clock.replace(/(:\d\d)(\.\d+)?(Z|[+-]\d\d:?\d\d)$/, "$1")),
  };
}

const monthOf = (name: string) => String(months.indexOf(name.slice(0, 3)) + 1);

function dayOf(
  text: string,
  time: string | undefined,
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
) {
  const iso = `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
  const at = new Date(`${iso}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso);
  return isDay ? { day: iso, time } : { problem: noDay(text) };
}

/** A time as forms hold it, HH:MM; undefined for what is none. */
export function readTime(text: string): string | undefined {
  const [, hour, minute = "00", half] =
    /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*(?:uhr|h)?\s*([ap])?\.?(?:m\.?)?$/i.exec(text.trim()) ?? [];
  if (!hour) return undefined;
  const isAfternoon = half?.toLowerCase() === "p";
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59 || (half && Number(hour) > 12)) return undefined;
  return `${String(hours).padStart(2, "0")}:${minute}`;
}
