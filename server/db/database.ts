import { Pool, types } from "pg";
import type { Logger } from "../log.ts";
import { type Actor, actor, withClient } from "./as.ts";
import { type Circuit, createCircuit } from "./circuit.ts";
import { startEmbedded } from "./embedded.ts";
import { prepareDatabase } from "./prepare.ts";
import type { ApplicationRole } from "./roles.ts";

export type { Actor, NamedStatement, Reader, Writer } from "./as.ts";
export { violates, violatesPolicy } from "./failures.ts";

export interface OpenOptions {
  /** Unset: the embedded database in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** What the login role's password follows from; the same on every machine that shares the database. */
  sessionSecret: string;
  log: Logger;
  /** A server may be running on the embedded database: then it is used as it is, and left running. */
  besideServer?: boolean;
}

/** The only way to the database: in somebody's name, each call a transaction of its own. */
export interface Database {
  asVisitor(): Actor;
  asMusician(userId: string): Actor;
  asAdmin(userId: string): Actor;
  /** Sign-in, jobs and sweeps: sees every row. */
  asSystem(): Actor;
  /** Does the database answer? @throws AppError `unavailable` */
  ping(): Promise<void>;
  /** Whether it is known not to answer. Then every call fails at once. */
  readonly circuit: Circuit;
  /** Sets what every `write` waits for when it is stored, before it resolves. */
  afterCommit(step: () => Promise<void>): void;
  /** Waits for running transactions; stops the embedded database. */
  close(): Promise<void>;
  /** The login role's address, secret, for those who need connections of their own: queue and listeners. */
  readonly loginUrl: string;
}

/** Starts or reaches the database, brings it forward, and opens the pool. @throws StartError */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, dataDir, sessionSecret, log, besideServer = false } = options;
  const embedded =
    databaseUrl === undefined
      ? await startEmbedded({ dataDir, sessionSecret, log, besideServer })
      : undefined;
  try {
    const ownerUrl = databaseUrl ?? embedded?.ownerUrl;
    if (ownerUrl === undefined) throw new TypeError("There is no database to open.");
    const loginUrl = await prepareDatabase(ownerUrl, { sessionSecret, log, alone: embedded?.alone ?? false });
    const circuit = createCircuit();
    const pool = openPool(loginUrl, circuit, log);
    let settle = async () => {};
    const as = (role: ApplicationRole, userId?: string) =>
      actor({ pool, circuit, settled: () => settle() }, role, userId);
    return {
      asVisitor: () => as("visitor"),
      asMusician: (userId) => as("musician", userId),
      asAdmin: (userId) => as("admin", userId),
      asSystem: () => as("system"),
      async ping() {
        await withClient({ pool, circuit }, (client) => client.query("select"));
      },
      circuit,
      afterCommit(step) {
        settle = step;
      },
      async close() {
        await pool.end();
        await embedded?.stop();
      },
      loginUrl,
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function openPool(loginUrl: string, { stream }: Circuit, log: Logger): Pool {
  const pool = new Pool({
    connectionString: loginUrl,
    application_name: "handbill",
    stream,
    pipeline: true,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    statement_timeout: 15_000,
    query_timeout: 20_000, // the server would have said no by then, so it is out of reach
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    types: { getTypeParser: (oid, format) => parsers.get(oid) ?? types.getTypeParser(oid, format) },
  });
  // While a client is lent, the pool doesn't listen to it, and an error that nobody hears ends the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("error", (error) => log.warn({ err: error }, "An idle database connection was lost"));
  return pool;
}

/** What comes back as something other than the driver's default, by type. The generated types say the same. */
const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, wholeNumber],
  [types.builtins.NUMERIC, Number],
  [types.builtins.DATE, (text) => text], // YYYY-MM-DD: a day has no time zone
]);

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("A number from the database is too large.");
  return value;
}
