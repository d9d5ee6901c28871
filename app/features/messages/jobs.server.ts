import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { JobServices } from "#server/services.ts";
import { catchUpMails, tellOfMessages } from "./mails.server.ts";

export function jobHandlers(services: JobServices): JobHandlers {
  return { "messages.tell": (news) => tellOfMessages(services, news) };
}

export const catchUp = catchUpMails;
