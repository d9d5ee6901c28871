import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, type Handbill, openOwnerOf, startHandbill } from "../tests/harness/handbill.ts";
import { artists, filledDataDir, pagePath } from "./filled.ts";
import { childrenOf, coreSeconds } from "./machine.ts";
import { pagePlan } from "./page-plan.ts";
import { printLine, quantile, round, sayTable } from "./report.ts";

const visitors = 32;
const warmUp = 1_000;
const measured = 5_000;

/**
 * Visitors who come at once, each to an artist whose page isn't in memory: first every answer is rendered and compressed for
 * them, then, after a restart, it is in the database. Server, database and visitors share the machine.
 */
export async function measureColdRenders(): Promise<object> {
  await using filled = await filledDataDir();
  const plan = await pagePlan(filled.asOwner);
  printLine(
    `The page's statement reads ${plan.scans.length} times, by ${plan.indexes.length} indexes; ` +
      `whole tables: ${plan.wholeTables.join(", ") || "none"}; ${round(plan.milliseconds, 2)} ms`,
  );
  await filled.stop();

  const paths = Array.from({ length: artists }, (_, index) => pagePath(1 + ((index * 7919) % artists)));
  const rows = [];
  // The same address, or the pages would be others.
  const settings = { ...filled.settings, PORT: String(await freePort()) };
  {
    await using handbill = await startHandbill(settings);
    await untilIdle(handbill);
    await visit(handbill.origin, paths.slice(0, warmUp));
    rows.push({ page: "rendered", ...(await measure(handbill, paths.slice(warmUp, warmUp + measured))) });
    await stored(handbill, warmUp + measured);
  }
  // Another process on the same database, after a restart: nothing is in memory.
  await using handbill = await startHandbill(settings);
  await untilIdle(handbill);
  await visit(handbill.origin, paths.slice(0, warmUp));
  rows.push({ page: "stored before", ...(await measure(handbill, paths.slice(warmUp, warmUp + measured))) });
  sayTable(rows);
  return { rows, visitors, warmUp, measured, plan };
}

/** Core seconds of the server and of its database so far. */
function spentBy(handbill: Handbill): [server: number, database: number] {
  const server = handbill.process.pid ?? 0;
  const database = childrenOf(server).flatMap((postmaster) => [postmaster, ...childrenOf(postmaster)]);
  return [coreSeconds(server) ?? 0, sum(database.map((pid) => coreSeconds(pid) ?? 0))];
}

/** Waits until a server that has just started looks for missed work no longer. */
async function untilIdle(handbill: Handbill): Promise<void> {
  for (let before = Number.NEGATIVE_INFINITY; ; await pause(1_000)) {
    const now = sum(spentBy(handbill));
    if (now - before < 0.1) return;
    before = now;
  }
}

/** Visits each path once, and works out what a page costs. */
async function measure(handbill: Handbill, paths: string[]): Promise<Record<string, number>> {
  const [serverBefore, databaseBefore] = spentBy(handbill);
  const started = performance.now();
  const { times, bytes } = await visit(handbill.origin, paths);
  const seconds = (performance.now() - started) / 1000;
  const [serverAfter, databaseAfter] = spentBy(handbill);
  const each = (total: number) => round((total / paths.length) * 1000, 2);
  return {
    "pages/s": Math.round(paths.length / seconds),
    "p50 ms": round(quantile(times, 0.5), 1),
    "p95 ms": round(quantile(times, 0.95), 1),
    "p99 ms": round(quantile(times, 0.99), 1),
    "slowest ms": round(Math.max(...times), 1),
    "server's core ms a page": each(serverAfter - serverBefore),
    "database's": each(databaseAfter - databaseBefore),
    "bytes a page": Math.round(bytes / paths.length),
  };
}

/** Waits until nothing more is stored; some pages of a rush aren't. */
async function stored(handbill: Handbill, rendered: number): Promise<void> {
  const owner = await openOwnerOf(handbill);
  try {
    for (let before = -1; ; await pause(500)) {
      const { rows } = await owner.query<{ pages: string }>("select count(*) as pages from rendered_pages");
      const pages = Number(rows[0]?.pages);
      if (pages === before) return printLine(`${pages} of ${rendered} pages are stored`);
      before = pages;
    }
  } finally {
    await owner.end();
  }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Asks for each path once. */
async function visit(origin: string, paths: string[]): Promise<{ times: number[]; bytes: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors });
  const times: number[] = [];
  let bytes = 0;
  const fetchPath = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const started = performance.now();
      const options = { agent, headers: { "Accept-Encoding": "br" } };
      const clientRequest = request(`${origin}${path}`, options, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}.`));
        response.on("data", (piece: Buffer) => (bytes += piece.length));
        response.on("end", () => {
          times.push(performance.now() - started);
          resolve();
        });
      });
      clientRequest.on("error", reject).end();
    });
  const remaining = paths.values();
  await Promise.all(
    Array.from({ length: visitors }, async () => {
      for (const path of remaining) await fetchPath(path);
    }),
  );
  agent.destroy();
  return { times, bytes };
}
