import type { Config } from "#server/config.ts";
import type { JobData } from "#server/jobs/jobs.ts";
import type { Formats } from "~/shared/formats";
import { anArtist, nameInMail } from "~/shared/name-in-mail";
import { budgetText } from "./owner-schema.ts";
import { type BookingForm, eventTypes } from "./schema.ts";

type Mail = JobData<"mail.send">;

/** The mail that tells the musician of a request. [decisions: Gaps] */
export function requestMail(
  { origin }: Pick<Config, "origin">,
  siteName: string,
  musician: { email: string },
  request: BookingForm,
  { day }: Formats,
  footer: { text: string; unsubscribeUrl: string },
): Mail {
  const facts: [string, string | null][] = [
    ["Name", request.requester_name],
    ["Email", request.requester_email],
    ["Phone", request.requester_phone],
    ["Event", eventTypes[request.event_type]],
    ["Date", request.event_date && day(request.event_date)],
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
      `Accept or decline it on ${siteName}: ${origin}/booking-requests`,
      footer.text,
      siteName,
    ].join("\n\n"),
    unsubscribeUrl: footer.unsubscribeUrl,
  };
}

/** The mail that tells the requester the musician's decision, in the musician's words. */
export function decisionMail(
  siteName: string,
  musician: { email: string; artistName: string | null },
  requesterEmail: string,
  text: string,
): Mail {
  const artist = nameInMail(musician.artistName, anArtist(siteName));
  return {
    to: requesterEmail,
    replyTo: musician.email,
    fromName: artist,
    subject: `Your booking request to ${artist}`,
    text: [text, `This answers a booking request that was sent from this address on ${siteName}.`].join(
      "\n\n",
    ),
  };
}

/**
 * The mail that tells the requester that the request has arrived. It holds no typed text: a visitor can type any
 * address into the form.
 */
export function acknowledgement(siteName: string, artistName: string, request: BookingForm): Mail {
  const artist = nameInMail(artistName, anArtist(siteName));
  return {
    to: request.requester_email,
    fromName: artist,
    subject: `Your booking request to ${artist}`,
    text: [
      "Hello,",
      `your booking request has reached ${artist}, who will answer to this address.`,
      "If you didn't send one, somebody has mistyped their address, and you don't need to do anything.",
      siteName,
    ].join("\n\n"),
  };
}
