import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { JobServices, Services } from "#server/services.ts";
import { noteBounce } from "./bounces.server.ts";
import { askToConfirm, catchUpConfirmations } from "./confirm.server.ts";
import { catchUpIssues, sendIssue } from "./send-issue.server.ts";

export function jobHandlers(services: JobServices): JobHandlers {
  return {
    "newsletter.bounced": (bounce) => noteBounce(services, bounce),
    "newsletter.confirm": (subscription) => askToConfirm(services, subscription),
    "newsletter.send": ({ letterId: issueId }) => sendIssue(services, issueId),
  };
}

export async function catchUp(services: Services): Promise<void> {
  await catchUpConfirmations(services);
  await catchUpIssues(services);
}
