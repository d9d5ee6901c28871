import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { JobServices } from "#server/services.ts";
import { tellOfBooking } from "./commands.server.ts";

export function jobHandlers(services: JobServices): JobHandlers {
  return { "bookings.tell": (news) => tellOfBooking(services, news) };
}

/** A request's job is stored with it, so none is missed. */
export async function catchUp(): Promise<void> {}
