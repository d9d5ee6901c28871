import type { RestoreState } from "../../app/shared/restore-state.ts";
import { createSemaphores, type Semaphores } from "../semaphores.ts";

/** What a worker shares with the others on its machine. */
export interface Machine {
  /** How many workers there are. */
  workers: number;
  /** Whether this worker does what one is enough for: the work beside requests. */
  leads: boolean;
  semaphores: Semaphores;
  /** All workers' metrics, as Prometheus text; undefined where this worker's are all. */
  metrics: (() => Promise<string>) | undefined;
  /** Resolves when the other workers keep nothing that a commit before this call has changed, or after half a second. */
  settle(): Promise<void>;
  /** How far the restore of a backup is that any worker has taken. */
  restoreState(): Promise<RestoreState>;
  /** Stops all parts of Handbill and starts them again. */
  startAnew(): void;
}

/** The machine of a worker that is alone on it. */
export function machineOfOne(restored: RestoreState, startAnew: () => void): Machine {
  return {
    workers: 1,
    leads: true,
    semaphores: createSemaphores(),
    metrics: undefined,
    async settle() {},
    restoreState: async () => restored,
    startAnew,
  };
}
