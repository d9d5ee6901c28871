import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { artist } from "../demo/artist.ts";
import { type Handbill, startHandbill, temporaryDataDir } from "../tests/harness/handbill.ts";
import { coreSeconds, has, moveToCore } from "./machine.ts";
import { median, printLine, round, sayTable } from "./report.ts";
import { load, serverCore } from "./throughput.ts";

const loadSeconds = 5;
const settleMs = 5_000;

interface Way {
  name: string;
  /** The checkout whose server is measured, and built before; this one if left out. */
  folder?: string;
  workers?: string;
}

/**
 * One process, two workers and, where it is given, an earlier checkout, by turns: how long a later start and an idle stop
 * take, the memory of each process when nothing is asked, and the requests for a cached page by the seconds that all
 * processes together spent on a core.
 */
export async function measureWorkers(rounds: number, before: string | undefined): Promise<object> {
  const ways: Way[] = [
    ...(before ? [{ name: "before", folder: before }] : []),
    { name: "one worker", workers: "1" },
    { name: "two workers", workers: "2" },
  ];
  const measured = new Map(ways.map((way) => [way, [] as Round[]]));
  const folders = new Map<Way, string>();
  for (const way of ways) {
    folders.set(way, await temporaryDataDir());
    // The first start fills the database, and compiles.
    await measureOnce(way, folders.get(way) ?? "", false);
  }
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) {
      measured.get(way)?.push(await measureOnce(way, folders.get(way) ?? "", has("wrk")));
    }
  }
  for (const folder of folders.values()) await rm(folder, { recursive: true, force: true });

  const rows = ways.map((way) => {
    const all = measured.get(way) ?? [];
    const middle = (value: (one: Round) => number) => median(all.map(value));
    return {
      server: way.name,
      "start ms": round(middle((one) => one.startMs)),
      "idle stop ms": round(middle((one) => one.stopMs)),
      "supervisor MB": round(middle((one) => one.supervisor)),
      "worker MB": round(middle((one) => one.worker)),
      "requests/s": round(middle((one) => one.requestsPerSecond)),
      "requests per core second": round(middle((one) => one.perCoreSecond)),
    };
  });
  sayTable(rows);
  printLine(
    `medians of ${rounds} rounds, by turns; MB are proportional set sizes ${settleMs / 1000} s after the start`,
  );
  return { rounds, rows };
}

interface Round {
  startMs: number;
  stopMs: number;
  /** Megabytes: 0 where there is none beside the worker. */
  supervisor: number;
  worker: number;
  requestsPerSecond: number;
  perCoreSecond: number;
}

async function measureOnce({ folder, workers }: Way, dataDir: string, withLoad: boolean): Promise<Round> {
  const begun = performance.now();
  const settings = { DATA_DIR: dataDir, DEMO: "on", LOG_LEVEL: "warn", ...(workers && { WORKERS: workers }) };
  const handbill = await startHandbill(settings, folder);
  const startMs = performance.now() - begun;
  await pause(settleMs);
  const { supervisor, workerPids } = processesOf(handbill);
  const memory = {
    supervisor: workerPids.length > 0 ? megabytesOf(supervisor) : 0,
    worker: median((workerPids.length > 0 ? workerPids : [supervisor]).map(megabytesOf)),
  };
  const rates = withLoad ? await loaded(handbill) : { requestsPerSecond: 0, perCoreSecond: 0 };
  await pause(1_000);
  const stopping = performance.now();
  await handbill.stop();
  return { startMs, stopMs: performance.now() - stopping, ...memory, ...rates };
}

/** All processes on one core, the generator on another. */
async function loaded(handbill: Handbill) {
  const { supervisor, workerPids, others } = processesOf(handbill);
  const pids = [supervisor, ...workerPids, ...others];
  for (const pid of pids) moveToCore(serverCore, pid);
  const url = `${handbill.origin.replace("localhost", "127.0.0.1")}/artist/${artist.customUrl}`;
  const subject = { name: "page", url, pid: supervisor, headers: { "Accept-Encoding": "br" } };
  await load(subject, 2);
  const spent = () => pids.reduce((sum, pid) => sum + (coreSeconds(pid) ?? 0), 0);
  const before = spent();
  const { requestsPerSecond } = await load(subject, loadSeconds);
  return { requestsPerSecond, perCoreSecond: (requestsPerSecond * loadSeconds) / (spent() - before) };
}

/** The processes of a server: its first, its workers, and those of its database. */
function processesOf({ process: { pid = 0 } }: Handbill) {
  const children = childrenOf(pid);
  const workerPids = children.filter((child) => commandOf(child).includes("server/start.ts"));
  const databases = children.filter((child) => !workerPids.includes(child));
  return { supervisor: pid, workerPids, others: databases.flatMap((one) => [one, ...childrenOf(one)]) };
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc").flatMap((name) => {
    const status = readOrNothing(`/proc/${name}/stat`);
    return Number(status.slice(status.lastIndexOf(")")).split(" ")[2]) === pid ? [Number(name)] : [];
  });
}

const commandOf = (pid: number) => readOrNothing(`/proc/${pid}/cmdline`);

function megabytesOf(pid: number): number {
  const kilobytes = /^Pss: +(\d+)/m.exec(readOrNothing(`/proc/${pid}/smaps_rollup`))?.[1];
  return Number(kilobytes) / 1000;
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
