import { fillDemo } from "../../demo/fill.ts";
import { makeArchive } from "../backup/make-archive.ts";
import { makeBackup } from "../backup/make-backup.ts";
import { startMaintenance } from "../files/maintenance.ts";
import type { App } from "../http/request-listener.ts";
import type { Uploads } from "../http/uploads.ts";
import type { JobData } from "../jobs/jobs.ts";
import { startQueue } from "../jobs/queue.ts";
import { openMailer } from "../mail/mail.ts";
import { returnAddresses } from "../mail/return-address.ts";
import { sendQueued } from "../mail/send-queued.ts";
import { addSizes, catchUpSizes } from "../media/picture-sizes.ts";
import type { Subscriber } from "../realtime/listener.ts";
import type { Services } from "../services.ts";
import type { Visit } from "../static-copy/artist-copy.ts";
import type { Opened } from "./opened.ts";

const lookAfterEveryMs = 60 * 60 * 1000;

interface BackgroundParts {
  services: Services;
  exports: App["exports"];
  uploads: Pick<Uploads, "cleanUp">;
  secret: string;
  /** Renders public pages for copies of them. */
  visit: Visit;
}

export interface Background {
  /** Is notified of files to remove. */
  files: Subscriber;
  /** For the person who started Handbill. */
  lines: string[];
}

/**
 * Starts the work beside requests: jobs, what has been missed, the demo artist, leftovers of uploads and files to remove.
 * @param opened gets the parts to close
 */
export async function startBackground(
  { services, exports, uploads, secret, visit }: BackgroundParts,
  opened: Opened[],
): Promise<Background> {
  const { config, db, storage, site, log } = services;
  const { bounces } = config;
  const returned = bounces && returnAddresses(bounces.address, secret);
  const mailer = await openMailer({
    smtpUrl: config.smtpUrl,
    mailFrom: config.mailFrom,
    dataDir: config.dataDir,
    returnAddress: returned?.of,
    siteName: async () => (await site.shown()).name,
  });
  opened.push({ close: async () => mailer.close() });
  const stopping = new AbortController();
  const handlers = {
    ...exports.jobHandlers({ ...services, mailer, stopping: stopping.signal }),
    "account.archive": ({ archiveId }: JobData<"account.archive">) =>
      makeArchive({ ...services, stopping: stopping.signal }, visit, archiveId),
    "backup.make": ({ backupId }: JobData<"backup.make">) =>
      makeBackup({ ...services, stopping: stopping.signal }, backupId),
    "mail.send": (mail: JobData<"mail.send">) => sendQueued({ ...services, mailer }, mail),
    "picture.sizes": ({ url }: { url: string }) => addSizes(services, url),
  };
  const queue = await startQueue({ database: db, handlers, log });
  opened.push({
    close() {
      // First: what is left for later shall not be taken up here once more.
      const stopped = queue.stop();
      stopping.abort();
      return stopped;
    },
  });

  if (bounces && returned) {
    const { startBounceReader } = await import("../mail/bounces.ts");
    opened.push(startBounceReader(services, bounces, returned));
  }
  const catchUp = () =>
    Promise.all([exports.catchUp(services), catchUpSizes(services)]).catch((error: unknown) =>
      log.error({ err: error }, "looking for missed work failed"),
    );
  await uploads.cleanUp();
  const lookingAfter = setInterval(() => {
    uploads.cleanUp().catch((error: unknown) => log.error({ err: error }, "cleaning up uploads failed"));
    catchUp();
  }, lookAfterEveryMs);
  opened.push({ close: async () => clearInterval(lookingAfter) });

  const credentials = config.demo
    ? await fillDemo({ db, storage, hashPassword: exports.hashPassword }).catch((error: unknown) => {
        log.warn({ err: error }, "the demo artist could not be filled in; the next start tries again");
        return null;
      })
    : null;
  const lines = credentials
    ? [
        `Sign in as the demo musician: ${credentials.email}, password ${credentials.password} (shown only this once)`,
      ]
    : [];
  await catchUp();

  const maintenance = startMaintenance(services);
  opened.push(maintenance);
  return { files: maintenance.files, lines };
}
