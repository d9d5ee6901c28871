import { instantOf, isoInZone } from "~/shared/zoned-time";

/** When an event is, as its place's clocks and calendars show it. */
export interface Span {
  /** YYYY-MM-DD */
  date: string;
  /** HH:MM:SS; null when it isn't known, or all day. */
  time: string | null;
  /** The last day of an event of several. */
  endDate: string | null;
  /** HH:MM:SS; at or before `time`, and without an `endDate`, it is after midnight. */
  endTime: string | null;
  /** An IANA name; null when the place is not known. */
  timeZone: string | null;
}

/** The day after. */
export function dayAfter(date: string, count = 1): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** The date on the calendar when it ends; undefined when that isn't known. */
export function endDateOf({ date, time, endDate, endTime }: Span): string | undefined {
  if (endDate) return endDate;
  if (!endTime || !time) return undefined;
  return endTime <= time ? dayAfter(date) : date;
}

/** The days on which it stands in a calendar; a night that goes on after midnight belongs to its evening. */
function daysOf({ date, endDate }: Pick<Span, "date" | "endDate">): string[] {
  const days = [date];
  for (let day = date; endDate && day < endDate; ) {
    day = dayAfter(day);
    days.push(day);
  }
  return days;
}

/** schema.org's `startDate` and `endDate`: with an offset where the zone is known. */
export function isoSpan(span: Span): { start: string; end: string | undefined } {
  const iso = (date: string, time: string | null) => {
    if (!time) return date;
    return span.timeZone ? isoInZone(date, time, span.timeZone) : `${date}T${time}`;
  };
  const lastDate = endDateOf(span);
  const end = lastDate && iso(lastDate, span.endTime);
  return { start: iso(span.date, span.time), end };
}

/** Both ends in milliseconds since 1970, in the zone. The second is undefined when there is none, or it isn't later. */
export function instantsOf(span: Span & { time: string; timeZone: string }): {
  start: number;
  end: number | undefined;
} {
  const start = instantOf(span.date, span.time, span.timeZone);
  const lastDate = endDateOf(span);
  if (!lastDate) return { start, end: undefined };
  const end = span.endTime
    ? instantOf(lastDate, span.endTime, span.timeZone)
    : instantOf(dayAfter(lastDate), "00:00", span.timeZone);
  // On the night when clocks go forward it can end before it begins.
  return { start, end: end > start ? end : undefined };
}

/** The events of each day. */
export function eventsByDay<Event extends Pick<Span, "date" | "endDate">>(
  events: Event[],
): Map<string, Event[]> {
  const days = events.flatMap((event) => daysOf(event).map((day) => ({ day, event })));
  const byDay = Map.groupBy(days, ({ day }) => day);
  return new Map([...byDay].map(([day, entries]) => [day, entries.map(({ event }) => event)]));
}
