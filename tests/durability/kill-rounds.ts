import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { startEmbedded } from "../../server/embedded-postgres/supervisor.ts";
import { testLog, testSecret } from "../harness/settings.ts";

/** The processes that are killed with -9 while rows are being written; each round another. */
const victims = ["our process", "the database's first process", "all of the database", "everything"] as const;

export interface KillReport {
  rounds: number;
  acknowledged: number;
  /** Acknowledged rows that the next start doesn't have. */
  lost: string[];
  /** Accounts whose job of the same transaction is missing, or the other way round. */
  halves: number;
  slowestStartMs: number;
  /** The longest time from a killed database to the next commit, in a process that stayed alive. */
  slowestRecoveryMs: number;
}

/** @throws Error when a start or a recovery needs a hand */
export async function killRounds(
  rounds: number,
  printLine: (line: string) => void = () => {},
): Promise<KillReport> {
  const dataDir = await mkdtemp(join(tmpdir(), "handbill-kill-"));
  await chmod(dataDir, 0o755);
  const acknowledged = new Set<string>();
  const report: KillReport = {
    rounds,
    acknowledged: 0,
    lost: [],
    halves: 0,
    slowestStartMs: 0,
    slowestRecoveryMs: 0,
  };

  let writer: Writer | undefined;
  try {
    for (let round = 0; ; round++) {
      const earlier = [...acknowledged];
      const started = Date.now();
      writer = new Writer(dataDir, round, acknowledged);
      const address = await writer.ready();
      report.slowestStartMs = Math.max(report.slowestStartMs, Date.now() - started);
      await check(address, earlier, report);
      // The last start is only for looking at what the last kill left.
      if (round === rounds || report.lost.length > 0 || report.halves > 0) break;

      const victim = victims[round % victims.length] ?? "everything";
      await writer.hasStored(20);
      await sleep(Math.random() * 300);
      const before = acknowledged.size;
      const pids = await databaseProcesses(dataDir);
      if (victim === "the database's first process") kill(await firstProcess(dataDir));
      if (victim === "all of the database" || victim === "everything") for (const pid of pids) kill(pid);
      if (victim !== "our process" && victim !== "everything") {
        const killed = Date.now();
        await writer.hasStored(20);
        report.slowestRecoveryMs = Math.max(report.slowestRecoveryMs, Date.now() - killed);
      }
      await writer.kill();
      printLine(
        `round ${round + 1}: killed ${victim} after ${before} acknowledged rows, ${acknowledged.size} by now`,
      );
    }
    report.acknowledged = acknowledged.size;
    return report;
  } finally {
    await writer?.kill();
    const last = await startEmbedded({ dataDir, sessionSecret: testSecret, log: testLog });
    await last.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function check(address: string, earlier: string[], report: KillReport): Promise<void> {
  const stored = await storedNames(address);
  report.lost = earlier.filter((name) => !stored.has(name));
  report.halves = [...stored.values()].filter((parts) => parts !== 2).length;
}

class Writer {
  readonly #child: ChildProcess;
  readonly #acknowledged: Set<string>;
  readonly #address: Promise<string>;
  #stored = 0;

  constructor(dataDir: string, round: number, acknowledged: Set<string>) {
    this.#acknowledged = acknowledged;
    const child = spawn(process.execPath, [join(import.meta.dirname, "writer.ts"), dataDir, String(round)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    this.#address = new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", () => reject(new Error("The writer ended before it was ready.")));
      createInterface({ input: child.stdout }).on("line", (line) => {
        if (line.startsWith("ready ")) resolve(line.slice("ready ".length));
        // A line that was cut short by the kill has no full stop.
        const name = /^stored (.*)\.$/.exec(line)?.[1];
        if (name === undefined) return;
        this.#acknowledged.add(name);
        this.#stored++;
      });
    });
  }

  ready(): Promise<string> {
    return this.#address;
  }

  /** Waits until so many more rows were acknowledged. */
  async hasStored(more: number): Promise<void> {
    const wanted = this.#stored + more;
    const deadline = Date.now() + 60_000;
    while (this.#stored < wanted) {
      if (this.#child.exitCode !== null) throw new Error("The writer didn't survive.");
      if (Date.now() > deadline) throw new Error("The writer didn't come back within a minute.");
      await sleep(10);
    }
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    await once(this.#child, "close");
  }
}

/** The parts of each name that are stored, account and job: in one statement, so at one moment. */
async function storedNames(address: string): Promise<Map<string, number>> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    await client.query("set role handbill_system");
    const { rows } = await client.query<{ name: string; parts: number }>(
      `select name, count(*)::int as parts
         from (select split_part(email, '@', 1) as name from users
               union all select data ->> 'subject' from pgboss.job) as part
        group by name`,
    );
    return new Map(rows.map(({ name, parts }) => [name, parts]));
  } finally {
    await client.end();
  }
}

const cluster = (dataDir: string) => join(dataDir, "postgres", "cluster");

async function firstProcess(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(cluster(dataDir), "postmaster.pid"), "utf8"), 10);
}

/** By their working folder, which for each of them is the cluster. */
async function databaseProcesses(dataDir: string): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  return pids.filter((_, position) => folders[position] === cluster(dataDir)).map(Number);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It had ended already, with its parent.
  }
}
