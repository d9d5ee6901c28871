import { contentLines, escapedText } from "~/shared/content-lines";
import { t } from "~/shared/t";
import { eventTypes, type PublicEvent, placeOf, ticketTexts } from "./public-event.ts";
import { dayAfter, endDateOf, instantsOf, type Span } from "./span.ts";

/** The fields of a calendar's event beyond those that a page shows. */
export interface CalendarEvent extends PublicEvent {
  /** How often it has changed. */
  sequence: number;
  createdAt: Date;
  updatedAt: Date;
}

/** An event that is not announced any more. */
export interface WithdrawnEvent extends Span {
  id: string;
  sequence: number;
  withdrawnAt: Date;
}

export interface Calendar {
  /** The installation that makes it. */
  siteName: string;
  artistName: string;
  /** Its own address, for asking again; null for a file that is read once. */
  url: string | null;
  events: CalendarEvent[];
  withdrawn: WithdrawnEvent[];
  /** Where a page says more about it. */
  pageOf(event: CalendarEvent): string;
}

/** For an event without a known end: without one a calendar shows a moment that is easily overlooked. */
const usualDuration = "DURATION:PT2H";

/** How often subscribed calendars should ask. */
const refresh = "PT6H";

/**
 * Events as iCalendar (RFC 5545), the same text until one of them changes. Times are in UTC where the zone is known, so
 * that nothing depends on a program's knowledge of zones; without a zone they are local times. See
 * docs/decisions/0012-icalendar.md.
 */
export function icalendar({ siteName, artistName, url, events, withdrawn, pageOf }: Calendar): string {
  const name = escapedText(t("{artist}: events", { artist: artistName }));
  return contentLines([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapedText(siteName)}//Events//EN`,
    "CALSCALE:GREGORIAN",
    ...(url === null
      ? []
      : [
          `NAME:${name}`,
          `X-WR-CALNAME:${name}`,
          `SOURCE;VALUE=URI:${url}`,
          `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
          `X-PUBLISHED-TTL:${refresh}`,
        ]),
    ...events.flatMap((event) => eventLines(event, artistName, pageOf(event))),
    ...withdrawn.flatMap(withdrawnLines),
    "END:VCALENDAR",
  ]);
}

function eventLines(event: CalendarEvent, artistName: string, page: string): string[] {
  const { title, isCancelled, ticketUrl } = event;
  const tickets = ticketTexts[event.admission];
  const isNamed = title.toLowerCase().includes(artistName.toLowerCase());
  const whose = isNamed ? title : t("{artist}: {title}", { artist: artistName, title });
  const place = placeOf(event);
  const description = [
    event.description,
    tickets && ticketUrl && t("{tickets}: {address}", { tickets: t(tickets), address: ticketUrl }),
  ]
    .filter(Boolean)
    .join("\n\n");
  return [
    "BEGIN:VEVENT",
    `UID:${event.id}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.updatedAt)}`,
    `CREATED:${utc(event.createdAt)}`,
    `LAST-MODIFIED:${utc(event.updatedAt)}`,
    ...spanLines(event),
    // Not every program shows the status.
    `SUMMARY:${escapedText(isCancelled ? t("Cancelled: {title}", { title: whose }) : whose)}`,
    `STATUS:${isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    `CATEGORIES:${escapedText(t(eventTypes[event.eventType]))}`,
    ...(place ? [`LOCATION:${escapedText(place)}`] : []),
    ...(description ? [`DESCRIPTION:${escapedText(description)}`] : []),
    `URL:${page}`,
    "END:VEVENT",
  ];
}

/** Cancels the event, without any of its texts. */
function withdrawnLines(event: WithdrawnEvent): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${event.id}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.withdrawnAt)}`,
    `LAST-MODIFIED:${utc(event.withdrawnAt)}`,
    ...spanLines(event),
    `SUMMARY:${escapedText(t("Cancelled|an event"))}`,
    "STATUS:CANCELLED",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

function spanLines(span: Span): string[] {
  const { date, time, timeZone, endTime } = span;
  const lastDate = endDateOf(span);
  if (!time) {
    return [
      `DTSTART;VALUE=DATE:${compact(date)}`,
      // The first day that it isn't on any more.
      `DTEND;VALUE=DATE:${compact(dayAfter(lastDate ?? date))}`,
      // A festival leaves its days free for other things.
      "TRANSP:TRANSPARENT",
    ];
  }
  if (timeZone) {
    const { start, end } = instantsOf({ ...span, time, timeZone });
    return [
      `DTSTART:${utc(new Date(start))}`,
      end === undefined ? usualDuration : `DTEND:${utc(new Date(end))}`,
    ];
  }
  const end = lastDate && (endTime ? `${lastDate}T${endTime}` : `${dayAfter(lastDate)}T00:00:00`);
  return [`DTSTART:${compact(`${date}T${time}`)}`, end ? `DTEND:${compact(end)}` : usualDuration];
}

/** `20261120T193000Z` */
function utc(instant: Date): string {
  return compact(`${instant.toISOString().slice(0, 19)}Z`);
}

function compact(iso: string): string {
  return iso.replace(/[-:]/g, "");
}
