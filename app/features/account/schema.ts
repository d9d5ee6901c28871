import { z } from "zod";
import { languageField } from "~/shared/fields";
import { type FormatName, isFormatName } from "~/shared/formats";
import type { FormValues } from "~/shared/forms";
import { frequencies } from "~/shared/notification-kinds";
import { msg } from "~/shared/t";
import { requiredLine, version } from "~/shared/text-fields";
import { timeZoneField, unknownTimeZone } from "~/shared/time-zone";
import { zoneText } from "~/shared/zone-names";

const format = z.custom<FormatName>((value) => typeof value === "string" && isFormatName(value), {
  error: msg("Please choose how dates and numbers are written"),
});
const frequency = z.enum(frequencies, { error: msg("Please choose when mails come") });

/** The preferences, as an archive has them. */
export const preferenceFields = {
  time_zone: timeZoneField,
  format,
  language: languageField,
  bookings: frequency,
  comments: frequency,
  messages: frequency,
  subscribers: frequency,
  page_shared: z.boolean(),
  first_steps_hidden: z.boolean(),
};

export const mailsSchema = z.object({
  intent: z.literal("save-mails"),
  bookings: frequency,
  comments: frequency,
  messages: frequency,
  subscribers: frequency,
  version,
});

export const formatsSchema = z.object({
  intent: z.literal("save-formats"),
  /** Empty where none is chosen. */
  time_zone: z.union([z.literal(""), timeZoneField], unknownTimeZone),
  format,
  version,
});

export const languageSchema = z.object({
  intent: z.literal("save-language"),
  /** Null where the screens follow the browser. */
  language: languageField,
  version,
});

/** The forms of the account's preferences. */
export const preferencesActionSchema = z.discriminatedUnion("intent", [
  mailsSchema,
  languageSchema,
  formatsSchema,
]);
export type PreferencesAction = z.output<typeof preferencesActionSchema>;

export type Preferences = Omit<z.output<typeof mailsSchema>, "intent" | "version"> &
  Omit<z.output<typeof languageSchema>, "intent" | "version"> &
  Omit<z.output<typeof formatsSchema>, "intent" | "version">;

/** The mails as their form holds them. */
export function mailsValues({ bookings, comments, messages, subscribers }: Preferences): FormValues {
  return { bookings, comments, messages, subscribers };
}

/** The language as its form holds it. */
export function languageValues({ language }: Preferences): FormValues {
  return { language: language ?? "" };
}

/** Time zone and format as their form holds them. */
export function formatsValues({ time_zone, format }: Preferences): FormValues {
  return { time_zone: zoneText(time_zone), format };
}

/** The form that deletes the account: its owner types whose it is. */
export const deletionSchema = z.object({
  intent: z.literal("delete-account"),
  name: requiredLine(msg("Please type your address or your artist name"), 254),
});

/** The forms of the account's data. */
export const dataActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("make-archive") }),
  z.object({ intent: z.literal("cancel-archive") }),
  deletionSchema,
]);

/** Whether what was typed names this account: by its address or its artist's name, in whatever case. */
export function namesAccount(typed: string, account: { email: string; artistName: string | null }): boolean {
  const key = (text: string) => text.normalize("NFC").replace(/\s+/gu, " ").trim().toLowerCase();
  return [account.email, account.artistName].some((name) => name !== null && key(name) === key(typed));
}
