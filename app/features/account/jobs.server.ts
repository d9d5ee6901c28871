import { deleteDueAccounts } from "#server/account-deletion.ts";
import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { JobServices, Services } from "#server/services.ts";
import { sweepArchives } from "./archive.server.ts";
import { catchUpNotifications, tellOfEvents } from "./notifications.server.ts";

export function jobHandlers(services: JobServices): JobHandlers {
  return { "notifications.tell": (mail) => tellOfEvents(services, mail) };
}

/** Mails whose job was lost, archives that are kept no longer, and accounts that are to go by now: these have no job, because a sign-in calls it off. */
export async function catchUp(services: Services): Promise<void> {
  await catchUpNotifications(services);
  const deleted = await deleteDueAccounts(services);
  const swept = await sweepArchives(services);
  if (swept > 0) services.log.info({ archives: swept }, "archives of accounts were swept");
  if (deleted > 0) services.log.info({ accounts: deleted }, "deleted accounts whose owners had asked for it");
}
