import { parentPort } from "node:worker_threads";

/**
 * Does the one task of a worker that `runBounded` runs, and posts its answer. The task's time counts from here on: what the
 * thread and its modules take to load isn't the file's, and on a busy machine it is seconds.
 */
export async function answerTask<Answer>(task: () => Answer | Promise<Answer>): Promise<void> {
  parentPort?.postMessage("begun");
  parentPort?.postMessage(await task());
}
