import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { JobServices, Services } from "#server/services.ts";
import { analyseTrack, catchUpAnalyses } from "./analyse.server";
import { catchUpCleaning, cleanTrack } from "./clean.server";
import { catchUpCopies, makePlaybackCopy } from "./playback.server";
import { sweepDeletedReleases } from "./releases-commands.server";

export function jobHandlers(services: Services & Pick<JobServices, "stopping">): JobHandlers {
  return {
    "track.analyse": ({ trackId }) => analyseTrack(services, trackId),
    "track.clean": ({ trackId }) => cleanTrack(services, trackId),
    "track.copy": ({ trackId }) => makePlaybackCopy(services, trackId),
  };
}

export async function catchUp(services: Services): Promise<void> {
  await catchUpAnalyses(services);
  await catchUpCleaning(services);
  await catchUpCopies(services);
  const swept = await sweepDeletedReleases(services);
  if (swept > 0) services.log.info({ releases: swept }, "deleted releases were swept");
}
