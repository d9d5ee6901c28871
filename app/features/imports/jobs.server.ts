import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { JobServices, Services } from "#server/services.ts";
import { bringWaiting, catchUpBringing } from "./bring.server";
import { sweepImports } from "./commands.server";

export function jobHandlers(services: JobServices): JobHandlers {
  return { "imports.bring": ({ importId }) => bringWaiting(services, importId) };
}

export async function catchUp(services: Services): Promise<void> {
  await catchUpBringing(services);
  const swept = await sweepImports(services);
  if (swept > 0) services.log.info({ imports: swept }, "imports of yesterday have gone");
}
