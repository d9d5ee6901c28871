import { setTimeout as sleep } from "node:timers/promises";
import { isatty } from "node:tty";
import type { RestoreState } from "../../app/shared/restore-state.ts";
import { restoreWaiting, waitingRestore } from "../backup/browser-restore.ts";
import { builtScreensModule, ensureBuilt } from "../build.ts";
import { loadConfig } from "../config.ts";
import { type ReachedDatabase, reachDatabase } from "../db/database.ts";
import { createErrorCounts } from "../error-counts.ts";
import { StartError } from "../errors.ts";
import { createWaitingServer } from "../http/restore.ts";
import { createLogger } from "../log.ts";
import { development, startedByNpm } from "../mode.ts";
import { sessionSecret } from "../secret.ts";
import { endIfHanging, prepareFolder } from "./data-folder.ts";
import { exitWith } from "./failure.ts";
import { machineOfOne } from "./machine.ts";
import { listen, refuseTakenPort } from "./port.ts";
import { printLine } from "./print.ts";
import type { Workers } from "./workers.ts";

const finishStartWithinMs = 10_000;
/** PostgreSQL itself is given a minute. */
const stopDatabaseWithinMs = 70_000;

/**
 * Starts and stops Handbill: what there is once on a machine, and then the worker, which answers requests. A failure ends
 * the process with a line that says why.
 * @param restored how far the restore of a backup is; it outlives the start that it ends
 */
export async function startOrExit(restored: RestoreState): Promise<void> {
  try {
    await start(restored);
  } catch (error) {
    exitWith(error);
  }
}

async function start(restored: RestoreState): Promise<void> {
  if (Number.parseInt(process.versions.node, 10) < 24) {
    throw new StartError(
      `Node ${process.versions.node} is too old. Start with \`npm start\`, which brings its own.`,
    );
  }
  const config = loadConfig(process.env);
  // Vite reloads for one process.
  const count = development ? 1 : config.workers;
  const inTerminal = isatty(0);
  const errorCounts = createErrorCounts();
  const log = createLogger(config.logLevel, errorCounts.count);
  const begun = Promise.withResolvers<void>();
  let reaching: Promise<ReachedDatabase> | undefined;
  let workers: Pick<Workers, "ready" | "stop"> | undefined;
  let reloadable: Workers | undefined;
  let isEnding = false;
  let mustEnd = false;

  /** Stops all once, however often it is asked; what it was asked for first comes then. */
  function end(next: () => unknown): void {
    if (isEnding) return;
    isEnding = true;
    stopAll().then(next, (error: unknown) => {
      log.error({ err: error }, "could not stop cleanly");
      process.exit(1);
    });
  }

  async function stopAll(): Promise<void> {
    log.info("stopping: finishing the requests under way");
    await workers?.stop();
    await Promise.race([begun.promise, sleep(finishStartWithinMs)]);
    await Promise.race([stopDatabase(), sleep(stopDatabaseWithinMs)]);
  }

  async function stopDatabase(): Promise<void> {
    const database = await reaching?.catch(() => undefined);
    await database?.stop();
  }

  const reload = () => {
    if (count > 1) void reloadable?.reload();
    // The terminal was closed.
    else if (inTerminal) stop();
    else log.warn("SIGHUP: one process has nothing to reload. Set WORKERS to 2 or more, or restart.");
  };
  const stop = () => {
    mustEnd = true;
    end(() => process.exit(0));
  };
  const startAnew = () =>
    end(() => {
      if (mustEnd) process.exit(0);
      process.off("SIGTERM", stop);
      process.off("SIGINT", stop);
      process.off("SIGHUP", reload);
      return startOrExit(restored);
    });
  /** Nothing answers any more: whoever watches this process may start it again. */
  const giveUp = (reason: string) => end(() => exitWith(new StartError(reason)));
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGHUP", reload);
  if (startedByNpm) stopWithParent(stop);

  try {
    await refuseTakenPort(config);
    const secret = await endIfHanging(config.dataDir, async () => {
      await prepareFolder(config.dataDir);
      return sessionSecret(config.sessionSecret, config.dataDir);
    });
    if (!development) await ensureBuilt(printLine);
    const waiting = await waitingRestore(config);
    if (waiting) {
      // Where a killed process had begun it, nothing is known yet: a page that asks would take that for a start without one.
      restored.phase = "restoring";
      const meanwhile = createWaitingServer(restored);
      await listen(meanwhile, config);
      await restoreWaiting({ config, secret, log }, restored, waiting).finally(
        () => new Promise((closed) => meanwhile.close(closed)),
      );
      if (restored.phase === "restoring") restored.phase = "done";
    }
    reaching = reachDatabase({ ...config, sessionSecret: secret, log, workers: count });
    const given = reaching.then(({ loginUrls }) => ({ secret, loginUrls, restored }));
    // Modules are loaded while the database starts. Its failure is told by those who wait for it.
    given.catch(() => {});
    if (count === 1) {
      const [{ startWorker }] = await Promise.all([import("./worker.ts"), loadScreens()]);
      const known = await given;
      if (isEnding) return;
      const machine = machineOfOne(restored, startAnew);
      workers = startWorker({ config, log, errorCounts, machine, ...known });
    } else {
      const { startWorkers } = await import("./workers.ts");
      reloadable = startWorkers({ count, log, given, startAnew, onGivenUp: giveUp });
      workers = reloadable;
    }
    const lines = await workers.ready;
    if (isEnding) return;
    for (const line of lines) printLine(line);
    printLine(`Handbill is ready: open ${config.origin} in a browser.`);
  } catch (error) {
    // Where all is to stop anyway, the stop goes on with the parts that were opened.
    if (isEnding) return log.warn({ err: error }, "the start was broken off");
    await workers?.stop();
    await stopDatabase();
    throw error;
  } finally {
    begun.resolve();
  }
}

/** So that they are there when the worker asks for them; it says then why they can't be loaded. */
async function loadScreens(): Promise<void> {
  if (!development) await builtScreensModule().catch(() => {});
}

/** npm's scripts pass its signals on, but not its end by `kill -9`. */
function stopWithParent(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}
