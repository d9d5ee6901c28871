import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { analyseTrack, catchUpAnalyses } from "./analyse.server";

export function jobHandlers(services: Services): JobHandlers {
  return { "track.analyse": ({ trackId }) => analyseTrack(services, trackId) };
}

export { catchUpAnalyses as catchUp };
