import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { sweepImports } from "./commands.server";

export function jobHandlers(): JobHandlers {
  return {};
}

export async function catchUp(services: Services): Promise<void> {
  const swept = await sweepImports(services);
  if (swept > 0) services.log.info({ imports: swept }, "imports of yesterday have gone");
}
