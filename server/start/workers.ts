import cluster from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createBirpc } from "birpc";
import type { RestoreState } from "../../app/shared/restore-state.ts";
import { StartError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { createSemaphores, type Semaphores } from "../semaphores.ts";
import type { Given, SupervisorCalls, WorkerCalls } from "./protocol.ts";
import type { Worker } from "./worker.ts";

/** Megabytes; Node's own 16 are resident three times in each process, and make no page faster. */
const semiSpace = 4;
const settleWithinMs = 500;
/** Requests have ten seconds, and so have the jobs after them. */
const stopWithinMs = 25_000;
const shortestPauseMs = 100;
const longestPauseMs = 10_000;
/** A worker that has lived so long is no sign that the next one fails as well. */
const soundAfterMs = 30_000;

interface WorkersParts {
  count: number;
  log: Logger;
  /** May come later: meanwhile the workers load their modules. */
  given: Promise<Omit<Given, "number">>;
  startAnew(): void;
  /** A worker can't start, and no other is there that answers. @param reason in a line */
  onGivenUp(reason: string): void;
}

export interface Workers extends Pick<Worker, "ready"> {
  stop(): Promise<void>;
  /** Puts a new worker in the place of each, one after the other; no request is lost. */
  reload(): Promise<void>;
}

/** A worker's process. */
interface Running {
  ready: Promise<{ lines: string[] } | { failure: string }>;
  isReady: boolean;
  startedAt: number;
  calls: Pick<WorkerCalls, "metrics" | "settle" | "restoreState">;
  /** Resolves when its process has ended. */
  stop(isReplaced: boolean): Promise<void>;
}

/**
 * Starts workers as processes that answer on one port, and others in the place of those that die. The supervisor takes
 * each connection and hands it to one of them; what they share is kept here.
 */
export function startWorkers({ count, log, given, startAnew, onGivenUp }: WorkersParts): Workers {
  cluster.setupPrimary({ execArgv: [...process.execArgv, `--max-semi-space-size=${semiSpace}`] });
  const running = new Map<number, Running>();
  const semaphores = createSemaphores();
  let isStopping = false;
  let reloading: Promise<void> | undefined;
  const others = (own?: Running) => [...running.values()].filter((one) => one !== own && one.isReady);

  function launch(number: number): Running {
    const child = cluster.fork();
    const gone = once(child, "exit");
    const permits = permitsOf(semaphores, (id) => void worker.wanted.asEvent(id).catch(() => {}));
    const worker = createBirpc<WorkerCalls, SupervisorCalls>(
      {
        acquire: permits.acquire,
        release: permits.release,
        metrics: () => joinedMetrics(others()),
        settle: () => settled(others(launched)),
        restoreState: async () =>
          foremost(await Promise.all(others().map(({ calls }) => calls.restoreState()))),
        startAnew,
      },
      {
        post: (message) => child.send(message, undefined, () => {}),
        on: (receive) => child.on("message", receive),
        timeout: -1,
      },
    );
    const launched: Running = {
      isReady: false,
      startedAt: performance.now(),
      calls: worker,
      ready: Promise.race([
        given.then((known) => worker.begin({ ...known, number })),
        gone.then(([code, signal]) => ({ failure: `A worker ended at its start (${signal ?? code}).` })),
      ]),
      async stop(isReplaced) {
        launched.isReady = false;
        const late = setTimeout(() => child.process.kill("SIGKILL"), stopWithinMs);
        // It may be gone already.
        await worker.stop.asEvent(isReplaced).catch(() => {});
        await gone;
        clearTimeout(late);
      },
    };
    gone.then(([code, signal]) => {
      const wasReady = launched.isReady;
      launched.isReady = false;
      permits.releaseAll();
      worker.$close();
      // One that never was is missed where it was launched, and one that was told to stop isn't missed.
      if (!wasReady) return;
      log.error({ worker: number, code, signal }, "a worker has ended: another is started");
      void replace(number, launched);
    });
    launched.ready.then(
      (outcome) => {
        if ("failure" in outcome) child.process.kill("SIGKILL");
        else launched.isReady = true;
      },
      // Nothing can be given: who asked for it knows.
      () => child.process.kill("SIGKILL"),
    );
    return launched;
  }

  /** Puts a new worker in the place of one that is gone, and tries again until that has started. */
  async function replace(number: number, gone: Running): Promise<void> {
    let pauseMs = performance.now() - gone.startedAt > soundAfterMs ? 0 : shortestPauseMs;
    for (; !isStopping; pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, pauseMs * 2))) {
      await sleep(pauseMs);
      // A reload may have been quicker.
      const isMissed = () => !isStopping && running.get(number) === gone;
      if (!isMissed()) return;
      const next = launch(number);
      const outcome = await next.ready;
      if (!isMissed()) return next.stop(true);
      if ("lines" in outcome) {
        running.set(number, next);
        return;
      }
      if (others().length === 0) return onGivenUp(outcome.failure);
      log.error({ worker: number }, `a worker could not be started: ${outcome.failure}`);
    }
  }

  async function start(): Promise<string[]> {
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    for (const number of numbers) running.set(number, launch(number));
    const outcomes = await Promise.all([...running.values()].map(({ ready }) => ready));
    return outcomes.flatMap((outcome) => {
      if ("failure" in outcome) throw new StartError(outcome.failure);
      return outcome.lines;
    });
  }

  async function replaceAll(): Promise<void> {
    for (const number of running.keys()) {
      const next = launch(number);
      const outcome = await next.ready;
      if (isStopping) return next.stop(true);
      if ("failure" in outcome) {
        log.error(`the workers stay as they are, as a new one could not be started: ${outcome.failure}`);
        return;
      }
      const old = running.get(number);
      running.set(number, next);
      await old?.stop(true);
      if (isStopping) return;
    }
    log.info("all workers are new");
  }

  return {
    ready: start(),
    async stop() {
      isStopping = true;
      await Promise.all([...running.values()].map((worker) => worker.stop(false)));
      await reloading;
    },
    reload() {
      reloading ??= replaceAll().finally(() => {
        reloading = undefined;
      });
      return reloading;
    },
  };
}

