import { z } from "zod";
import { msg } from "~/shared/t";
import { emailAddress } from "~/shared/text-fields";

export const reminderFailure = msg("That didn't work. Please try again.");

/** A fan's wish to be told when a release is out. */
export const reminderSchema = z.object({
  reminder_email: emailAddress(msg("Please enter your email address")),
  /** A checkbox: there when it is ticked. */
  newsletter: z.string().optional().transform(Boolean),
  /** The trap: people don't see this field, so only a program fills it in. */
  subject: z.string().default(""),
});

export type ReminderForm = z.output<typeof reminderSchema>;

/** Addresses go so many days after the release is out. */
export const remindersKeptDays = 30;
