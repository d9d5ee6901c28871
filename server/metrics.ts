import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "./db/database.ts";
import { AppError } from "./errors.ts";
import type { PageCache } from "./http/page-cache.ts";
import type { PublicFiles } from "./http/public-files.ts";
import { createBacklog } from "./jobs/backlog.ts";
import { jobNames } from "./jobs/jobs.ts";
import { remembered } from "./remembered.ts";
import { version } from "./version.ts";
import { type Operation, watchWith } from "./watching.ts";

// What /metrics says, named by Prometheus' conventions. docs/operating.md has a table of it, and `monitoring/` an example of
// what to make of it; both are checked against this. Each process has its own registry. Where the processes of a machine are
// summed up, `aggregator` says which numbers are no sums, because every process would tell the same.

export interface Metrics {
  /** What Prometheus reads, and its media type. */
  text(): Promise<string>;
  contentType: string;
  /** The same as JSON, for a sum over processes. */
  json(): Promise<object>;
  /** Counts one finished request. */
  observeRequest(labels: RequestLabels, seconds: number): void;
  /** Watches no longer. */
  close(): void;
}

export interface RequestLabels {
  /** What was asked for: a page that may be cached, a stored file, an upload, or anything else. */
  handler: "page" | "file" | "upload" | "api" | "other";
  method: string;
  status: number;
}

interface Watched {
  db: Pick<Database, "asSystem" | "circuit" | "connections">;
  dataDir: string;
  pages: Pick<PageCache, "stats">;
  publicFiles: Pick<PublicFiles, "stale">;
}

/** Of the `outcome` of a mail: see `MailError`. `withdrawn` is one that was no longer wanted when its turn came. */
const mailOutcomes = ["sent", "refused", "later", "away", "unknown", "withdrawn"];
const replicaOutcomes = ["ok", "behind", "failed", "resting"];
const jobOutcomes = ["completed", "retried", "given_up"];

/** Seconds: a cached page takes a millisecond, an answer to a form a second at most, a large file minutes. */
const requestBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
const queryBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A mail takes milliseconds, the copy of a track minutes, a backup an hour. */
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800, 7200];

const askAgainAfterMs = 60_000;