/** The permits that one worker holds, by the names it gave them. */
function permitsOf(semaphores: Semaphores, wanted: (id: number) => void) {
  const endings = new Map<number, () => void>();
  const release = (id: number) => {
    endings.get(id)?.();
    endings.delete(id);
  };
  return {
    async acquire(id: number, name: string, permits: number, waits: boolean): Promise<boolean> {
      const ending = new AbortController();
      endings.set(id, () => ending.abort());
      const free = waits
        ? await semaphores
            .acquire(name, permits, { onWanted: () => wanted(id), signal: ending.signal })
            .catch(() => undefined)
        : await semaphores.tryAcquire(name, permits);
      if (ending.signal.aborted) free?.();
      else if (free) endings.set(id, free);
      else endings.delete(id);
      return free !== undefined && !ending.signal.aborted;
    },
    release,
    releaseAll() {
      for (const id of [...endings.keys()]) release(id);
    },
  };
}

async function joinedMetrics(workers: Running[]): Promise<string> {
  const { AggregatorRegistry } = await import("prom-client");
  const each = await Promise.all(workers.map(({ calls }) => calls.metrics().catch(() => [])));
  return AggregatorRegistry.aggregate(each).metrics();
}

async function settled(workers: Running[]): Promise<void> {
  const all = Promise.allSettled(workers.map(({ calls }) => calls.settle()));
  await Promise.race([all, sleep(settleWithinMs, undefined, { ref: false })]);
}

const phases: RestoreState["phase"][] = ["none", "done", "failed", "checking", "restoring"];

/** The state that says most: of the one worker that is at it, or was last. */
function foremost(states: RestoreState[]): RestoreState {
  const [first] = states.toSorted((one, other) => phases.indexOf(other.phase) - phases.indexOf(one.phase));
  if (!first) throw new Error("No worker is there.");
  return first;
}
