import type { Config } from "#server/config.ts";
import type { JobData } from "#server/jobs/jobs.ts";
import type { Formats } from "~/shared/formats";
import { anArtist, nameInMail } from "~/shared/name-in-mail";
import { t } from "~/shared/t";
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
    [t("Name|of a person"), request.requester_name],
    [t("Email"), request.requester_email],
    [t("Phone|a number"), request.requester_phone],
    [t("Event|what kind it is"), t(eventTypes[request.event_type])],
    [t("Date|of an event"), request.event_date && day(request.event_date)],
    [t("Location|of an event"), request.event_location],
    [t("Budget"), request.budget_range && budgetText(request.budget_range)],
  ];
  return {
    to: musician.email,
    replyTo: request.requester_email,
    subject: t("Booking request from {name}", {
      name: nameInMail(request.requester_name, t("a visitor|in place of a name, within a sentence")),
    }),
    text: [
      t("Hello,"),
      t("somebody has asked you to play:"),
      facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join("\n"),
      request.message,
      t("Accept or decline it on {siteName}: {link}", { siteName, link: `${origin}/booking-requests` }),
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
    subject: t("Your booking request to {artist}", { artist }),
    text: [
      text,
      t("This answers a booking request that was sent from this address on {siteName}.", { siteName }),
    ].join("\n\n"),
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
    subject: t("Your booking request to {artist}", { artist }),
    text: [
      t("Hello,"),
      t("your booking request has reached {artist}, who will answer to this address.", { artist }),
      t("If you didn't send one, somebody has mistyped their address, and you don't need to do anything."),
      siteName,
    ].join("\n\n"),
  };
}
