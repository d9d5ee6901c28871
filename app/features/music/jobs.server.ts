import type { JobHandlers } from "#server/jobs/jobs.ts";
import type { JobServices, Services } from "#server/services.ts";
import { analyseTrack, catchUpAnalyses } from "./analyse.server";
import { catchUpCleaning, cleanTrack } from "./clean.server";
import { catchUpCopies, makePlaybackCopy } from "./playback.server";
import { sweepDeletedReleases } from "./releases-commands.server";
import { askToConfirmReminder, sweepReminders } from "./reminders.server";
import { catchUpNews, tellOfRelease } from "./tell-release.server";

export function jobHandlers(services: JobServices): JobHandlers {
  return {
    "reminders.confirm": (reminder) => askToConfirmReminder(services, reminder),
    "reminders.send": ({ releaseId }) => tellOfRelease(services, releaseId),
    "track.analyse": ({ trackId }) => analyseTrack(services, trackId),
    "track.clean": ({ trackId }) => cleanTrack(services, trackId),
    "track.copy": ({ trackId }) => makePlaybackCopy(services, trackId),
  };
}

export async function catchUp(services: Services): Promise<void> {
  await catchUpAnalyses(services);
  await catchUpCleaning(services);
  await catchUpCopies(services);
  await catchUpNews(services);
  const swept = await sweepDeletedReleases(services);
  if (swept > 0) services.log.info({ releases: swept }, "deleted releases were swept");
  const reminders = await sweepReminders(services);
  if (reminders > 0) services.log.info({ reminders }, "addresses of releases that are out were removed");
}
