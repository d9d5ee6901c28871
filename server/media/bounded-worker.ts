import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

/** The limits of a worker that reads a visitor's or a musician's file. */
export interface Bounds {
  /** From when it begins with the file. */
  withinMs: number;
  /** Megabytes of JavaScript's own heap; a thread's buffers aren't counted. */
  heapMegabytes: number;
}

/** So long a thread may take to load its modules, which are ours: it shares a busy machine with everything else. */
const loadsWithinMs = 120_000;

const { resolve: locate } = createRequire(import.meta.url);

/**
 * Runs a worker of this folder in a thread of its own and resolves to the answer of its one task (bounded-task.ts); undefined
 * when it needs more time or memory than it may. The thread has ended before this resolves.
 * @param name the worker's file, found by name: callers are also bundled with the screens, and its neighbours are not
 * @param stopping ends the thread early
 * @throws what the worker throws, or the reason of `stopping`
 */
export function runBounded<Answer>(
  name: `${string}-worker.ts`,
  workerData: unknown,
  { withinMs, heapMegabytes }: Bounds,
  stopping?: AbortSignal,
): Promise<Answer | undefined> {
  if (stopping?.aborted) return Promise.reject(stopping.reason);
  const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>();
  const worker = new Worker(locate(`#server/media/${name}`), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 16 },
  });
  const giveUp = () => end(() => resolve(undefined));
  let timer = setTimeout(giveUp, loadsWithinMs);
  const end = (settle: () => void) => {
    clearTimeout(timer);
    stopping?.removeEventListener("abort", stop);
    worker.terminate().then(settle, reject);
  };
  const stop = () => end(() => reject(stopping?.reason));
  stopping?.addEventListener("abort", stop);
  worker.once("message", () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, withinMs);
    worker.once("message", (answer: Answer) => end(() => resolve(answer)));
  });
  worker.once("error", (error: unknown) =>
    end(() => (ranOutOfMemory(error) ? resolve(undefined) : reject(error))),
  );
  return promise;
}

function ranOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
