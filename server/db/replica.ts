import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import type { Logger } from "../log.ts";
import { type Operation, watched } from "../watching.ts";
import type { Actor, NamedStatement } from "./as.ts";

/**
 * How far the write-ahead log of the primary was on its disk at a moment, and on which timeline. What could be seen in the
 * primary until then is before it.
 */
export interface LogPosition {
  lsn: string;
  timeline: number;
}

/** The columns of a `LogPosition`, for a statement that is asked of the primary. */
export const logPosition = `pg_current_wal_flush_lsn()::text as lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`;

/** A replica follows the primary's timeline, or it may hold what the primary never had. */
const hasReached: NamedStatement<{ reached: boolean | null }> = {
  name: "has-reached",
  text: `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
    and (select timeline_id = $2 from pg_control_checkpoint()) as reached`,
};

/** A read-only copy of the database that follows it by streaming replication. */
export interface Replica {
  /**
   * The visitor, whose single statements are read from the replica once it has everything up to a position. Where it hasn't
   * within a moment, is away or refuses, they are read from the primary.
   */
  visitorAt(position: LogPosition, primary: Actor): Actor;
  close(): Promise<void>;
}

const catchesUpWithinMs = 150;
const askEveryMs = 10;
/** A statement with everything before it: connection, wait. */
const answersWithinMs = 1_000;
/** How long the primary is read from without trying. */
const restBehindMs = 1_000;
const restFailedMs = 5_000;

/** @param pool of visitors' connections to the replica */
export function createReplica(pool: Pool, log: Logger): Replica {
  let restsUntil = 0;
  let isUsed = true;

  function rest(ms: number, reason: object): void {
    restsUntil = Date.now() + ms;
    if (isUsed) log.warn(reason, "The replica isn't read from; pages are read from the primary");
    isUsed = false;
  }

  function used(): void {
    if (!isUsed) log.info("The replica is read from again");
    isUsed = true;
  }

  return {
    visitorAt: (position, primary) => ({
      ...primary,
      async readOnce(statement, values) {
        const operation: Operation = { kind: "replica read", name: "visitor", outcome: "resting" };
        const rows = await watched(operation, async () => {
          if (Date.now() < restsUntil) return undefined;
          try {
            const found = await read(pool, position, (client) => client.query({ ...statement, values }));
            operation.outcome = found ? "ok" : "behind";
            if (found) used();
            else rest(restBehindMs, { behind: position });
            return found;
          } catch (error) {
            operation.outcome = "failed";
            rest(restFailedMs, { err: error });
            return undefined;
          }
        });
        return rows ?? primary.readOnce(statement, values);
      },
    }),
    close: () => pool.end(),
  };
}

/** The rows of a statement as of the position or later; undefined where the replica is behind. @throws Error where it fails */
async function read<Row>(
  pool: Pool,
  { lsn, timeline }: LogPosition,
  ask: (client: PoolClient) => Promise<{ rows: Row[] }>,
): Promise<Row[] | undefined> {
  const begun = Date.now();
  const connecting = pool.connect();
  const work = async () => {
    const client = await connecting;
    const reached = async () => {
      const { rows } = await client.query({ ...hasReached, values: [lsn, timeline] });
      return rows[0]?.reached === true;
    };
    // Both are on their way before the first answer is back: mostly the replica is there already.
    const [isThere, { rows }] = await Promise.all([reached(), ask(client)]);
    if (isThere) return rows;
    while (Date.now() - begun < catchesUpWithinMs) {
      await sleep(askEveryMs);
      if (await reached()) return (await ask(client)).rows;
    }
    return undefined;
  };
  let isBroken = true;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("The replica doesn't answer.")), answersWithinMs);
  try {
    const rows = await Promise.race([work(), late.promise]);
    isBroken = false;
    return rows;
  } finally {
    clearTimeout(timer);
    connecting.then(
      (client) => client.release(isBroken),
      () => {},
    );
  }
}
