import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { alivePath, metricsPath, readyPath } from "../../app/shared/server-paths.ts";
import { createBacklog } from "../jobs/backlog.ts";
import { type JobName, jobNames } from "../jobs/jobs.ts";
import type { Services } from "../services.ts";
import { version } from "../version.ts";
import type { Leaving } from "./leaving.ts";
import type { PageCache } from "./page-cache.ts";
import type { PublicFiles } from "./public-files.ts";

const probeTimeoutMs = 2_000;
/** The headers that proxies add to a request that they pass on. */
const forwardingHeader = /^(x-forwarded|x-original-|forwarded$|via$|.*-real-ip$|.*-client-ip$|cf-)/;

export interface Health {
  /** Answers /healthz, /readyz and /metrics; false for any other path. */
  answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean>;
  /** Counts one finished request. */
  observe(method: string, status: number, seconds: number): void;
  /** Counts one job that was given up. */
  jobGivenUp(queue: JobName): void;
}

/** The endpoints that an operator's tools watch. Without cookies, without touching a page. */
export function createHealth(
  { db, storage, config }: Services,
  pages: PageCache,
  publicFiles: PublicFiles,
  leaving: Pick<Leaving, "isLeaving">,
): Health {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer a request",
    labelNames: ["method", "status"],
    buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  new Counter({
    name: "page_cache_requests_total",
    help: "Requests for pages that may be kept: answered from memory, or looked up and rendered",
    labelNames: ["result"],
    registers: [registry],
    collect() {
      const { hits, misses } = pages.stats();
      this.reset();
      this.inc({ result: "hit" }, hits);
      this.inc({ result: "miss" }, misses);
    },
  });
  new Counter({
    name: "page_cache_stored_total",
    help: "Pages that weren't in memory and were found in the database instead of being rendered",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(pages.stats().stored);
    },
  });
  new Gauge({
    name: "page_cache_entries",
    help: "Pages kept in memory",
    registers: [registry],
    collect() {
      this.set(pages.stats().entries);
    },
  });
  new Gauge({
    name: "page_cache_bytes",
    help: "What the kept pages and their compressed copies take",
    registers: [registry],
    collect() {
      this.set(pages.stats().bytes);
    },
  });
  new Gauge({
    name: "handbill_database_away",
    help: "1 while the database is known not to answer",
    registers: [registry],
    collect() {
      this.set(db.circuit.isOpen() ? 1 : 0);
    },
  });
  new Counter({
    name: "handbill_stale_pages_served_total",
    help: "Pages served from memory because the database could not be asked",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(pages.stats().stale);
    },
  });
  new Counter({
    name: "handbill_stale_files_served_total",
    help: "Files served as public when last asked because the database could not be asked",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(publicFiles.stale());
    },
  });

  const backlog = createBacklog(db);
  new Gauge({
    name: "handbill_jobs",
    help: "Background work that isn't done, mails among it, by kind and by what becomes of it",
    labelNames: ["queue", "state"],
    registers: [registry],
    async collect() {
      for (const { queue, state, jobs } of await backlog()) this.set({ queue, state }, jobs);
    },
  });
  const failedJobs = new Counter({
    name: "handbill_jobs_given_up_total",
    help: "Background work that this server gave up after its last try",
    labelNames: ["queue"],
    registers: [registry],
  });
  for (const queue of jobNames) failedJobs.inc({ queue }, 0);

  function mayReadMetrics(request: IncomingMessage): boolean {
    if (config.metricsToken) {
      const sentToken = Buffer.from(request.headers.authorization ?? "");
      const wanted = Buffer.from(`Bearer ${config.metricsToken}`);
      if (sentToken.length === wanted.length && timingSafeEqual(sentToken, wanted)) return true;
    }
    // Behind a proxy on the same machine every client comes from loopback; the proxy's headers show that.
    const isForwarded = Object.keys(request.headers).some((name) => forwardingHeader.test(name));
    return !isForwarded && /^(::1|(::ffff:)?127\.)/.test(request.socket.remoteAddress ?? "");
  }

  return {
    async answer(request, response, path) {
      if (path === alivePath) {
        send(response, 200, "application/json", JSON.stringify({ status: "ok", version }));
      } else if (path === readyPath) {
        if (leaving.isLeaving()) {
          send(response, 503, "application/json", JSON.stringify({ status: "stopping" }));
          return true;
        }
        const [database, files] = await Promise.all([answers(db.ping()), answers(storage.ping())]);
        const state = { database: database ? "ok" : "failing", storage: files ? "ok" : "failing" };
        send(response, database && files ? 200 : 503, "application/json", JSON.stringify(state));
      } else if (path === metricsPath) {
        if (!mayReadMetrics(request)) send(response, 403, "text/plain; charset=utf-8", "Forbidden\n");
        else send(response, 200, registry.contentType, await registry.metrics());
      } else {
        return false;
      }
      return true;
    },
    observe(method, status, seconds) {
      durations.observe({ method, status }, seconds);
    },
    jobGivenUp(queue) {
      failedJobs.inc({ queue });
    },
  };
}

async function answers(probe: Promise<unknown>): Promise<boolean> {
  const deadline = AbortSignal.timeout(probeTimeoutMs);
  const late = new Promise<false>((resolve) => deadline.addEventListener("abort", () => resolve(false)));
  return Promise.race([
    probe.then(
      () => true,
      () => false,
    ),
    late,
  ]);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" }).end(body);
}
