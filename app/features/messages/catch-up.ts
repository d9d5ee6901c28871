const firstRetryMs = 1_000;
const longestRetryMs = 15_000;

/** Asks the server what has come since, again and again, so that nothing is left out. */
export interface CatchUp {
  /** There may be something new: it is asked at once, or as soon as the answer under way is there. */
  ask(): void;
  /** Ends the waiting for another try. */
  stop(): void;
}

/**
 * One question at a time, and one after it if there was an update meanwhile. What fails is tried again, without one after
 * pauses that grow to 15 s.
 * @param load asks once. @returns whether there is more to come
 * @param setCutOff told after each turn whether nothing comes in
 */
export function startCatchUp(load: () => Promise<boolean>, setCutOff: (isCutOff: boolean) => void): CatchUp {
  let isAsking = false;
  let isDue = false;
  let isStopped = false;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    isDue = true;
    if (isAsking) return;
    clearTimeout(retry);
    isAsking = true;
    try {
      while (isDue) {
        isDue = false;
        if (await load()) isDue = true;
      }
      failures = 0;
      setCutOff(false);
    } catch {
      setCutOff(true);
      // An update came meanwhile: the connection may be back.
      const wait = isDue ? 0 : Math.min(longestRetryMs, firstRetryMs * 2 ** failures++);
      if (!isStopped) retry = setTimeout(ask, wait);
    } finally {
      isAsking = false;
    }
  }

  return {
    ask: () => void ask(),
    stop() {
      isStopped = true;
      clearTimeout(retry);
    },
  };
}
