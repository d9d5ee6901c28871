// Local times and the instants they mean, by nothing but Intl: a browser knows as much as the server. A zone that isn't
// known here, as one from another machine may be, counts as UTC.

import { type Language, sourceLanguage } from "./languages.ts";
import { language } from "./t.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** The zone's name as it is known here, in its own case; undefined when it is none. */
export function timeZoneOf(name: string): string | undefined {
  // Offsets such as +01:00 are zones, too, but know nothing of summer.
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/.test(name) || name.length > 64) return undefined;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * The instant, in milliseconds since 1970, at which clocks in a zone show a local time. Of an hour that comes twice, the
 * first; of one that is left out, as if the clocks had not been changed yet.
 * @param date YYYY-MM-DD
 * @param time HH:MM or HH:MM:SS
 * @param zone an IANA name
 */
export function instantOf(date: string, time: string, zone: string): number {
  const local = Date.parse(`${date}T${time}Z`);
  const before = local - offsetAt(local - day, zone);
  const after = local - offsetAt(local + day, zone);
  return [before, after].find((instant) => instant + offsetAt(instant, zone) === local) ?? before;
}

/** `2026-11-20T20:30:00+01:00`, as ISO 8601 writes what `instantOf` means. */
export function isoInZone(date: string, time: string, zone: string): string {
  const instant = instantOf(date, time, zone);
  const offset = offsetAt(instant, zone);
  const minutes = Math.abs(Math.round(offset / minute));
  const two = (number: number) => String(number).padStart(2, "0");
  return `${new Date(instant + offset).toISOString().slice(0, 19)}${offset < 0 ? "-" : "+"}${two(
    Math.floor(minutes / 60),
  )}:${two(minutes % 60)}`;
}

/** The day in a zone, as YYYY-MM-DD. */
export function todayIn(zone: string, now: Date): string {
  return localTimeIn(zone, now).slice(0, 10);
}

/** What clocks in a zone show at an instant, as a form's field for it takes it: YYYY-MM-DDTHH:MM. */
export function localTimeIn(zone: string, at: Date): string {
  return new Date(at.getTime() + offsetAt(at.getTime(), zone)).toISOString().slice(0, 16);
}

/** The zone's short name at that time, in the reader's language: `GMT+1`, `EST`. */
export function zoneNameAt(date: string, time: string, zone: string): string {
  const parts = nameOf(zone).formatToParts(instantOf(date, time, zone));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** Milliseconds that clocks in the zone are ahead of UTC. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return shown - Math.floor(instant / 1000) * 1000;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
const names = new Map<string, Intl.DateTimeFormat>();

/** Making one costs more than asking it a hundred times. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  return kept(clocks, timeZone, {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
  });
}

function nameOf(timeZone: string): Intl.DateTimeFormat {
  return kept(names, timeZone, { timeZoneName: "short" }, language());
}

function kept(
  formatters: Map<string, Intl.DateTimeFormat>,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  language: Language = sourceLanguage,
): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`;
  const formatter =
    formatters.get(key) ??
    new Intl.DateTimeFormat(language, { ...options, timeZone: timeZoneOf(timeZone) ?? "UTC" });
  formatters.set(key, formatter);
  return formatter;
}
