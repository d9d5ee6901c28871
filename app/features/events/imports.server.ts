import { z } from "zod";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { type FoundRow, type ImportColumns, importKind } from "#server/import-kinds.ts";
import {
  type ArchivedRow,
  archivedRows,
  archivedText,
  type ImportedCalendar,
  type ImportedFile,
} from "#server/media/import-file.ts";
import { versionOf } from "~/shared/form-version";
import type { FormValues } from "~/shared/forms";
import { msg, t } from "~/shared/t";
import { instantOf, localTimeIn, timeZoneOf } from "~/shared/zoned-time";
import { addEvent } from "./commands.server";
import { columns } from "./queries.server";
import { dayOrderOf, readDay, readTime } from "./read-day.ts";
import { dateProblem, eventValues, type SavedEvent, saveSchema } from "./schema";

/** As the form holds an event that is published as a concert, with these fields in place of empty ones. */
function fieldsOf(fields: FormValues): FormValues {
  return { intent: "save-event", event_type: "concert", is_published: "on", ...fields };
}

function calendarRow(
  { zone: calendarZone }: ImportedCalendar,
  event: ImportedCalendar["events"][number],
  row: number,
): FoundRow {
  const here = timeZoneOf(calendarZone);
  // A calendar's own zone tells where its times in UTC are meant.
  const [start, end] =
    event.zone === "UTC" && here
      ? [inZone(here, event.startDay, event.startTime), inZone(here, event.endDay, event.endTime)]
      : [
          { day: event.startDay, time: event.startTime },
          { day: event.endDay, time: event.endTime },
        ];
  const [venue = "", ...rest] = event.location.replaceAll("\n", ", ").split(",");
  return {
    row,
    fields: fieldsOf({
      title: event.summary,
      event_date: start.day,
      event_time: start.time,
      end_time: start.time === end.time && start.day === end.day ? "" : end.time,
      end_date: endDayOf(start, end),
      time_zone: event.zone === "UTC" && here ? here : (timeZoneOf(event.zone) ?? here ?? ""),
      venue_name: venue.trim(),
      location: rest.join(",").trim(),
      ticket_url: event.url,
      description: event.description,
    }),
    ...(event.cancelled && { keptOut: t("It is cancelled there.") }),
    ...(event.repeats && { note: t("It repeats. Only its first date comes in.") }),
  };
}

interface Moment {
  day: string;
  time: string;
}

function inZone(zone: string, day: string, time: string): Moment {
  if (day === "" || time === "") return { day, time };
  const [local = "", clock = ""] = localTimeIn(zone, new Date(instantOf(day, time, "UTC"))).split("T");
  return { day: local, time: clock };
}

/** A night that ends in the morning after is one day for the form. */
function endDayOf(start: Moment, end: Moment): string {
  if (end.day === "" || end.day === start.day) return "";
  const next = new Date(Date.parse(start.day) + 86_400_000);
  const isNight =
    !Number.isNaN(next.getTime()) &&
    next.toISOString().slice(0, 10) === end.day &&
    end.time !== "" &&
    end.time < start.time;
  return isNight ? "" : end.day;
}

function tableRows(records: readonly string[][], columns: ImportColumns): FoundRow[] {
  const { date = -1, title = -1, venue = -1, city = -1 } = columns;
  if (date < 0 || Math.max(title, venue, city) < 0) return [];
  const rows = records.slice(1);
  const order = dayOrderOf(
    rows.map((record) => record[date] ?? ""),
    columns.order ?? -1,
  );
  return rows.map((record, at) => {
    const field = (name: string) => (record[columns[name] ?? -1] ?? "").trim();
    const [city, region, country] = [field("city"), field("region"), field("country")];
    const place = [city, region, country].filter(Boolean).join(", ");
    const day = readDay(field("date"), order);
    const end = readDay(field("end"), order);
    const time = readTime(field("time")) ?? day.time;
    return {
      row: at + 2,
      fields: fieldsOf({
        title: field("title") || field("venue") || place,
        event_date: day.day ?? "",
        event_time: time ?? "",
        end_date: end.day ?? "",
        time_zone: timeZoneOf(field("zone").replaceAll(" ", "_")) ?? "",
        venue_name: field("venue"),
        address: field("address"),
        location: place,
        ticket_url: field("ticket"),
        description: field("description"),
      }),
      ...(day.problem && { keptOut: day.problem }),
      ...(time === undefined &&
        field("time") !== "" && {
          note: t("“{time}” is no time that is known here: it comes in without.", { time: field("time") }),
        }),
    };
  });
}

/** The columns of an event that its form has as texts. */
const textColumns = [
  ...["title", "event_type", "event_date", "end_date", "time_zone"],
  ...["venue_name", "address", "location", "ticket_url", "description"],
];

