import { setTimeout as sleep } from "node:timers/promises";
import type { ClientConfig } from "pg";
import { type ConstructorOptions, type JobResult, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Database } from "../db/database.ts";
import { applicationRoles } from "../db/roles.ts";
import type { Logger } from "../log.ts";
import { MailError } from "../mail/mail.ts";
import { withRequestId } from "../request-id.ts";
import { type Operation, watched } from "../watching.ts";
import {
  batchesAtOnce,
  causeOf,
  type JobHandler,
  type JobHandlers,
  type JobName,
  jobNames,
  jobs,
  jobsAtOnce,
} from "./jobs.ts";

interface QueueOptions {
  database: Pick<Database, "loginUrl" | "circuit">;
  /** A kind without a handler waits for a process that has one. */
  handlers: JobHandlers;
  log: Logger;
}

export interface Queue {
  /** Takes no more jobs and waits for those under way, at most 10 s; unfinished jobs are tried again later. */
  stop(): Promise<void>;
}

const finishWithinMs = 10_000;
/** Kinds whose jobs wait for a second of their own. */
const timely: ReadonlySet<JobName> = new Set(["reminders.send", "bookings.answer"]);

/**
 * Works the queue, as the system role and over a small pool of its own. Each job runs at least once: a notice wakes
 * the worker right after the commit, a slow poll finds what was missed.
 */
export async function startQueue({ database, handlers, log }: QueueOptions): Promise<Queue> {
  // pg-boss hands options that it doesn't know on to the driver.
  const settings: ConstructorOptions & ClientConfig = {
    connectionString: database.loginUrl,
    application_name: "handbill-jobs",
    stream: database.circuit.stream,
    query_timeout: 35_000, // the server would have refused by then
    options: `-c role=${applicationRoles.system} -c statement_timeout=30s -c lock_timeout=10s`,
    max: 2,
    // Tables are prepared by their owner before, and nothing at run time may change them.
    migrate: false,
    reindex: false,
    monitorVacuum: false,
    schedule: false,
    // How soon finished jobs are deleted.
    maintenanceIntervalSeconds: 60,
    useListenNotify: true,
  };
  const boss = new PgBoss(settings);
  // Errors come as copies of the driver's, with its details: only the message may be logged.
  boss.on("error", ({ message }) => log.warn({ reason: message }, "The job queue met an error and goes on"));
  boss.on("warning", ({ message }) => log.warn({ reason: message }, "The job queue warns"));
  await boss.start();

  async function register<Name extends JobName>(name: Name, handle: JobHandler<Name>): Promise<void> {
    function perform(job: JobWithMetadata<unknown>): Promise<JobResult> {
      const operation: Operation = { kind: "job", name, id: job.id };
      return withRequestId(causeOf(job.data), () => watched(operation, () => work(operation, job)));
    }
    async function work(
      operation: Operation,
      { id, data, retryCount, retryLimit }: JobWithMetadata<unknown>,
    ): Promise<JobResult> {
      try {
        await handle(jobs[name].parse(data));
        // At once, not with the slowest of its batch: a process that dies meanwhile would have to do it again.
        await boss.complete(name, id);
        operation.outcome = "completed";
        return { id, status: "completed" };
      } catch (error) {
        const isFutile = error instanceof MailError && error.outcome === "refused";
        const last = isFutile || retryCount >= retryLimit;
        operation.outcome = last ? "given_up" : "retried";
        log[last ? "error" : "warn"](
          { job: name, id, attempt: retryCount + 1, err: error },
          last ? "A job failed for good" : "A job failed and will be tried again",
        );
        return {
          id,
          // That is a failure without another try.
          status: isFutile ? "deadletter" : "failed",
          output: { reason: error instanceof Error ? error.message : String(error) },
        };
      }
    }
    const options = {
      batchSize: jobsAtOnce[name],
      localConcurrency: batchesAtOnce[name] ?? 1,
      burstWhenBatchFull: true,
      includeMetadata: true,
      perJobResults: true,
      pollingIntervalSeconds: 10,
      // No notice is sent when the time of a job has come: what has a second of its own is looked for more often.
      notifyPollingIntervalSeconds: timely.has(name) ? 10 : 60,
    } as const;
    await boss.work<unknown, void, typeof options>(name, options, (batch) => Promise.all(batch.map(perform)));
  }
  for (const name of jobNames) {
    const handle = handlers[name];
    if (handle) await register(name, handle);
  }
  return {
    async stop() {
      // pg-boss itself would look only every half second whether its jobs are done.
      const done = Promise.allSettled(jobNames.map((name) => boss.offWork(name)));
      await Promise.race([done, sleep(finishWithinMs)]);
      await boss.stop({ graceful: false });
    },
  };
}
