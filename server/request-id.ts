import { AsyncLocalStorage } from "node:async_hooks";

// A request's id goes with all that it causes: lines of the log, jobs, and what these cause in turn.

const current = new AsyncLocalStorage<string | undefined>();

/** The id of the request that the running code belongs to, or that has caused the job it belongs to. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}

/** @param id undefined for work that no request has caused, though it may have been begun within one */
export function withRequestId<T>(id: string | undefined, work: () => T): T {
  return current.run(id, work);
}
