import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { JobServices, Services } from "#server/services.ts";
import { askToConfirm, catchUpConfirmations } from "./confirm.server.ts";
import { catchUpLetters, sendLetter } from "./send-letter.server.ts";

export function jobHandlers(services: JobServices): JobHandlers {
  return {
    "newsletter.confirm": (subscription) => askToConfirm(services, subscription),
    "newsletter.send": ({ letterId }) => sendLetter(services, letterId),
  };
}

export async function catchUp(services: Services): Promise<void> {
  await catchUpConfirmations(services);
  await catchUpLetters(services);
}
