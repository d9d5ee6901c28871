import type { Subscriber } from "../realtime/listener.ts";
import { program } from "../released.ts";
import type { Services } from "../services.ts";
import { collectOrphans } from "./orphans.ts";
import { removeUnnamedFiles } from "./removal.ts";

export interface Maintenance {
  /** Is notified of files to remove as soon as their rows are gone. */
  files: Subscriber;
  /** Ends what is under way, and waits for it. */
  close(): Promise<void>;
}

const removeEveryMs = 60 * 1000;
const collectEveryMs = 24 * 60 * 60 * 1000;

/**
 * Keeps the store as the rows say: removes files after their rows, at once and every minute what could not be removed
 * before, and collects orphans at the start and every day. It all runs beside requests; failures are tried again in time.
 */
export function startMaintenance(
  services: Pick<Services, "db" | "storage" | "declarations" | "log">,
): Maintenance {
  const { log } = services;
  const closing = new AbortController();
  let removing: Promise<void> | undefined;
  let again = false;

  /** One removal at a time; a call meanwhile is answered by one more after it. */
  function remove(): void {
    if (removing) {
      again = true;
      return;
    }
    removing = removeUnnamedFiles(services)
      .then(
        () => {},
        (error: unknown) => log.warn({ err: error }, "files could not be removed; it is tried again"),
      )
      .finally(() => {
        removing = undefined;
        if (again && !closing.signal.aborted) {
          again = false;
          remove();
        }
      });
  }

  async function collect(): Promise<void> {
    try {
      const { removed, removedBytes, missing } = await collectOrphans(services, { signal: closing.signal });
      if (removed.length > 0) {
        log.info(
          { files: removed.length, bytes: removedBytes },
          "removed files that an interrupted change had left",
        );
      }
      if (missing.length > 0) {
        log.warn(
          { files: missing.length, first: missing[0] },
          `rows name files that are not there: ${program} sweep lists them`,
        );
      }
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error }, "collecting orphaned files failed");
    }
  }

  remove();
  let collecting = collect();
  const timers = [
    setInterval(remove, removeEveryMs),
    setInterval(() => {
      collecting = collecting.then(collect);
    }, collectEveryMs),
  ];
  return {
    files: { onConnect: remove, onNotify: remove, onDisconnect() {} },
    async close() {
      for (const timer of timers) clearInterval(timer);
      closing.abort();
      await Promise.all([removing, collecting]);
    },
  };
}
