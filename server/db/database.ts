import { Pool, types } from "pg";
import { startEmbedded } from "../embedded-postgres/supervisor.ts";
import type { Logger } from "../log.ts";
import { withRequestId } from "../request-id.ts";
import { type Actor, actor, becomeVisitor, withClient } from "./as.ts";
import { type Circuit, createCircuit } from "./circuit.ts";
import { prepareDatabase, tryPooler } from "./prepare.ts";
import { createReplica, type LogPosition } from "./replica.ts";
import {
  type ApplicationRole,
  applicationRoleNames,
  defaultPoolSizes,
  type LoginUrls,
  loginUrlsAt,
  type PoolSizes,
  sessionLimits,
} from "./roles.ts";

export type { Actor, NamedStatement, Reader, Writer } from "./as.ts";
export { refusalOf, violates, violatesPolicy } from "./failures.ts";
export type { LoginUrls } from "./roles.ts";

/** How the pools are. */
export interface PoolOptions {
  poolSizes?: PoolSizes;
  /** Where the pools connect to; unset: to the database itself. */
  poolerUrl?: string | undefined;
  replicaUrl?: string | undefined;
}

export interface OpenOptions extends PoolOptions {
  /** Unset: the embedded database in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /**
   * The secret that the login roles' passwords are derived from; the same on every machine that shares the database.
   */
  sessionSecret: string;
  log: Logger;
  /** A server may be running on the embedded database: then it is used as it is, and left running. */
  besideServer?: boolean;
  /** Leaves policies and grants that were changed by hand as they are, for `check` to find. */
  keepsChangedRights?: boolean;
  /** The worker processes that will connect to it. */
  workers?: number;
}

/** The only way to the database: in an actor's name, each call a transaction of its own. */
export interface Database {
  asVisitor(): Actor;
  /**
   * The same database, whose visitor reads single statements from a replica that has everything up to this position.
   * Undefined: it has no replica.
   */
  readonly readingAt: ((position: LogPosition) => Database) | undefined;
  asMusician(userId: string): Actor;
  asAdmin(userId: string): Actor;
  /** Sign-in, jobs and maintenance: sees every row. */
  asSystem(): Actor;
  /** Does the database answer? @throws AppError `unavailable` */
  ping(): Promise<void>;
  /** Whether it is known not to answer. Then every call fails at once. */
  readonly circuit: Circuit;
  /** Sets what every `write` waits for when it is stored, before it resolves. */
  afterCommit(step: () => Promise<void>): void;
  /** The connections of each role at this moment. */
  connections(): ConnectionCount[];
  /** Waits for running transactions. */
  close(): Promise<void>;
  /** The system's login address at the database itself, secret, for those who need a session: queue, listener and backup. */
  readonly loginUrl: string;
}

/** Of one role's connections, `most` of which it may have: how many work, how many are at rest, and how many wait for one. */
export interface ConnectionCount {
  role: ApplicationRole;
  most: number;
  busy: number;
  idle: number;
  waiting: number;
}

/** A database that is ready to be used. */
export interface ReachedDatabase {
  loginUrls: LoginUrls;
  /** Stops the embedded database. */
  stop(): Promise<void>;
}

