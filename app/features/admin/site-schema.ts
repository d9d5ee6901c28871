import { z } from "zod";
import type { SiteSettings } from "#server/site-settings.ts";
import type { FormValues } from "~/shared/forms";
import { msg } from "~/shared/t";
import { optionalLine, version } from "~/shared/text-fields";

export const noteLimit = 200;
/** For how many days an invitation may be good. */
export const invitationDays = [1, 7, 30] as const;

const isTicked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

export const settingsSchema = z.object({
  intent: z.literal("save-settings"),
  version,
  registration: z
    .enum(["environment", "open", "unlisted", "closed"])
    .transform((value) => (value === "environment" ? null : value)),
  reviews_comments: isTicked,
  reviews_links: isTicked,
  requires_second_factor: isTicked,
});

export const invitationSchema = z.object({
  intent: z.literal("make-invitation"),
  note: optionalLine(noteLimit),
  days: z.coerce.number().pipe(z.literal(invitationDays)),
});

/** The forms of the settings' screen, by their `intent`. */
export const siteActionSchema = z.discriminatedUnion("intent", [
  settingsSchema,
  invitationSchema,
  z.object({ intent: z.literal("withdraw-invitation"), id: z.uuid() }),
]);

/** The settings as their form holds them. */
export function settingsValues(settings: SiteSettings): FormValues {
  const ticked = (isTicked: boolean) => (isTicked ? "on" : "");
  return {
    registration: settings.registration ?? "environment",
    reviews_comments: ticked(settings.reviews_comments),
    reviews_links: ticked(settings.reviews_links),
    requires_second_factor: ticked(settings.requires_second_factor),
  };
}

export const ownFactorFirst = msg(
  "Set up a second factor of your own first, under Account, Security: without one this would lock you out.",
);
export const loadFailure = msg("Failed to load the site's settings");
export const saveFailure = msg("Failed to save the settings");
export const saved = msg("Settings saved");
export const inviteFailure = msg("Failed to make the invitation");
export const invited = msg("Invitation made");
export const withdrawFailure = msg("Failed to withdraw the invitation");
export const withdrawing = {
  verb: msg("Withdraw|an invitation"),
  title: msg("Withdraw invitation"),
  label: msg("Withdraw the invitation: {note}"),
  pending: msg("Withdrawing..."),
  text: msg("Its link lets nobody in any more. This cannot be undone."),
  done: msg("Invitation withdrawn"),
} as const;
export const removing = {
  verb: msg("Remove"),
  title: msg("Remove invitation"),
  label: msg("Remove the invitation: {note}"),
  pending: msg("Removing..."),
  text: msg("It has run out and lets nobody in. It only leaves this list."),
  done: msg("Invitation removed"),
} as const;

export const registrationTexts = {
  open: msg("Open: the buttons to sign up are live"),
  unlisted: msg("Unlisted: people who know the address /signup can register"),
  closed: msg("Closed: only invitations let somebody in"),
} as const;

export const signUpPath = (token: string) => `/signup?invitation=${token}`;
