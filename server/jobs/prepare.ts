import { type Client, escapeLiteral } from "pg";
import { PgBoss } from "pg-boss";
import { applicationRoles } from "../db/roles.ts";
import { jobNames, queueOptions, requestableBy } from "./jobs.ts";

/**
 * Installs the queue, or brings it forward, with the owner's connection: at run time no role changes tables.
 * The system role works the queue; the other roles may only put in a job of `requestableBy`, through
 * `app.enqueue`.
 * Before moving to a pg-boss whose migrations build indexes in the background (its "bam"), make this wait for them.
 */
export async function prepareQueue(owner: Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(text, values) },
    schedule: false,
    supervise: false,
  });
  boss.on("error", () => {}); // only its timers' errors, and they stop below; the rest is thrown
  await boss.start();
  try {
    const unheard = new Set(jobNames.map((name) => queueOptions[name].deadLetter));
    for (const name of jobNames) {
      // No notice is sent for a job that the queue itself makes of one it gives up: such kinds are polled more often.
      const options = { ...queueOptions[name], notify: !unheard.has(name) };
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  await owner.query(grants);
}

// The channel is the one that pg-boss listens on for its default schema.
const { system, visitor, musician, admin } = applicationRoles;
const refused = (["visitor", "musician", "admin"] as const)
  .map((role) => {
    const names = requestableBy[role].map((name) => escapeLiteral(name)).join(", ");
    return `when '${applicationRoles[role]}' then enqueue.job not in (${names})`;
  })
  .join(" ");
const grants = `
  begin;
  revoke all on schema pgboss from public;
  revoke all on all tables in schema pgboss from public;
  revoke all on all functions in schema pgboss from public;
  grant usage on schema pgboss to ${system};
  grant select, insert, update, delete on all tables in schema pgboss to ${system};
  grant execute on all functions in schema pgboss to ${system};

  grant create on schema app to ${system};
  set local role ${system};
  -- As it was before a job could wait.
  drop function if exists app.enqueue(text, jsonb);
  create or replace function app.enqueue(job text, data jsonb, not_before timestamptz default now()) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
    as $enqueue$
    declare
      -- The request that the transaction belongs to, which the job belongs to as well. It stays empty in a session that had one.
      request_id text := nullif(current_setting('app.request_id', true), '');
      cause jsonb := case when request_id is null then '{}' else jsonb_build_object('requestId', request_id) end;
    begin
      -- The role of this transaction: current_user is the system, in whose name this function runs.
      if (case current_setting('role') when '${system}' then false ${refused} else true end) then
        raise insufficient_privilege using message = format('%s may not ask for %s', current_setting('role'), enqueue.job);
      end if;
      insert into pgboss.job (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
                              expire_seconds, deletion_seconds, heartbeat_seconds, dead_letter, start_after,
                              keep_until)
        select queue.name, enqueue.data || cause, queue.policy, queue.retry_limit, queue.retry_delay, queue.retry_backoff,
               queue.retry_delay_max, queue.expire_seconds, queue.deletion_seconds, queue.heartbeat_seconds,
               queue.dead_letter, enqueue.not_before, greatest(enqueue.not_before, now()) + queue.retention_seconds * interval '1 s'
          from pgboss.queue where queue.name = enqueue.job;
      if not found then
        raise exception 'There is no queue named %', enqueue.job;
      end if;
      perform pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), enqueue.job);
    end
    $enqueue$;
  revoke all on function app.enqueue(text, jsonb, timestamptz) from public;
  grant execute on function app.enqueue(text, jsonb, timestamptz) to ${visitor}, ${musician}, ${admin};
  reset role;
  revoke create on schema app from ${system};
  commit;
`;
