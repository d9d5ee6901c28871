import { z } from "zod";
import { msg } from "~/shared/t";
import { emailAddress, needsAll, optionalLine, requiredLine, requiredText } from "~/shared/text-fields";
import { today } from "~/shared/today";

/** [1 §9] */
export const eventTypes = {
  performance: msg("Performance"),
  private_event: msg("Private event"),
  wedding: msg("Wedding"),
  corporate: msg("Corporate event"),
  festival: msg("Festival"),
  recording: msg("Recording session"),
  collaboration: msg("Collaboration"),
  other: msg("Something else"),
} as const;

/** [1 §9] */
export const budgetRanges = {
  under_500: msg("Under $500"),
  "500_1000": msg("$500 to 1,000"),
  "1000_2500": msg("$1,000 to 2,500"),
  "2500_5000": msg("$2,500 to 5,000"),
  "5000_plus": msg("$5,000 and more"),
  negotiable: msg("Negotiable"),
} as const;

export const limits = { name: 100, phone: 50, location: 200, message: 1000 };

/** [1 §8] */
export const bookingFailure = msg("Failed to send booking request. Please try again.");

const keysOf = <Key extends string>(labels: Record<Key, string>) =>
  // Object.keys knows no more than that they are strings.
  z.enum(Object.keys(labels) as [Key, ...Key[]], msg("Please choose one of these"));

const day = z.iso.date(msg("Please enter a date"));
const inOurTime = z
  .string()
  // The calendar of the database is longer, but no form is meant for it.
  .refine(
    (date) => date >= "1900" && date < "2200",
    msg("Please enter a date within this century or the next"),
  );
const dayToCome = day
  .refine((date) => date >= today(), msg("The event date cannot be in the past"))
  .pipe(inOurTime);

const emptyAsNull = (text: unknown) => (text === "" || text === undefined ? null : text);

const fields = z.object({
  requester_name: requiredLine(msg("Please enter your name"), limits.name),
  requester_email: emailAddress(msg("Please enter your email address")),
  requester_phone: optionalLine(limits.phone),
  event_type: keysOf(eventTypes).default("performance"),
  event_date: z.preprocess(emptyAsNull, day.pipe(inOurTime).nullable()),
  event_location: optionalLine(limits.location),
  budget_range: z.preprocess(emptyAsNull, keysOf(budgetRanges).nullable()),
  message: requiredText(msg("Please write a message"), limits.message),
});

/** A visitor's request to play. Whatever is optional is null when empty. [1 §5] */
export const bookingSchema = fields
  .extend({ event_date: z.preprocess(emptyAsNull, dayToCome.nullable()) })
  .refine(
    ...needsAll(["requester_name", "requester_email", "message"], msg("Please fill in all required fields")),
  );

/** A request as it was made some time ago: its day may be over. */
export const storedBookingSchema = fields;

export type BookingForm = z.output<typeof bookingSchema>;
