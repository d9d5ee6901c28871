// What the server does is watched in one place: metrics always, traces where an operator has switched them on.

/** A piece of work that is watched. What is said of it has few values, and none that names a person. */
export interface Operation {
  kind:
    | "request"
    | "loader"
    | "action"
    | "transaction"
    | "replica read"
    | "sign of life"
    | "job"
    | "mail"
    | "bounce"
    | "storage"
    | "announced upload"
    | "arrived upload";
  /** Which of its kind: a job's queue, a transaction's role, a route. */
  name: string;
  /** How it ended, where the work knows better than that it returned or threw; set while it runs. */
  outcome?: string;
  /** A job's or a mail's own. */
  id?: string | undefined;
}

/** Runs the work of an operation, exactly once, and passes on what comes of it. */
export type Watcher = <T>(operation: Operation, work: () => Promise<T>) => Promise<T>;

let watchers: readonly Watcher[] = [];

/** From now on each operation passes through `watcher`. @returns a function that ends this */
export function watchWith(watcher: Watcher): () => void {
  watchers = [...watchers, watcher];
  return () => {
    watchers = watchers.filter((other) => other !== watcher);
  };
}

/**
 * Runs `work` in sight of those who watch. To be called by the server's own modules alone, which exist once: the bundled
 * screens have a copy of this module that nobody watches.
 */
export function watched<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
  let whole = work;
  for (const watcher of watchers) {
    const inner = whole;
    whole = () => watcher(operation, inner);
  }
  return whole();
}
