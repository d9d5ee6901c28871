import type { Formats } from "~/shared/formats";
import { t } from "~/shared/t";
import type { OpenBooking } from "./queries.server.ts";
import { eventTypes } from "./schema.ts";

// Where a request leads: into the musician's mail program, and to the form of a new event.

type Requested = Pick<
  OpenBooking,
  "requester_name" | "requester_email" | "event_type" | "event_date" | "event_location" | "message"
>;

/** The length of an address that mail programs are known to take. */
const addressLimit = 1900;

/** The address that opens the musician's mail program on a mail to the requester with this text. */
export function mailAddress({ requester_email }: Requested, text: string): string {
  const body = encodeURIComponent(text.replaceAll("\n", "\r\n"));
  return `mailto:${addressee(requester_email)}?subject=${encodeURIComponent(t("Your booking request"))}&body=${body}`;
}

const addressee = (email: string) => encodeURIComponent(email).replaceAll("%40", "@");

/** The address that opens the musician's mail program on an answer, with the request quoted. */
export function replyAddress(request: Requested, { day }: Formats): string {
  const { requester_name, requester_email, event_type, event_date, message } = request;
  const event = t(
    "{type, select, performance {performance} private_event {private event} wedding {wedding} corporate {corporate event} festival {festival} recording {recording session} collaboration {collaboration} other {something else}}|within a sentence",
    { type: event_type },
  );
  const subject = event_date
    ? t("Re: Your booking request ({event} on {day})", { event, day: day(event_date) })
    : t("Re: Your booking request ({event})", { event });
  const head = `mailto:${addressee(requester_email)}?subject=${encodeURIComponent(subject)}&body=`;
  const quoted = message.split("\n").map((line) => `> ${line}`);
  const opening = `${t("Hello {name},", { name: requester_name })}\n\n\n\n${t("You wrote:")}\n`;
  const body = [...`${opening}${quoted.join("\n")}`];
  const encoded = () => head + encodeURIComponent(body.join("").replaceAll("\n", "\r\n"));
  let isCut = false;
  while (encoded().length > addressLimit) {
    body.splice(isCut ? -11 : -10);
    isCut = true;
    body.push("…");
  }
  return encoded();
}

/** Kinds of events that the events' own list knows; any other is 'other' there. */
const eventTypeOf: Partial<Record<Requested["event_type"], string>> = {
  performance: "concert",
  festival: "festival",
  collaboration: "collaboration",
};

/** The address of the events' form with the request's event. Nothing about the requester goes into it. */
export function draftEventAddress({ event_type, event_date, event_location }: Requested): string {
  const event = t(eventTypes[event_type]);
  const query = new URLSearchParams({
    draft: event_location ? t("{event} at {place}", { event, place: event_location }) : event,
    type: eventTypeOf[event_type] ?? "other",
  });
  if (event_date) query.set("date", event_date);
  if (event_location) query.set("location", event_location);
  return `/events?${query}`;
}
