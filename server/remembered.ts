/**
 * An answer that costs something, for those who ask often: it is `everyMs` old at most, unless it could not be had since; then
 * it is the last one.
 * @param first the answer until there is one
 */
export function remembered<T>(everyMs: number, first: T, ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> = Promise.resolve<T>(first);
  let askedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - askedAt >= everyMs) {
      askedAt = performance.now();
      const last = answer;
      answer = ask().catch(() => last);
    }
    return answer;
  };
}
