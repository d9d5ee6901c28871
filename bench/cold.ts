import { Agent, request } from "node:http";
import { startHandbill } from "../tests/harness/handbill.ts";
import { artists, filledDataDir, pagePath } from "./filled.ts";
import { childrenOf, coreSeconds } from "./machine.ts";
import { pagePlan } from "./page-plan.ts";
import { printLine, quantile, round, sayTable } from "./report.ts";

const visitors = 32;
const warmUp = 1_000;
const measured = 5_000;

/**
 * Visitors who come at once, each to an artist whose page isn't cached yet: every answer is rendered and compressed
 * for them. Server, database and visitors share the machine.
 */
export async function measureColdRenders(): Promise<object> {
  await using filled = await filledDataDir();
  const plan = await pagePlan(filled.asOwner);
  printLine(
    `The page's statement reads ${plan.scans.length} times, by ${plan.indexes.length} indexes; ` +
      `whole tables: ${plan.wholeTables.join(", ") || "none"}; ${round(plan.milliseconds, 2)} ms`,
  );
  await filled.stop();

  await using handbill = await startHandbill(filled.settings);
  const paths = Array.from({ length: artists }, (_, index) => pagePath(1 + ((index * 7919) % artists)));
  await visit(handbill.origin, paths.splice(0, warmUp));
  const server = handbill.process.pid ?? 0;
  const database = childrenOf(server).flatMap((postmaster) => [postmaster, ...childrenOf(postmaster)]);
  const spent = () => [[server], database].map((pids) => sum(pids.map((pid) => coreSeconds(pid) ?? 0)));
  const [serverBefore = 0, databaseBefore = 0] = spent();
  const started = performance.now();
  const { times, bytes } = await visit(handbill.origin, paths.splice(0, measured));
  const seconds = (performance.now() - started) / 1000;
  const [serverAfter = 0, databaseAfter = 0] = spent();
  const row = {
    visitors,
    "pages/s": Math.round(measured / seconds),
    "p50 ms": round(quantile(times, 0.5), 1),
    "p95 ms": round(quantile(times, 0.95), 1),
    "p99 ms": round(quantile(times, 0.99), 1),
    "slowest ms": round(Math.max(...times), 1),
    "server's core ms a page": round(((serverAfter - serverBefore) / measured) * 1000, 2),
    "database's": round(((databaseAfter - databaseBefore) / measured) * 1000, 2),
    "bytes a page": Math.round(bytes / measured),
  };
  sayTable([row]);
  return { ...row, warmUp, measured, plan };
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
