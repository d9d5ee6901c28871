import type { Config } from "#server/config.ts";
import type { JobData } from "#server/jobs/jobs.ts";
import { anArtist, nameInMail } from "~/shared/name-in-mail";
import { budgetText, dayText } from "./owner-schema.ts";
import { type BookingForm, eventTypes } from "./schema.ts";

type Mail = JobData<"mail.send">;

/** The mail that tells the musician of a request. [decisions: Gaps] */
export function requestMail(
  { origin }: Pick<Config, "origin">,
  musician: { email: string },
  request: BookingForm,
): Mail {
  const facts: [string, string | null][] = [
    ["Name", request.requester_name],
    ["Email", request.requester_email],
    ["Phone", request.requester_phone],
    ["Event", eventTypes[request.event_type]],
    ["Date", request.event_date && dayText(request.event_date)],
    ["Location", request.event_location],
    ["Budget", request.budget_range && budgetText(request.budget_range)],
  ];
  return {
    to: musician.email,
    replyTo: request.requester_email,
    subject: `Booking request from ${nameInMail(request.requester_name, "a visitor")}`,
    text: [
      "Hello,",
      "somebody has asked you to play:",
      facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join("\n"),
      request.message,
      `Accept or decline it on Handbill: ${origin}/booking-requests`,
      "Handbill",
    ].join("\n\n"),
  };
}

/** The mail that tells the requester the musician's decision, in the musician's words. */
export function decisionMail(
  musician: { email: string; artistName: string | null },
  requesterEmail: string,
  text: string,
): Mail {
  return {
    to: requesterEmail,
    replyTo: musician.email,
    subject: `Your booking request to ${nameInMail(musician.artistName, anArtist)}`,
    text: [text, "This answers a booking request that was sent from this address on Handbill."].join("\n\n"),
  };
}

/**
 * The mail that tells the requester that the request has arrived. It holds no typed text: a visitor can type any
 * address into the form.
 */
export function acknowledgement(artistName: string, request: BookingForm): Mail {
  const artist = nameInMail(artistName, anArtist);
  return {
    to: request.requester_email,
    subject: `Your booking request to ${artist}`,
    text: [
      "Hello,",
      `your booking request has reached ${artist}, who will answer to this address.`,
      "If you didn't send one, somebody has mistyped their address, and you don't need to do anything.",
      "Handbill",
    ].join("\n\n"),
  };
}
