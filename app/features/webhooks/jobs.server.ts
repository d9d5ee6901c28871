import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { JobServices, Services } from "#server/services.ts";
import {
  catchUpDeliveries,
  catchUpReleases,
  deliver,
  noteRelease,
  sweepDeliveries,
} from "./deliver.server.ts";

export function jobHandlers(services: JobServices): JobHandlers {
  return {
    "webhooks.release": ({ releaseId }) => noteRelease(services, releaseId),
    "webhooks.send": ({ endpointId }) => deliver(services, endpointId),
  };
}

export async function catchUp(services: Services): Promise<void> {
  await catchUpReleases(services);
  await catchUpDeliveries(services);
  await sweepDeliveries(services);
}
