import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { JobServices } from "#server/services.ts";
import { tellOfBooking } from "./commands.server.ts";
import { noteUnanswered, sendAnswer } from "./owner-commands.server.ts";

export function jobHandlers(services: JobServices): JobHandlers {
  return {
    "bookings.tell": (news) => tellOfBooking(services, news),
    "bookings.answer": (answer) => sendAnswer(services, answer),
    "bookings.unanswered": (answer) => noteUnanswered(services, answer),
  };
}

/** A request's jobs are stored with it, so none is missed. */
export async function catchUp(): Promise<void> {}
