import { z } from "zod";
import type { Formats } from "~/shared/formats";
import { msg, t } from "~/shared/t";
import { requiredText } from "~/shared/text-fields";

export const statuses = ["pending", "reviewed", "accepted", "declined", "completed"] as const;
export type BookingStatus = (typeof statuses)[number];
/** The decisions that can be mailed to the requester. */
export type Decision = Extract<BookingStatus, "accepted" | "declined">;

/**
 * The possible next statuses of a request, and the texts of their buttons. [2 §4, decisions: an accepted one can be
 * completed, a decision taken back]
 */
export const transitions: Record<BookingStatus, Partial<Record<BookingStatus, string>>> = {
  pending: { accepted: msg("Accept"), declined: msg("Decline"), reviewed: msg("Mark Reviewed") },
  reviewed: {},
  accepted: { completed: msg("Mark Completed"), pending: msg("Take Back") },
  declined: { pending: msg("Take Back") },
  completed: {},
};

/** From which statuses a request can become this. */
export function statusesBefore(next: BookingStatus): BookingStatus[] {
  return statuses.filter((status) => transitions[status][next] !== undefined);
}

/** For how long the server takes a status back: the ten seconds of the toast, and the ways there and back. */
export const undoSeconds = 15;
export const tooLateToUndo = msg(
  "The ten seconds are over, or it has changed since: this can't be undone any more.",
);

/** The longest text of the mail to the requester. */
export const tellTextLimit = 2000;

/** The mail that tells the requester of a decision. */
export const tellSchema = z.object({
  intent: z.literal("tell-requester"),
  id: z.uuid(),
  /** As the musician sees it. */
  status: z.enum(["accepted", "declined"]),
  text: requiredText(msg("Please write a message"), tellTextLimit),
});

/** The forms of the musician's screen, by their `intent`. */
export const bookingActionSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("set-status"),
    id: z.uuid(),
    status: z.enum(statuses),
  }),
  // Takes back the status that it got at this moment from the one before.
  z.object({
    intent: z.literal("undo-status"),
    id: z.uuid(),
    status: z.enum(statuses),
    before: z.enum(statuses),
    at: z.iso.datetime().transform((at) => new Date(at)),
  }),
  tellSchema,
  z.object({ intent: z.literal("mark-read"), id: z.uuid() }),
  z.object({ intent: z.literal("delete-booking"), id: z.uuid() }),
]);

export type BookingAction = z.output<typeof bookingActionSchema>;

/** The texts of the toasts. [2 §8] */
export const loadFailure = msg("Failed to load booking requests");
export const updateFailure = msg("Failed to update booking request");
export const deleteFailure = msg("Failed to delete booking request");
export const deleted = msg("Booking request deleted");
export const mailSentText = msg("Your mail is on its way");
export const tellFailure = msg("Failed to send the mail");
export const undoneText = (before: BookingStatus) =>
  t(
    "{before, select, pending {The booking request is pending again} reviewed {The booking request is reviewed again} accepted {The booking request is accepted again} declined {The booking request is declined again} other {The booking request is completed again}}",
    { before },
  );
export const updated = (status: string) =>
  t(
    "{status, select, pending {Booking request pending} reviewed {Booking request reviewed} accepted {Booking request accepted} declined {Booking request declined} other {Booking request completed}}",
    { status },
  );

const budgetWords: Readonly<Record<string, string>> = {
  "under 500": msg("under 500|a budget in dollars"),
  "5000 plus": msg("5000 plus|a budget in dollars"),
  negotiable: msg("negotiable|a budget"),
};

/** [2 §9] */
export function budgetText(range: string): string {
  const text = range.replace(/[-_]/g, " ");
  return t(budgetWords[text] ?? text);
}

/** The default text of the mail to the requester. */
export function answerText(
  { requester_name, event_date }: { requester_name: string; event_date: string | null },
  decision: Decision,
  artistName: string | null,
  { day }: Formats,
): string {
  const isAccepted = decision === "accepted";
  const answer = event_date
    ? t(
        isAccepted
          ? "thank you for asking. Yes, I'd be glad to play on {day}. Just answer this mail, and we settle the rest."
          : "thank you for asking. I'm sorry, I can't play on {day}.",
        { day: day(event_date) },
      )
    : t(
        isAccepted
          ? "thank you for asking. Yes, I'd be glad to play. Just answer this mail, and we settle the rest."
          : "thank you for asking. I'm sorry, I can't play.",
      );
  return [t("Hello {name},", { name: requester_name }), answer, artistName].filter(Boolean).join("\n\n");
}