function archivedEvent(event: ArchivedRow, at: number): FoundRow {
  const ticked = (column: string) => event[column] === true && { [column]: "on" };
  return {
    row: at + 1,
    fields: {
      intent: "save-event",
      ...Object.fromEntries(textColumns.map((column) => [column, archivedText(event, column)])),
      event_time: archivedText(event, "event_time").slice(0, 5),
      end_time: archivedText(event, "end_time").slice(0, 5),
      // Older archives don't say it.
      admission: archivedText(event, "admission") || "tickets",
      ...ticked("is_published"),
      ...ticked("is_featured"),
      is_cancelled: String(Boolean(event.cancelled_at)),
    },
    isFormer: true,
  };
}

function foundIn(file: ImportedFile, columns: ImportColumns): FoundRow[] {
  if (file.is === "archive") return archivedRows(file, "events").map(archivedEvent);
  if (file.is === "calendar") return file.events.map((event, at) => calendarRow(file, event, at + 1));
  return file.is === "table" ? tableRows(file.records, columns) : [];
}

type Stored = Parameters<typeof eventValues>[0] & { cancelled_at: Date | null };

const versionNow = (event: Stored) =>
  versionOf({ ...eventValues(event), is_cancelled: event.cancelled_at ? "on" : "" });

/** The days of one title. */
const keyOf = ({ event_date, title }: Pick<SavedEvent, "event_date" | "title">) =>
  `${event_date} ${title.toLowerCase()}`;

const eventForm = saveSchema.and(z.object({ is_cancelled: z.stringbool().default(false) }));

const events = importKind<z.output<typeof eventForm>>({
  name: "events",
  many: msg("events|rows of a file"),
  counted: (count) => t("{count, plural, one {# event} other {# events}}", { count }),
  columns: {
    date: {
      label: msg("Date"),
      heads: /^((start|event|show)[ _]?)?(date|day)( ?time)?$|^(starts?([ _](at|on))?|datetime|datum|fecha)$/,
      isRequired: true,
    },
    order: {
      label: msg("Dates such as 5/6/2027"),
      heads: /^$/,
      choices: [msg("The day first: 5 June"), msg("The month first: May 6")],
    },
    time: { label: msg("Time"), heads: /^((start|show)[ _]?)?time$|^(doors|uhrzeit|hora)$/ },
    title: { label: msg("Title"), heads: /^(title|(event|show)([ _](name|title))?)$/ },
    venue: { label: msg("Venue"), heads: /^(venue|club|location)([ _]name)?$/ },
    address: { label: msg("Address"), heads: /^((venue|street)[ _])?address$|^street$/ },
    city: { label: msg("City"), heads: /^(venue[ _])?(city|town)$|^(ort|stadt)$/ },
    region: { label: msg("Region"), heads: /^(venue[ _])?(region|state|province)(\/.*)?$/ },
    country: { label: msg("Country"), heads: /^(venue[ _])?country$|^land$/ },
    zone: { label: msg("Time zone"), heads: /^(venue[ _])?time[ _]?zone$|^tz$/ },
    end: { label: msg("Last day"), heads: /^end([ _]?date|[ _]day|s([ _](at|on))?)?$/ },
    ticket: { label: msg("Ticket link"), heads: /^(tickets?([ _](link|url))?( ?1)?|url|link)$/ },
    description: { label: msg("Description"), heads: /^(event[ _])?(description|details|notes?|about)$/ },
  },
  find: foundIn,
  schema: eventForm,
  problem(event) {
    const problem = dateProblem(event, undefined);
    return problem && t(problem);
  },
  labelOf: ({ title = "" }) => title,
  detailOf: ({ event_date, event_time, venue_name, location, is_published, is_cancelled }) =>
    [
      ...[event_date, event_time, venue_name, location],
      ...[!is_published && t("draft|an event"), is_cancelled === "true" && t("cancelled|an event")],
    ]
      .filter(Boolean)
      .join(" · "),
  keyOf,
  async known(tx, userId) {
    const rows = await tx
      .selectFrom("events")
      .select(["event_date", "title"])
      .where("user_id", "=", userId)
      .orderBy("event_date", "desc")
      .limit(mostKnown)
      .execute();
    return new Map(
      rows.map((event) => [keyOf(event), t("You have an event of this title on this day already.")]),
    );
  },
  async save(tx, _, userId, forms) {
    const saved = [];
    for (const { is_cancelled, ...event } of forms) {
      const cancelled_at = is_cancelled ? new Date() : null;
      const id = await addEvent(tx, userId, event, cancelled_at);
      saved.push({ id, version: versionNow({ ...event, cancelled_at }) });
    }
    return saved;
  },
  async versions(tx, userId, ids) {
    const rows = await tx
      .selectFrom("events")
      .select(columns)
      .where("user_id", "=", userId)
      .where("id", "in", ids)
      .forUpdate()
      .execute();
    return new Map(rows.map((event) => [event.id, versionNow(event)]));
  },
  async delete(tx, _, ids) {
    await deleteRestorably(tx, "event", ids);
  },
});

/** The newest events that rows are compared with. */
const mostKnown = 20_000;

export const importKinds = { events };
