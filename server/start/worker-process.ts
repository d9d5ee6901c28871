import { createBirpc } from "birpc";
import { atRest } from "../backup/browser-restore.ts";
import { builtScreensModule } from "../build.ts";
import { loadConfig } from "../config.ts";
import { createErrorCounts } from "../error-counts.ts";
import { createLogger } from "../log.ts";
import type { Semaphores } from "../semaphores.ts";
import { whyNotStarted } from "./failure.ts";
import type { SupervisorCalls, WorkerCalls } from "./protocol.ts";
import { startWorker, type Worker } from "./worker.ts";

/** Runs this process as one worker of several: it begins when the supervisor says so, and ends with it. */
export function workForSupervisor(): void {
  // It is waited for later, and says then why it can't be loaded.
  builtScreensModule().catch(() => {});
  const config = loadConfig(process.env);
  const errorCounts = createErrorCounts();
  const log = createLogger(config.logLevel, errorCounts.count);
  const restored = atRest();
  let worker: Worker | undefined;

  const supervisor = createBirpc<SupervisorCalls, WorkerCalls>(
    {
      async begin({ number, secret, loginUrls, restored: known }) {
        Object.assign(restored, known);
        const machine = {
          workers: config.workers,
          leads: number === 1,
          semaphores: semaphores.shared,
          metrics: () => supervisor.metrics(),
          settle: () => supervisor.settle(),
          restoreState: () => supervisor.restoreState(),
          startAnew: () => void supervisor.startAnew.asEvent(),
        };
        worker = startWorker({ config, log, errorCounts, secret, loginUrls, restored, machine });
        try {
          return { lines: await worker.ready };
        } catch (error) {
          return { failure: whyNotStarted(error) };
        }
      },
      wanted: (id) => semaphores.wanted(id),
      metrics: async () => (await worker?.metrics()) ?? [],
      settle: async () => worker?.settle(),
      restoreState: async () => restored,
      stop: (isReplaced) => stop(isReplaced),
    },
    {
      post: (message) => process.send?.(message, undefined, undefined, () => {}),
      on: (receive) => process.on("message", receive),
      timeout: -1,
    },
  );
  const semaphores = semaphoresOf(supervisor);

  async function stop(isReplaced: boolean): Promise<void> {
    await worker?.stop(isReplaced).catch((error: unknown) => {
      log.error({ err: error }, "could not stop cleanly");
      process.exit(1);
    });
    process.exit(0);
  }
  // Ctrl-C reaches every process of the terminal; the supervisor's word decides.
  process.on("SIGINT", () => {});
  process.on("SIGHUP", () => {});
  process.once("SIGTERM", () => stop(false));
}

/** The supervisor's semaphores, and what is to be told of a permit that another waits for. */
function semaphoresOf(supervisor: {
  acquire: SupervisorCalls["acquire"];
  release: { asEvent: (id: number) => Promise<void> };
}): { shared: Semaphores; wanted(id: number): void } {
  const listeners = new Map<number, () => void>();
  let ids = 0;
  return {
    wanted: (id) => listeners.get(id)?.(),
    shared: {
      async acquire(name, permits, { onWanted, signal } = {}) {
        signal?.throwIfAborted();
        const id = ++ids;
        const release = () => {
          listeners.delete(id);
          void supervisor.release.asEvent(id);
        };
        if (onWanted) listeners.set(id, onWanted);
        signal?.addEventListener("abort", release);
        const isMine = await supervisor
          .acquire(id, name, permits, true)
          .finally(() => signal?.removeEventListener("abort", release));
        if (isMine) return release;
        throw signal?.reason ?? new Error(`There is no permit for ${name}.`);
      },
      async tryAcquire(name, permits) {
        const id = ++ids;
        if (!(await supervisor.acquire(id, name, permits, false))) return undefined;
        return () => void supervisor.release.asEvent(id);
      },
    },
  };
}
