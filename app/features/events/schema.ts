import { z } from "zod";
import { chosenField } from "~/shared/chosen";
import { switchField, tickedField } from "~/shared/fields";
import type { FormValues } from "~/shared/forms";
import type { ListAsked } from "~/shared/list-asked";
import { translationsField, translationValues } from "~/shared/row-translations";
import { msg, t } from "~/shared/t";
import { optionalLine, requiredLine, requiredText, version } from "~/shared/text-fields";
import { timeZoneNamed } from "~/shared/time-zone";
import { today } from "~/shared/today";
import { webAddressField } from "~/shared/web-address-field";
import { zoneText } from "~/shared/zone-names";
import { todayIn } from "~/shared/zoned-time";
import { type EventType, eventTypes } from "./public-event.ts";
import { dayAfter } from "./span.ts";

export const limits = { title: 200, place: 200, description: 5000 };

/** What of an event may stand in other languages as well: a place has its own name. */
export const translatedColumns = {
  lines: { title: limits.title },
  texts: { description: limits.description },
};

/** [2 §5] */
const titleNeeded = msg("Event title is required");
const dateNeeded = msg("Event date is required");
const datePast = msg("The event date cannot be in the past");

const emptyAsNull = (text: unknown) =>
  text === undefined || (typeof text === "string" && text.trim() === "") ? null : text;
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(emptyAsNull, schema.nullable());

export const isEventType = (value: unknown): value is EventType =>
  typeof value === "string" && Object.hasOwn(eventTypes, value);

/** What its musician reads for a type: where fans read "Event", it is "Other". */
export const eventTypeName = (type: EventType) => (type === "other" ? t("Other") : t(eventTypes[type]));

const day = (invalid: string) =>
  z.iso
    .date(invalid)
    // The calendar of the database ends later, but no form is meant for it.
    .refine(
      (date) => date >= "1900" && date < "2200",
      msg("Please enter a date within this century or the next"),
    );
/** As a browser's field has it, with seconds where it was given some. */
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, msg("Please enter a time"))
  .transform((text) => (text.length === 5 ? `${text}:00` : text));
const timeZone = timeZoneNamed(msg("Please choose a time zone"));
const id = z.uuid();

/** An event to add, or with an id, one to change. Whatever is optional is null when empty. [2 §5 Event] */
export const saveSchema = z
  .object({
    intent: z.literal("save-event"),
    id: id.optional(),
    title: requiredLine(titleNeeded, limits.title),
    event_type: z.custom<EventType>(isEventType, msg("Please choose a type")),
    event_date: z
      .string(dateNeeded)
      .min(1, dateNeeded)
      .pipe(day(msg("Please enter a date"))),
    event_time: optional(time),
    end_time: optional(time),
    end_date: optional(day(msg("Please enter a date"))),
    time_zone: optional(timeZone),
    venue_name: optionalLine(limits.place),
    address: optionalLine(limits.place),
    location: optionalLine(limits.place),
    ticket_url: optional(webAddressField),
    admission: z.enum(["tickets", "free", "sold-out"], msg("Please choose one of these")).default("tickets"),
    description: optional(requiredText("", limits.description)),
    translations: translationsField(translatedColumns),
    is_featured: tickedField,
    is_published: tickedField,
    version,
  })
  .transform((event, context) => {
    const { event_date, event_time, end_time } = event;
    // The day it begins on says nothing new, and a night may end after midnight.
    const end_date = event.end_date === event_date ? null : event.end_date;
    const refuse = (path: keyof typeof event, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (end_time && !event_time) refuse("event_time", msg("Please enter when it starts, too"));
    if (end_time && !end_date && end_time === event_time)
      refuse("end_time", msg("The end must be after the start"));
    if (end_date && end_date < event_date) refuse("end_date", msg("The last day cannot be before the first"));
    if (end_date && end_date > dayAfter(event_date, 366)) {
      refuse("end_date", msg("An event can last a year at most"));
    }
    return { ...event, end_date };
  });

/**
 * The problem of the date, in English. One that an event has already may be over. [2 §5 Event]
 * Today is that of the event's place; where that isn't known, the earliest there is anywhere.
 */
export function dateProblem(
  { event_date, time_zone }: Pick<SavedEvent, "event_date" | "time_zone">,
  stored: string | undefined,
  now = new Date(),
): string | undefined {
  const first = time_zone ? todayIn(time_zone, now) : today(now);
  return event_date !== stored && event_date < first ? datePast : undefined;
}

/** The form in the browser. @param stored the date that the event has already */
export function saveSchemaFor(stored: string | undefined) {
  return saveSchema.superRefine((event, context) => {
    const message = dateProblem(event, stored);
    if (message) context.addIssue({ code: "custom", path: ["event_date"], message });
  });
}

/** The forms of the screen, by their `intent`. */
export const eventActionSchema = z.discriminatedUnion("intent", [
  saveSchema,
  // This and the deletion take several events as well.
  z.object({ intent: z.literal("set-published"), id: chosenField, isOn: switchField }),
  z.object({ intent: z.literal("set-featured"), id, isOn: switchField }),
  z.object({ intent: z.literal("set-cancelled"), id, isOn: switchField }),
  z.object({ intent: z.literal("delete-event"), id: chosenField }),
]);

export type EventAction = z.output<typeof eventActionSchema>;
export type SavedEvent = z.output<typeof saveSchema>;
export type EventSwitch = Extract<EventAction["intent"], `set-${string}`>;

/** An event as the form holds it. */
export function eventValues(event: Omit<SavedEvent, "intent" | "id" | "version">): FormValues {
  const ticked = (is: boolean) => (is ? "on" : "");
  return {
    title: event.title,
    event_type: event.event_type,
    event_date: event.event_date,
    event_time: event.event_time?.slice(0, 5) ?? "",
    end_time: event.end_time?.slice(0, 5) ?? "",
    time_zone: zoneText(event.time_zone ?? ""),
    end_date: event.end_date ?? "",
    venue_name: event.venue_name ?? "",
    address: event.address ?? "",
    location: event.location ?? "",
    ticket_url: event.ticket_url ?? "",
    admission: event.admission,
    description: event.description ?? "",
    ...translationValues(event.translations, translatedColumns),
    is_published: ticked(event.is_published),
    is_featured: ticked(event.is_featured),
  };
}

/** The texts of the toasts. [2 §8] */
export const loadFailure = msg("Failed to load events");
export const saveFailure = msg("Failed to save event");
export const updateFailure = msg("Failed to update event");
export const deleteFailure = msg("Failed to delete event");
export const saved = msg("Event saved");
export const filters = {
  all: msg("All events"),
  published: msg("Published"),
  drafts: msg("Drafts"),
  cancelled: msg("Cancelled"),
} as const;
export const orders = { date: msg("Date"), title: msg("Title") } as const;
export type EventsAsked = ListAsked<keyof typeof filters, keyof typeof orders>;
export const deletedText = (count: number) =>
  t("{count, plural, one {Event deleted} other {# events deleted}}", { count });
export const publishedText = (count: number, isOn: boolean) =>
  t(
    isOn
      ? "{count, plural, one {# event published} other {# events published}}"
      : "{count, plural, one {# event unpublished} other {# events unpublished}}",
    { count },
  );
export const switched: Record<EventSwitch, { on: string; off: string }> = {
  "set-published": { on: msg("Event published"), off: msg("Event unpublished") },
  "set-featured": { on: msg("Event featured"), off: msg("Event no longer featured") },
  "set-cancelled": { on: msg("Event cancelled"), off: msg("Event is on again") },
};
