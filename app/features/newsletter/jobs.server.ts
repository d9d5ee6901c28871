import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { JobServices, Services } from "#server/services.ts";
import { askToConfirm, catchUpConfirmations } from "./confirm.server.ts";

export function jobHandlers(services: JobServices): JobHandlers {
  return { "newsletter.confirm": (subscription) => askToConfirm(services, subscription) };
}

export async function catchUp(services: Services): Promise<void> {
  await catchUpConfirmations(services);
}
