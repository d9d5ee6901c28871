import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { sweepDeleted } from "./commands.server";

export function jobHandlers(): JobHandlers {
  return {};
}

export async function catchUp(services: Services): Promise<void> {
  const swept = await sweepDeleted(services);
  if (swept > 0) services.log.info({ items: swept }, "what was deleted 30 days ago has gone for good");
}