/** Counts and measures from now on. */
export function createMetrics({ db, dataDir, pages, publicFiles }: Watched): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Gauges that are named like counters, and are the sums of others.
  for (const kind of ["handles", "requests", "resources"]) {
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  }

  /** A number that is known elsewhere and only grows. */
  function countElsewhere(name: string, help: string, read: () => number): void {
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
  }
  /** A number that every process of the installation would tell alike. NaN, where it isn't known, is left out. */
  function sharedGauge(name: string, help: string, read: () => Promise<number>): void {
    new Gauge({
      ...{ name, help, registers, aggregator: "max" },
      async collect() {
        const value = await read();
        if (Number.isNaN(value)) this.reset();
        else this.set(value);
      },
    });
  }

  new Gauge({
    name: "handbill_build_info",
    help: "Always 1; the labels say which Handbill runs on which Node",
    labelNames: ["version", "node_version"],
    registers,
    aggregator: "first",
  }).set({ version, node_version: process.versions.node }, 1);

  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's head to the end of its answer",
    labelNames: ["handler", "method", "status"],
    buckets: requestBuckets,
    registers,
  });

  new Counter({
    name: "handbill_page_cache_requests_total",
    help: "Requests for pages that may be kept: answered from memory, or looked up and rendered",
    labelNames: ["result"],
    registers,
    collect() {
      const { hits, misses } = pages.stats();
      this.reset();
      this.inc({ result: "hit" }, hits);
      this.inc({ result: "miss" }, misses);
    },
  });
  countElsewhere(
    "handbill_page_cache_stored_total",
    "Pages that weren't in memory and were found in the database instead of being rendered",
    () => pages.stats().stored,
  );
  gauge("handbill_page_cache_entries", "Pages kept in memory", () => pages.stats().entries);
  gauge(
    "handbill_page_cache_bytes",
    "Room that the kept pages and their compressed copies take",
    () => pages.stats().bytes,
  );
  countElsewhere(
    "handbill_stale_pages_served_total",
    "Pages served from memory because the database could not be asked",
    () => pages.stats().stale,
  );
  countElsewhere(
    "handbill_stale_files_served_total",
    "Files served as public when last asked because the database could not be asked",
    () => publicFiles.stale(),
  );

  sharedGauge("handbill_database_away", "1 while the database is known not to answer", async () =>
    db.circuit.isOpen() ? 1 : 0,
  );
  new Gauge({
    name: "handbill_database_connections",
    help: "Connections to the database, by role and by what they do",
    labelNames: ["role", "state"],
    registers,
    collect() {
      for (const { role, busy, idle } of db.connections()) {
        this.set({ role, state: "busy" }, busy);
        this.set({ role, state: "idle" }, idle);
      }
    },
  });
  new Gauge({
    name: "handbill_database_connections_limit",
    help: "How many connections a role may have",
    labelNames: ["role"],
    registers,
    collect() {
      for (const { role, most } of db.connections()) this.set({ role }, most);
    },
  });
  new Gauge({
    name: "handbill_database_connections_awaited",
    help: "Transactions that wait for a connection",
    labelNames: ["role"],
    registers,
    collect() {
      for (const { role, waiting } of db.connections()) this.set({ role }, waiting);
    },
  });
  const transactions = new Histogram({
    name: "handbill_database_transaction_duration_seconds",
    help: "Time of a transaction, with its wait for a connection",
    labelNames: ["role", "outcome"],
    buckets: queryBuckets,
    registers,
  });
  const replicaReads = new Counter({
    name: "handbill_replica_reads_total",
    help: "Pages to be read from the replica, by what came of it: all but ok were read from the database itself",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of replicaOutcomes) replicaReads.inc({ outcome }, 0);
  let heardAt = performance.now();
  new Gauge({
    name: "handbill_listener_lag_seconds",
    help: "Age of the latest change in the database that this process is sure to have heard of",
    registers,
    aggregator: "max",
    collect() {
      this.set((performance.now() - heardAt) / 1000);
    },
  });

  const storageAnswers = new Histogram({
    name: "handbill_storage_operation_duration_seconds",
    help: "Time in which the store for files answers",
    labelNames: ["operation", "outcome"],
    buckets: queryBuckets,
    registers,
  });
  const uploads = new Counter({
    name: "handbill_uploads_total",
    help: "Uploads, when they are announced and when they have arrived, by kind and by what came of it",
    labelNames: ["step", "kind", "outcome"],
    registers,
  });

  const backlog = createBacklog(db);
  new Gauge({
    name: "handbill_jobs",
    help: "Background work that isn't done, mails among it, by kind and by what becomes of it",
    labelNames: ["queue", "state"],
    registers,
    aggregator: "max",
    async collect() {
      for (const { queue, state, jobs } of await backlog()) this.set({ queue, state }, jobs);
    },
  });
  new Gauge({
    name: "handbill_jobs_overdue_seconds",
    help: "How long the oldest job of a kind that is due has waited for its turn",
    labelNames: ["queue"],
    registers,
    aggregator: "max",
    async collect() {
      for (const queue of jobNames) {
        const rows = (await backlog()).filter((row) => row.queue === queue);
        this.set({ queue }, Math.max(0, ...rows.map(({ overdue }) => overdue)));
      }
    },
  });
  const jobsFinished = new Counter({
    name: "handbill_jobs_finished_total",
    help: "Background work of this process, by what came of it: given up is what failed for good",
    labelNames: ["queue", "outcome"],
    registers,
  });
  const jobDurations = new Histogram({
    name: "handbill_job_duration_seconds",
    help: "Time of a job, whatever comes of it",
    labelNames: ["queue"],
    buckets: jobBuckets,
    registers,
  });
  const mails = new Counter({
    name: "handbill_mails_total",
    help: "Mails, by what the mail server said",
    labelNames: ["outcome"],
    registers,
  });
  const mailDurations = new Histogram({
    name: "handbill_mail_duration_seconds",
    help: "Time in which the mail server takes a mail, or doesn't",
    buckets: queryBuckets,
    registers,
  });
  const bounces = new Counter({
    name: "handbill_bounces_total",
    help: "Reports of letters that came back, by whether the address can be reached at all",
    labelNames: ["kind"],
    registers,
  });
  // So that the first failure is a rise.
  for (const kind of ["permanent", "temporary"]) bounces.inc({ kind }, 0);
  for (const outcome of mailOutcomes) mails.inc({ outcome }, 0);
  for (const queue of jobNames) {
    for (const outcome of jobOutcomes) jobsFinished.inc({ queue, outcome }, 0);
  }

  const disk = remembered(askAgainAfterMs, undefined, () => statfs(dataDir));
  sharedGauge("handbill_data_disk_free_bytes", "Room left on the data folder's disk", async () => {
    const found = await disk();
    return found ? found.bavail * found.bsize : Number.NaN;
  });
  sharedGauge("handbill_data_disk_size_bytes", "Size of the data folder's disk", async () => {
    const found = await disk();
    return found ? found.blocks * found.bsize : Number.NaN;
  });
  const facts = remembered(askAgainAfterMs, undefined, () => factsOf(db));
  sharedGauge(
    "handbill_database_size_bytes",
    "Size of the database",
    async () => (await facts())?.database_bytes ?? Number.NaN,
  );
  sharedGauge(
    "handbill_last_backup_timestamp_seconds",
    "When the last backup under Admin, Backups began that was done and checked; 0 where there is none",
    async () => (await facts())?.last_backup ?? Number.NaN,
  );

  function note({ kind, name, outcome = "ok" }: Operation, seconds: number): void {
    if (kind === "transaction") transactions.observe({ role: name, outcome }, seconds);
    else if (kind === "replica read") replicaReads.inc({ outcome });
    else if (kind === "storage") storageAnswers.observe({ operation: name, outcome }, seconds);
    else if (kind === "announced upload") uploads.inc({ step: "announced", kind: name, outcome });
    else if (kind === "arrived upload") uploads.inc({ step: "arrived", kind: name, outcome });
    else if (kind === "job") {
      jobsFinished.inc({ queue: name, outcome });
      jobDurations.observe({ queue: name }, seconds);
    } else if (kind === "mail") {
      mails.inc({ outcome });
      mailDurations.observe(seconds);
    } else if (kind === "bounce" && outcome === "ok") bounces.inc({ kind: name });
  }

  const stopWatching = watchWith(async (operation, work) => {
    const begun = performance.now();
    try {
      const result = await work();
      // Every change that was committed before the question has come with its answer.
      if (operation.kind === "sign of life") heardAt = begun;
      return result;
    } catch (error) {
      operation.outcome ??= error instanceof AppError ? error.kind : "failed";
      throw error;
    } finally {
      note(operation, (performance.now() - begun) / 1000);
    }
  });

  return {
    text: () => registry.metrics(),
    contentType: registry.contentType,
    json: () => registry.getMetricsAsJSON(),
    observeRequest: (labels, seconds) => requests.observe({ ...labels }, seconds),
    close: stopWatching,
  };
}

async function factsOf(db: Pick<Database, "asSystem">) {
  const { rows } = await db.asSystem().read(async (tx) => {
    await sql`set local statement_timeout = '2s'`.execute(tx);
    return sql<{ database_bytes: number; last_backup: number }>`
      select pg_database_size(current_database()) as database_bytes,
        coalesce(extract(epoch from max(created_at)), 0)::float8 as last_backup
      from backups where state = 'done'`.execute(tx);
  });
  return rows[0];
}
