import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { remembered } from "../remembered.ts";
import { type JobName, jobNames } from "./jobs.ts";

/** The states of a job: `scheduled` for later, `waiting` for a worker, `retrying` after a failure, or `running`. */
export const jobStates = ["scheduled", "waiting", "retrying", "running"] as const;
export type JobState = (typeof jobStates)[number];

export interface BacklogRow {
  queue: JobName;
  state: JobState;
  jobs: number;
  /** How many seconds ago the oldest of them was due to begin; 0 where none is due. */
  overdue: number;
}

const askAgainAfterMs = 10_000;

/**
 * Counts the jobs that aren't done, by kind and state, kinds without any included. Asked often, it answers with the
 * counts of the last ten seconds; while the database is away or slow, with the last counts it could read.
 */
export function createBacklog(db: Pick<Database, "asSystem">): () => Promise<readonly BacklogRow[]> {
  return remembered<readonly BacklogRow[]>(askAgainAfterMs, [], () => count(db));
}

async function count(db: Pick<Database, "asSystem">): Promise<BacklogRow[]> {
  const { rows } = await db.asSystem().read(async (tx) => {
    await sql`set local statement_timeout = '2s'`.execute(tx);
    return sql<BacklogRow>`
      select name as queue,
             case state when 'retry' then 'retrying' when 'active' then 'running'
                        else case when start_after > now() then 'scheduled' else 'waiting' end end as state,
             count(*) as jobs,
             coalesce(extract(epoch from now() - min(greatest(created_on, start_after))
                        filter (where state <> 'active' and start_after <= now())), 0)::float8 as overdue
        from pgboss.job where state in ('created', 'retry', 'active') group by 1, 2`.execute(tx);
  });
  return jobNames.flatMap((queue) =>
    jobStates.map((state) => {
      const row = rows.find((counted) => counted.queue === queue && counted.state === state);
      return row ?? { queue, state, jobs: 0, overdue: 0 };
    }),
  );
}