/** Starts or reaches the database, and brings it forward. @throws StartError */
export async function reachDatabase(options: OpenOptions): Promise<ReachedDatabase> {
  const {
    databaseUrl,
    dataDir,
    sessionSecret,
    log,
    besideServer = false,
    keepsChangedRights = false,
    workers = 1,
    poolSizes = defaultPoolSizes,
    poolerUrl,
  } = options;
  const pooled = poolerUrl === undefined ? connectionsOf(poolSizes) : 0;
  const connections = workers * (pooled + connectionsOfListener) + connectionsBeside;
  const embedded =
    databaseUrl === undefined
      ? await startEmbedded({ dataDir, sessionSecret, log, besideServer, connections })
      : undefined;
  const stop = async () => embedded?.stop();
  try {
    const ownerUrl = databaseUrl ?? embedded?.ownerUrl;
    if (ownerUrl === undefined) throw new TypeError("There is no database to open.");
    const alone = embedded?.alone ?? false;
    const needs = { dataDir, sessionSecret, log, alone, keepsChangedRights, connections };
    const loginUrls = await prepareDatabase(ownerUrl, needs);
    if (poolerUrl !== undefined) await tryPooler(loginUrlsAt(poolerUrl, loginUrls));
    return { loginUrls, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens pools to a database that was reached; connections are made when they are needed. */
export function connectDatabase(
  loginUrls: LoginUrls,
  log: Logger,
  { poolSizes = defaultPoolSizes, poolerUrl, replicaUrl }: PoolOptions = {},
): Database {
  const circuit = createCircuit();
  const isPooled = poolerUrl !== undefined;
  const urls = isPooled ? loginUrlsAt(poolerUrl, loginUrls) : loginUrls;
  const open = (role: ApplicationRole) =>
    openPool({ connectionString: urls[role], role, isPooled, max: poolSizes[role], circuit, log });
  const pools = {
    visitor: open("visitor"),
    musician: open("musician"),
    admin: open("admin"),
    system: open("system"),
  };
  const replica = replicaUrl === undefined ? undefined : openReplica(replicaUrl);
  let settle = async () => {};
  const as = (role: ApplicationRole, userId?: string) =>
    actor({ role, pool: pools[role], isPooled, circuit, log, settled: () => settle() }, userId);
  function openReplica(address: string) {
    const connectionString = loginUrlsAt(address, loginUrls).visitor;
    // Its circuit stays closed: whether the replica answers says nothing about the database.
    const parts = {
      connectionString,
      isPooled: false,
      max: poolSizes.visitor,
      circuit: createCircuit(),
      log,
    };
    return createReplica(openPool({ ...parts, role: "visitor" }), log);
  }

  const database: Database = {
    asVisitor: () => as("visitor"),
    readingAt:
      replica &&
      ((position) => ({ ...database, asVisitor: () => replica.visitorAt(position, as("visitor")) })),
    asMusician: (userId) => as("musician", userId),
    asAdmin: (userId) => as("admin", userId),
    asSystem: () => as("system"),
    async ping() {
      await withClient({ role: "system", pool: pools.system, circuit, log }, (client) =>
        client.query("select"),
      );
    },
    circuit,
    afterCommit(step) {
      settle = step;
    },
    connections: () =>
      applicationRoleNames.map((role) => {
        const { totalCount, idleCount, waitingCount } = pools[role];
        const busy = totalCount - idleCount;
        return { role, most: poolSizes[role], busy, idle: idleCount, waiting: waitingCount };
      }),
    async close() {
      await Promise.all([...Object.values(pools).map((pool) => pool.end()), replica?.close()]);
    },
    loginUrl: loginUrls.system,
  };
  return database;
}

/** Reaches the database and opens pools to it; `close` also stops the embedded one. @throws StartError */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const reached = await reachDatabase(options);
  const database = connectDatabase(reached.loginUrls, options.log, options);
  return {
    ...database,
    async close() {
      await database.close();
      await reached.stop();
    },
  };
}

const connectionsOf = ({ visitor, musician, admin, system }: PoolSizes) =>
  visitor + musician + admin + system;
const connectionsOfListener = 1;
/** The queue's two, a backup's, the one that prepares, and those that PostgreSQL keeps for its superusers. */
const connectionsBeside = 8;

interface PoolParts {
  connectionString: string;
  role: ApplicationRole;
  isPooled: boolean;
  max: number;
  circuit: Circuit;
  log: Logger;
}

function openPool({ connectionString, role, isPooled, max, circuit, log }: PoolParts): Pool {
  const pool = new Pool({
    connectionString,
    application_name: "handbill",
    stream: circuit.stream,
    pipeline: true,
    max,
    ...(!isPooled && sessionLimits),
    ...(role === "visitor" && !isPooled && { onConnect: becomeVisitor }),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    query_timeout: 20_000, // the server would have refused by then, so it is out of reach
    types: { getTypeParser: (oid, format) => parsers.get(oid) ?? types.getTypeParser(oid, format) },
  });
  // While a client is lent, the pool has no listener on it, and an unhandled error event ends the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  // It belongs to no request, though one may have opened it.
  pool.on("error", (error) =>
    withRequestId(undefined, () => log.warn({ err: error }, "An idle database connection was lost")),
  );
  return pool;
}

/** The values that the driver returns in another type than its default, by type. The generated types say the same. */
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
