import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { type Database, openDatabase } from "../../server/db/database.ts";
import { sessionSecret } from "../../server/secret.ts";
import { testLog } from "./settings.ts";

const root = join(import.meta.dirname, "..", "..");
const startsWithinMs = 180_000;

export interface Handbill extends AsyncDisposable {
  /** Where it listens, without a trailing slash. */
  origin: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything it has written so far, both streams. */
  output(): string;
  /** Asks it to stop and waits. @returns the exit code */
  stop(): Promise<number | null>;
}

/**
 * A real server process on a free loopback port with a data folder of its own, ready to answer. The folder goes with
 * it unless it was given. Settings are the contract's; the environment of the tests doesn't leak in.
 * @param checkout another folder with a Handbill
 */
export async function startHandbill(
  settings: Record<string, string> = {},
  checkout = root,
): Promise<Handbill> {
  const dataDir = settings.DATA_DIR ?? (await temporaryDataDir());
  const port = settings.PORT ?? String(await freePort());
  const child = spawn(process.execPath, ["server/start.ts"], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DEMO: "off",
      ...settings,
      PORT: port,
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      output += text;
      if (output.includes("Handbill is ready")) ready.resolve();
    });
  }
  child.once("exit", (code) => ready.reject(new Error(`Handbill ended with ${code}:\n${output}`)));
  const late = setTimeout(
    () => ready.reject(new Error(`Handbill was not ready in time:\n${output}`)),
    startsWithinMs,
  );
  try {
    await ready.promise;
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(late);
  }

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    return child.exitCode;
  };
  return {
    origin: settings.ORIGIN ?? `http://localhost:${port}`,
    dataDir,
    process: child,
    output: () => output,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      if (!settings.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The database of a server on its embedded one, for factories: rows that no screen can make yet. */
export async function openDatabaseOf({ dataDir }: Handbill): Promise<Database> {
  const socket = encodeURIComponent(join(dataDir, "postgres", "socket"));
  return openDatabase({
    databaseUrl: `postgresql://handbill@localhost/handbill?host=${socket}`,
    dataDir,
    sessionSecret: await sessionSecret(undefined, dataDir),
    log: testLog,
  });
}

/** Connects to its embedded database as the owner of all tables, whom no policy binds. End the connection. */
export async function openOwnerOf({ dataDir }: Handbill): Promise<Client> {
  const owner = new Client({
    host: join(dataDir, "postgres", "socket"),
    user: "handbill",
    database: "handbill",
  });
  await owner.connect();
  return owner;
}

/** Renames tables under a running server for a while: statements that use them fail. */
export async function withoutTables(
  handbill: Handbill,
  tables: string[],
  meanwhile: () => Promise<void>,
): Promise<void> {
  const owner = await openOwnerOf(handbill);
  const away: string[] = [];
  try {
    for (const table of tables) {
      await owner.query(`alter table ${table} rename to ${table}_away`);
      away.push(table);
    }
    await meanwhile();
  } finally {
    for (const table of away) await owner.query(`alter table ${table}_away rename to ${table}`);
    await owner.end();
  }
}

/**
 * A new folder that every account can reach: as root, the embedded database runs under another one, which would
 * otherwise keep its files elsewhere.
 */
export async function temporaryDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-"));
  await chmod(folder, 0o755);
  return folder;
}

/** A loopback port that no process uses at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (!address || typeof address === "string") throw new Error("There is no free port.");
  return address.port;
}
