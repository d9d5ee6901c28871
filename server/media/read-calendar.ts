import ICAL from "ical.js";
import { msg } from "../../app/shared/t.ts";
import { AppError } from "../errors.ts";
import type { ImportedCalendar } from "./import-file.ts";
import { importLimits } from "./import-limits.ts";

/**
 * The events of an iCalendar file (RFC 5545). Of one that repeats, the first time alone.
 * @throws AppError `invalid` when it can't be read or holds too many
 */
export function readCalendar(text: string): ImportedCalendar {
  const calendar = calendarOf(text);
  const events = calendar.getAllSubcomponents("vevent");
  const { rows } = importLimits;
  if (events.length >= rows) {
    throw new AppError("invalid", msg("This calendar has more than 5000 events. Please split it."));
  }
  return {
    is: "calendar",
    zone: textAt(calendar, "x-wr-timezone"),
    // One that stands for a single time of a series is that series' change.
    events: events.filter((event) => !event.hasProperty("recurrence-id")).map(eventOf),
  };
}

function calendarOf(text: string): ICAL.Component {
  try {
    const parsed: unknown = ICAL.parse(text);
    // A file may hold several calendars; they are one after the other then.
    const isSeveral = Array.isArray(parsed) && Array.isArray(parsed[0]);
    return ICAL.Component.fromString(isSeveral ? firstOf(text) : text);
  } catch (cause) {
    throw new AppError("invalid", msg("This calendar can't be read: it breaks off, or is written wrongly."), {
      cause,
    });
  }
}

function firstOf(text: string): string {
  const end = /^END:VCALENDAR\s*$/im.exec(text);
  return end ? text.slice(0, end.index + end[0].length) : text;
}

function eventOf(event: ICAL.Component): ImportedCalendar["events"][number] {
  const start = timeAt(event, "dtstart");
  const end = timeAt(event, "dtend");
  const duration = event.getFirstPropertyValue("duration");
  const last = end ?? (start && duration instanceof ICAL.Duration ? after(start, duration) : undefined);
  // The end of whole days is the day after the last one.
  if (last?.isDate) last.adjust(-1, 0, 0, 0);
  return {
    summary: textAt(event, "summary"),
    description: textAt(event, "description"),
    location: textAt(event, "location"),
    url: textAt(event, "url"),
    startDay: dayOf(start),
    startTime: clockOf(start),
    endDay: dayOf(last),
    endTime: clockOf(last),
    zone: zoneOf(event),
    repeats: event.hasProperty("rrule") || event.hasProperty("rdate"),
    cancelled: textAt(event, "status").toUpperCase() === "CANCELLED",
  };
}

function after(start: ICAL.Time, duration: ICAL.Duration): ICAL.Time {
  const end = start.clone();
  end.addDuration(duration);
  return end;
}

function textAt(component: ICAL.Component, name: string): string {
  const value = component.getFirstPropertyValue(name);
  return value === null ? "" : String(value).slice(0, importLimits.fieldLength);
}

function timeAt(event: ICAL.Component, name: string): ICAL.Time | undefined {
  const value = event.getFirstPropertyValue(name);
  return value instanceof ICAL.Time ? value : undefined;
}

const two = (number: number) => String(number).padStart(2, "0");

function dayOf(time: ICAL.Time | undefined): string {
  return time ? `${String(time.year).padStart(4, "0")}-${two(time.month)}-${two(time.day)}` : "";
}

function clockOf(time: ICAL.Time | undefined): string {
  return time && !time.isDate ? `${two(time.hour)}:${two(time.minute)}` : "";
}

function zoneOf(event: ICAL.Component): string {
  const property = event.getFirstProperty("dtstart");
  const named = property?.getFirstParameter("tzid");
  if (named) return named;
  return timeAt(event, "dtstart")?.zone === ICAL.Timezone.utcTimezone ? "UTC" : "";
}
