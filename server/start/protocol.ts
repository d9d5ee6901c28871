import type { RestoreState } from "../../app/shared/restore-state.ts";
import type { LoginUrls } from "../db/database.ts";

// What supervisor and worker processes ask of each other, over the channel between them.

/** What a worker needs to know beyond the settings. */
export interface Given {
  /** From 1 on. A worker that takes another's place has its number. */
  number: number;
  secret: string;
  loginUrls: LoginUrls;
  restored: RestoreState;
}

export interface SupervisorCalls {
  /**
   * Takes a permit of the machine's semaphores.
   * @param id names it from now on; the worker has chosen it
   * @returns false where none is free, or where `release` was called meanwhile
   */
  acquire(id: number, name: string, permits: number, waits: boolean): Promise<boolean>;
  /** Gives the permit back, or ends the wait for it. */
  release(id: number): void;
  /** All workers' metrics, as Prometheus text. */
  metrics(): Promise<string>;
  /** Has the other workers take up what has been committed by now. */
  settle(): Promise<void>;
  /** How far the restore of a backup is that any worker has taken. */
  restoreState(): Promise<RestoreState>;
  startAnew(): void;
}

export interface WorkerCalls {
  /** Starts. Resolves when the port is open, to the lines for the person who started Handbill. */
  begin(given: Given): Promise<{ lines: string[] } | { failure: string }>;
  /** Another waits for this permit. */
  wanted(id: number): void;
  /** This worker's own metrics, as JSON. */
  metrics(): Promise<object>;
  /** Resolves when nothing is kept here that a commit before this call has changed. */
  settle(): Promise<void>;
  restoreState(): Promise<RestoreState>;
  /** Ends the process once requests are finished. @param isReplaced Handbill goes on with others */
  stop(isReplaced: boolean): Promise<void>;
}
