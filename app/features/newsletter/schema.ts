import { z } from "zod";
import { chosenField } from "~/shared/chosen";
import { msg, t } from "~/shared/t";
import { emailAddress, invalidEmail, optionalLine, requiredLine } from "~/shared/text-fields";

export const nameLimit = 100;
/** The longest address. */
export const searchLimit = 254;
export const consentLimit = 200;
/** The limits of a file with subscribers: lines, and bytes as the form can carry them. */
export const importLimit = 5_000;
const importBytes = 900_000;

/** [1 §8] */
export const subscriptionFailure = msg("Failed to subscribe. Please try again.");

export const loadFailure = msg("Failed to load your subscribers");
export const deleteFailure = msg("Failed to delete the subscriber");
export const triedAgain = msg("The next letter goes to this address again");
export const tryAgainFailure = msg("Failed to let the address be tried again");
export const importFailure = msg("Failed to add the subscribers");

/** A subscription. [1 §5] */
export const subscriptionSchema = z.object({
  subscriber_email: emailAddress(msg("Please enter your email address")),
  subscriber_name: optionalLine(nameLimit),
});

export type SubscriptionForm = z.output<typeof subscriptionSchema>;

/** A line of a list from elsewhere. Lower case isn't JavaScript's in every script of an address. */
export const importedSubscriberSchema = subscriptionSchema.extend({
  subscriber_email: subscriptionSchema.shape.subscriber_email.refine(
    (email) => /^[\x21-\x7e]+$/.test(email),
    invalidEmail,
  ),
  /** Since when they get mails there, as it is written there. */
  agreed: z.string().default(""),
  /** When they confirmed their address there, as it is written there. */
  confirmed: z.string().default(""),
});

export const consentNeeded = msg("Please say when and how they agreed");

const fileRequired = msg("Please choose a CSV file");

/** Subscribers from a file, read in the browser or sent as it is. */
export const importSchema = z.object({
  file: z
    .custom<File>((value) => value instanceof File && value.size > 0, fileRequired)
    .refine((file) => file.size <= importBytes, msg("This file is too large. Please split it.")),
  consent_note: requiredLine(consentNeeded, consentLimit),
});

export type ImportForm = z.output<typeof importSchema>;

/** One subscriber who has agreed elsewhere. */
export const newSubscriberSchema = importedSubscriberSchema
  .pick({ subscriber_email: true, subscriber_name: true })
  .extend({ consent_note: requiredLine(consentNeeded, consentLimit) });

export type NewSubscriber = z.output<typeof newSubscriberSchema>;

/** The forms of the subscribers' screen, by their `intent`. */
export const subscriberActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("delete-subscriber"), id: chosenField }),
  z.object({ intent: z.literal("try-again"), id: z.uuid() }),
  importSchema.extend({ intent: z.literal("import-subscribers") }),
]);
export type SubscriberAction = z.output<typeof subscriberActionSchema>;

/** Why mails came back, in words. @param status an enhanced status code (RFC 3463) */
export function bounceText(status: string | null): string {
  const [, subject, detail] = /^\d\.(\d+)\.(\d+)$/.exec(status ?? "") ?? [];
  const code = `${subject}.${detail}`;
  if (code === "1.2" || code === "4.4") return t("The address's domain takes no mail");
  if (code === "2.1") return t("The mailbox is closed");
  if (code === "2.2") return t("The mailbox is full");
  if (subject === "1") return t("There is no such mailbox");
  if (subject === "4") return t("The mail server could not be reached for days");
  if (subject === "7") return t("The mail server's rules or its spam filter refused the letter");
  return t("The mail server refused the letter");
}

/** The filters of the list. */
export const states = {
  all: msg("All"),
  confirmed: msg("Confirmed"),
  waiting: msg("Not confirmed"),
  unsubscribed: msg("Unsubscribed"),
  bounced: msg("Undeliverable"),
} as const;

/** The orders of the list, the usual one first. */
export const orders = {
  newest: msg("Newest first"),
  oldest: msg("Oldest first"),
  address: msg("Address"),
  name: msg("Name"),
} as const;
export type SubscriberOrder = keyof typeof orders;

/** Which subscribers a list shows. */
export interface SubscribersAsked {
  /** Part of an address or a name; empty for all. */
  search: string;
  show: StateFilter;
}

/** @returns undefined when the address names no state that there is */
export function subscribersAsked(parameters: URLSearchParams): SubscribersAsked | undefined {
  const search = (parameters.get("search") ?? "").replaceAll("\0", "").trim().slice(0, searchLimit);
  const show = parameters.get("show") ?? "all";
  return isState(show) ? { search, show } : undefined;
}

export function isState(name: string): name is StateFilter {
  return Object.hasOwn(states, name);
}

export type SubscriberState = Exclude<keyof typeof states, "all">;
export type StateFilter = keyof typeof states;

/** The source of subscribers from a file. */
export const fromFile = "import";

/** The source of subscribers who ticked it beside a reminder of a release. */
export const fromRelease = "release_page";

/** Where a subscriber came from, in words. */
export function sourceText(source: string | null): string {
  if (source === "bio_page") return t("Your page");
  if (source === fromRelease) return t("A release's page");
  if (source === fromFile) return t("From a file");
  return source ?? t("Unknown");
}
