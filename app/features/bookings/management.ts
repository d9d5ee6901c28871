import { z } from "zod";

export type BookingStatus = "pending" | "reviewed" | "accepted" | "declined" | "completed";
export type NextStatus = Exclude<BookingStatus, "pending">;

/** What a request can become from each status, and what the button says. [2 §4, decisions: an accepted one can be completed] */
export const transitions: Record<BookingStatus, Partial<Record<NextStatus, string>>> = {
  pending: { accepted: "Accept", declined: "Decline", reviewed: "Mark Reviewed" },
  reviewed: {},
  accepted: { completed: "Mark Completed" },
  declined: {},
  completed: {},
};

/** From which statuses a request can become this. */
export function statusesBefore(next: NextStatus): BookingStatus[] {
  return statuses.filter((status) => transitions[status][next] !== undefined);
}

export const statuses: BookingStatus[] = ["pending", "reviewed", "accepted", "declined", "completed"];

/** What the musician's screen sends, by the `intent` of each form. */
export const managementSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("set-status"),
    id: z.uuid(),
    status: z.enum(["reviewed", "accepted", "declined", "completed"]),
  }),
  z.object({ intent: z.literal("mark-read"), id: z.uuid() }),
  z.object({ intent: z.literal("delete"), id: z.uuid() }),
]);

export type BookingChange = z.output<typeof managementSchema>;

/** What the toasts say. [2 §8] */
export const loadFailure = "Failed to load booking requests";
export const updateFailure = "Failed to update booking request";
export const deleteFailure = "Failed to delete booking request";
export const deleted = "Booking request deleted";
export const updated = (status: string) => `Booking request ${status}`;

/** [2 §9] */
export function budgetText(range: string): string {
  return range.replace(/[-_]/g, " ");
}

/** As in 'May 4, 2030'. @param date YYYY-MM-DD */
export function dayText(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" });
}
