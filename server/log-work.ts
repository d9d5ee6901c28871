import type { Logger } from "./log.ts";
import { watchWith } from "./watching.ts";

/**
 * A line for each job that is done and each mail that is handed over, with the id of the request that has caused it, so that
 * one search in the log finds all of a request. Jobs that fail have lines of their own (server/jobs/queue.ts).
 * @returns a function that ends this
 */
export function logWork(log: Logger): () => void {
  return watchWith(async (operation, work) => {
    const begun = performance.now();
    const result = await work();
    const { kind, name, id, outcome } = operation;
    const ms = Math.round(performance.now() - begun);
    if (kind === "job" && outcome === "completed") log.info({ job: name, id, ms }, "A job is done");
    // A letter to many would fill the log.
    if (kind === "mail")
      log[name === "of many" ? "debug" : "info"]({ mailId: id, ms }, "A mail was handed over");
    return result;
  });
}
