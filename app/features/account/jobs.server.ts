import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { JobServices } from "#server/services.ts";
import { catchUpNotifications, tellOfEvents } from "./notifications.server.ts";

export function jobHandlers(services: JobServices): JobHandlers {
  return { "notifications.tell": (mail) => tellOfEvents(services, mail) };
}

export const catchUp = catchUpNotifications;
