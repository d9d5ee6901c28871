import { sql } from "kysely";
import type { Database, Writer } from "./db/database.ts";

// How many errors of each kind the log has had, by the hour, for the admin's overview. The log itself says what happened.

const storeEveryMs = 10_000;
/** The log's messages are few; a fault in them shall not fill the table. */
const mostKinds = 100;
const longestKind = 200;

export interface ErrorCounts {
  /** Counts one line of the log, of level `error` or `fatal`. @param parts what it was called with */
  count(parts: readonly unknown[]): void;
  /** Stores them from now on, together with those of before. */
  storeIn(db: Pick<Database, "asSystem">): { close(): Promise<void> };
}

interface Count {
  hour: Date;
  kind: string;
  errors: number;
  last_at: Date;
}

/** Counts in memory and stores every ten seconds; while the database is away the counts wait. */
export function createErrorCounts(): ErrorCounts {
  let waiting = new Map<string, Count>();

  function add(count: Count): void {
    const key = `${count.hour.getTime()} ${count.kind}`;
    const known = waiting.get(key);
    if (known) {
      known.errors += count.errors;
      if (known.last_at < count.last_at) known.last_at = count.last_at;
    } else if (waiting.size < mostKinds) waiting.set(key, count);
  }

  async function store(db: Pick<Database, "asSystem">): Promise<void> {
    if (waiting.size === 0) return;
    const counts = [...waiting.values()];
    waiting = new Map();
    try {
      await db.asSystem().write((tx) => storeCounts(tx, counts));
    } catch {
      // Nothing is logged about it: that would be counted as well.
      counts.forEach(add);
    }
  }

  return {
    count(parts) {
      const now = new Date();
      const hour = new Date(now);
      hour.setUTCMinutes(0, 0, 0);
      add({ hour, kind: kindOf(parts), errors: 1, last_at: now });
    },
    storeIn(db) {
      const timer = setInterval(() => void store(db), storeEveryMs);
      return {
        async close() {
          clearInterval(timer);
          await store(db);
        },
      };
    },
  };
}

async function storeCounts(tx: Writer, counts: Count[]): Promise<void> {
  await tx
    .insertInto("error_counts")
    .values(counts)
    .onConflict((conflict) =>
      conflict.columns(["hour", "kind"]).doUpdateSet((row) => ({
        errors: sql<number>`error_counts.errors + ${row.ref("excluded.errors")}`,
        last_at: sql<Date>`greatest(error_counts.last_at, ${row.ref("excluded.last_at")})`,
      })),
    )
    .execute();
  await tx.deleteFrom("error_counts").where("hour", "<", sql<Date>`now() - interval '2 days'`).execute();
}

/** What a log line's errors have in common: its message, with the job's kind or the error's name. Never a user's text. */
export function kindOf(parts: readonly unknown[]): string {
  const message = parts.find((part) => typeof part === "string") ?? "an error without a message";
  const details = Object(parts[0]);
  const error: unknown = details.err ?? details.error;
  const more =
    typeof details.job === "string" ? details.job : error instanceof Error ? error.name : undefined;
  return (more ? `${message} (${more})` : `${message}`).slice(0, longestKind);
}
