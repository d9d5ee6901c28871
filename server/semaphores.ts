/**
 * Counting semaphores by name, for what only so many may do at once on a machine: those of a process that is alone, or the
 * supervisor's, which its workers share.
 */
export interface Semaphores {
  /**
   * Waits until one of a name's permits is free, in the order of asking.
   * @param permits how many there are: the same number with each call for that name
   * @returns what gives the permit back
   * @throws the reason of `signal`
   */
  acquire(name: string, permits: number, options?: AcquireOptions): Promise<() => void>;
  /** The same without waiting: undefined where none is free. */
  tryAcquire(name: string, permits: number): Promise<(() => void) | undefined>;
}

interface AcquireOptions {
  /** Called while the permit is held, whenever another begins to wait for one. */
  onWanted?: () => void;
  /** Ends the wait. */
  signal?: AbortSignal;
}

interface Semaphore {
  holders: Set<{ onWanted: (() => void) | undefined }>;
  /** Each lets one that waits hold a permit. */
  waiting: Set<() => void>;
}

export function createSemaphores(): Semaphores {
  const semaphores = new Map<string, Semaphore>();

  function semaphoreOf(name: string): Semaphore {
    const known = semaphores.get(name) ?? { holders: new Set(), waiting: new Set() };
    semaphores.set(name, known);
    return known;
  }

  function hold(name: string, onWanted?: () => void): () => void {
    const semaphore = semaphoreOf(name);
    const { holders, waiting } = semaphore;
    const holder = { onWanted };
    holders.add(holder);
    if (waiting.size > 0) onWanted?.();
    return () => {
      if (!holders.delete(holder)) return;
      const [next] = waiting;
      if (next) next();
      else if (holders.size === 0) semaphores.delete(name);
    };
  }

  return {
    async acquire(name, permits, { onWanted, signal } = {}) {
      signal?.throwIfAborted();
      const { holders, waiting } = semaphoreOf(name);
      if (holders.size < permits) return hold(name, onWanted);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const next = () => {
        waiting.delete(next);
        resolve(hold(name, onWanted));
      };
      const giveUp = () => {
        if (waiting.delete(next)) reject(signal?.reason);
      };
      waiting.add(next);
      signal?.addEventListener("abort", giveUp);
      for (const holder of [...holders]) holder.onWanted?.();
      return promise.finally(() => signal?.removeEventListener("abort", giveUp));
    },
    async tryAcquire(name, permits) {
      return semaphoreOf(name).holders.size < permits ? hold(name) : undefined;
    },
  };
}
