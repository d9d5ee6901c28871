import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { artist } from "../demo/artist.ts";
import { makeMusician } from "../tests/factories/accounts.ts";
import { type Account, newAccount } from "../tests/harness/account.ts";
import { type Handbill, openDatabaseOf, startHandbill } from "../tests/harness/handbill.ts";
import { readMetrics } from "./metrics.ts";
import { median, printLine, quantile, round, sayTable } from "./report.ts";

const uploads = 8;
const fileBytes = 100 * 1024 * 1024;
const fans = 200;
const fanReadsMs = 1_000;
const sampleEveryMs = 250;
/** How long the server is observed before the uploads, and after them, while the tracks are analysed. */
const calmMs = { before: 5_000, after: 15_000 };
const limits = { rssMiB: 600, p99Ms: 1_000 };

type Phase = "before" | "during" | "after";

/**
 * Eight musicians send 100 MB each at the same time, while 200 fans load the artist page about once a second each. How
 * much memory the server holds meanwhile and until every file has been taken over, and how long fans wait.
 */
export async function measureUploads(): Promise<object> {
  await using handbill = await startHandbill({ DEMO: "on", LOG_LEVEL: "warn" });
  const accounts = await musiciansOf(handbill);
  const page = `${handbill.origin}/artist/${artist.customUrl}`;
  const agent = new Agent({ keepAlive: true });
  const rss: number[] = [];
  const waits: Record<Phase, number[]> = { before: [], during: [], after: [] };
  let phase: Phase = "before";
  let isOver = false;

  const fan = async () => {
    await pause(Math.random() * fanReadsMs);
    while (!isOver) {
      waits[phase].push(await timeOf(agent, page));
      await pause(fanReadsMs);
    }
  };
  const watch = async () => {
    while (!isOver) {
      const metric = await readMetrics(handbill.origin);
      rss.push(metric("process_resident_memory_bytes"));
      await pause(sampleEveryMs);
    }
  };
  const visitors = Promise.all([...Array.from({ length: fans }, fan), watch()]);
  await pause(calmMs.before);
  const rssBefore = rss.at(-1) ?? 0;
  phase = "during";
  const started = performance.now();
  const workerData = { origin: handbill.origin, accounts, bytes: fileBytes };
  await once(new Worker(new URL("./sender.ts", import.meta.url), { workerData }), "message");
  const seconds = (performance.now() - started) / 1000;
  phase = "after";
  await pause(calmMs.after);
  isOver = true;
  await visitors;
  agent.destroy();

  const rows = (["before", "during", "after"] as const).map((name) => ({
    uploads: name,
    pages: waits[name].length,
    "median ms": round(median(waits[name]), 1),
    "p99 ms": round(quantile(waits[name], 0.99), 1),
    "longest ms": round(Math.max(...waits[name]), 1),
  }));
  sayTable(rows);
  const peak = mebibytes(Math.max(...rss));
  const p99 = quantile([...waits.during, ...waits.after], 0.99);
  printLine(
    `${uploads} x ${mebibytes(fileBytes)} MiB taken over in ${round(seconds, 1)} s; RSS ${mebibytes(rssBefore)} -> at most ${peak} MiB`,
  );
  const isKept = peak < limits.rssMiB && p99 < limits.p99Ms;
  printLine(`Below ${limits.rssMiB} MiB, p99 below ${limits.p99Ms} ms: ${isKept ? "yes" : "NO"}`);
  return { seconds: round(seconds, 1), rssBefore: mebibytes(rssBefore), rssPeak: peak, isKept, rows };
}

async function musiciansOf(handbill: Handbill): Promise<Account[]> {
  const db = await openDatabaseOf(handbill);
  const accounts: Account[] = [];
  for (let number = 0; number < uploads; number++) {
    const account = await newAccount(handbill, db, `musician-${number}@example.org`);
    await makeMusician(db, { user_id: account.id });
    accounts.push(account);
  }
  await db.close();
  return accounts;
}

/** Milliseconds until a page is here whole. */
function timeOf(agent: Agent, url: string): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { agent, headers: { "Accept-Encoding": "br" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
      response.on("end", () => resolve(performance.now() - started)).resume();
    });
    clientRequest.on("error", reject).end();
  });
}

function mebibytes(bytes: number): number {
  return round(bytes / 2 ** 20, 1);
}
