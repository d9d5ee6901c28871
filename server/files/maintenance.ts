import type { Subscriber } from "../realtime/listener.ts";
import type { Services } from "../services.ts";
import { sweepFiles } from "./orphans.ts";
import { removeUnnamedFiles } from "./removal.ts";

export interface Upkeep {
  /** Hears of files to remove as soon as their rows are gone. */
  files: Subscriber;
  /** Ends what is under way, and waits for it. */
  close(): Promise<void>;
}

const removeEveryMs = 60 * 1000;
const sweepEveryMs = 24 * 60 * 60 * 1000;

/**
 * Keeps the store as the rows say: removes files after their rows, at once and every minute what could not be removed
 * before, and sweeps at the start and every day. Nobody waits for any of it; what fails is tried again in its time.
 */
export function startUpkeep(services: Pick<Services, "db" | "storage" | "declarations" | "log">): Upkeep {
  const { log } = services;
  const closing = new AbortController();
  let removing: Promise<void> | undefined;
  let again = false;

  /** One removal at a time; whoever asks meanwhile is answered by one more after it. */
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

  async function sweep(): Promise<void> {
    try {
      const { removed, removedBytes, missing } = await sweepFiles(services, { signal: closing.signal });
      if (removed.length > 0) {
        log.info(
          { files: removed.length, bytes: removedBytes },
          "removed files that an interrupted change had left",
        );
      }
      if (missing.length > 0) {
        log.warn(
          { files: missing.length, first: missing[0] },
          "rows name files that are not there: npm run admin -- sweep lists them",
        );
      }
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error }, "sweeping the files failed");
    }
  }

  remove();
  let sweeping = sweep();
  const timers = [
    setInterval(remove, removeEveryMs),
    setInterval(() => {
      sweeping = sweeping.then(sweep);
    }, sweepEveryMs),
  ];
  return {
    files: { onConnect: remove, onNotify: remove, onDisconnect() {} },
    async close() {
      for (const timer of timers) clearInterval(timer);
      closing.abort();
      await Promise.all([removing, sweeping]);
    },
  };
}
