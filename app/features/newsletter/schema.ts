import { z } from "zod";
import { chosenField } from "~/shared/chosen";
import { emailAddress, optionalLine, requiredLine } from "~/shared/text-fields";

export const nameLimit = 100;
/** The longest address. */
export const searchLimit = 254;
export const consentLimit = 200;
/** The limits of a file with subscribers: lines, and bytes as the form can carry them. */
export const importLimit = 5_000;
const importBytes = 900_000;

/** [1 §8] */
export const subscriptionFailure = "Failed to subscribe. Please try again.";

export const loadFailure = "Failed to load your subscribers";
export const deleted = "Subscriber deleted";
export const deleteFailure = "Failed to delete the subscriber";
export const importFailure = "Failed to add the subscribers";

/** A subscription. [1 §5] */
export const subscriptionSchema = z.object({
  subscriber_email: emailAddress("Please enter your email address"),
  subscriber_name: optionalLine(nameLimit),
});

export type SubscriptionForm = z.output<typeof subscriptionSchema>;

const fileRequired = "Please choose a CSV file";

/** Subscribers from a file, read in the browser or sent as it is. */
export const importSchema = z.object({
  file: z
    .custom<File>((value) => value instanceof File && value.size > 0, fileRequired)
    .refine((file) => file.size <= importBytes, "This file is too large. Please split it."),
  consent_note: requiredLine("Please say when and how they agreed", consentLimit),
});

export type ImportForm = z.output<typeof importSchema>;

/** The forms of the subscribers' screen, by their `intent`. */
export const subscriberActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("delete-subscriber"), id: chosenField }),
  importSchema.extend({ intent: z.literal("import-subscribers") }),
]);
export type SubscriberAction = z.output<typeof subscriberActionSchema>;

/** The filters of the list. */
export const states = {
  all: "All",
  confirmed: "Confirmed",
  waiting: "Not confirmed",
  unsubscribed: "Unsubscribed",
  bounced: "Undeliverable",
} as const;

/** The orders of the list, the usual one first. */
export const orders = {
  newest: "Newest first",
  oldest: "Oldest first",
  address: "Address",
  name: "Name",
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
  if (source === "bio_page") return "Your page";
  if (source === fromRelease) return "A release's page";
  if (source === fromFile) return "From a file";
  return source ?? "Unknown";
}
