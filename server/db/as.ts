import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { ClientBase, Pool, PoolClient, QueryResultRow } from "pg";
import { diskFull } from "../files/disk-full.ts";
import type { JobData, JobName } from "../jobs/jobs.ts";
import { jobs } from "../jobs/jobs.ts";
import type { Logger } from "../log.ts";
import { currentRequestId } from "../request-id.ts";
import { watched } from "../watching.ts";
import type { Circuit } from "./circuit.ts";
import {
  heldUp,
  isUnreachable,
  isWorthRetrying,
  refused,
  unavailable,
  unstorable,
  violatesPolicy,
} from "./failures.ts";
import { type ApplicationRole, applicationRoles, sessionLimits } from "./roles.ts";
import type { DB } from "./schema.ts";

/** The methods of a read: everything that selects. The transaction is read-only too, so the database insists. */
export type Reader = Pick<
  Kysely<DB>,
  | "selectFrom"
  | "selectNoFrom"
  | "with"
  | "withRecursive"
  | "fn"
  | "case"
  | "dynamic"
  | "executeQuery"
  | "getExecutor"
>;

/** The methods of a write: the reader's, everything that changes rows, and jobs that start after the commit. */
export type Writer = Reader &
  Pick<Kysely<DB>, "insertInto" | "updateTable" | "deleteFrom" | "mergeInto"> & {
    /** Puts a job into the queue within this transaction: no commit, no job. It waits until `notBefore`, if given. */
    enqueue<Name extends JobName>(job: Name, data: JobData<Name>, notBefore?: Date): Promise<void>;
  };

/** One statement with a name, prepared once per connection (behind a pooler, each time). The same name must always carry the same text. */
export interface NamedStatement<Row = unknown> {
  name: string;
  text: string;
  /** Never there: only the type of the rows is of use. */
  row?: Row;
}

/**
 * The account or role in whose name the database is asked. Row-level security decides which rows it may see and change.
 */
export interface Actor {
  /** Runs `work` in a read-only transaction. @throws AppError `unavailable` while the database is away. */
  read<T>(work: (tx: Reader) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction that is committed when it resolves and rolled back when it throws. After a
   * deadlock `work` runs again, so everything it does outside of `tx` must bear that.
   * @throws AppError `forbidden` when the account no longer exists, is suspended or, for an admin, no longer is one;
   * `unavailable` while the database is away; then it is unknown whether a commit got through.
   */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>;
  /**
   * The rows of one prepared statement in a read-only transaction, in a single round trip: for the hot page.
   * The caller names the shape of the rows.
   */
  readOnce<Row extends QueryResultRow>(statement: NamedStatement<Row>, values: unknown[]): Promise<Row[]>;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const triesPerWrite = 4;

interface Lending {
  role: ApplicationRole;
  pool: Pool;
  log: Logger;
  circuit: Circuit;
}

interface Connections extends Lending {
  /** A pooler lends a session for the length of a transaction: nothing may be left in it, nor expected to be. */
  isPooled: boolean;
  /** A write waits for this after its commit. */
  settled(): Promise<void>;
}

/** @param userId a UUID, for the roles that stand for a person. */
export function actor(connections: Connections, userId?: string): Actor {
  const { role, isPooled } = connections;
  if (userId !== undefined && !uuid.test(userId)) throw new TypeError("A user's id must be a UUID.");
  const opening = (access: string) =>
    `begin ${access}; ${isPooled ? limits : ""}set local role ${applicationRoles[role]}; set local app.user_id = '${userId ?? ""}'`;
  const reading = opening("read only");
  const isPerson = role === "musician" || role === "admin";

  return {
    read: (work) =>
      transaction(connections, { opening: reading }, (connection) => work(queriesOn(connection))),
    async write(work) {
      // Triggers ask for jobs too.
      const writing = `${opening("read write")}; set local app.request_id = '${currentRequestId() ?? ""}'`;
      const result = await withRetries(() =>
        transaction(connections, { opening: writing, holdsAccount: isPerson }, (connection) =>
          work(writerOn(connection)),
        ),
      );
      await connections.settled();
      return result;
    },
    readOnce: <Row extends QueryResultRow>({ name, text }: NamedStatement<Row>, values: unknown[]) =>
      withClient(connections, async (client) => {
        const query = { ...(!isPooled && { name }), text, values };
        if (role === "visitor" && !isPooled) return (await client.query<Row>(query)).rows;
        // All three are on their way before the first answer is back.
        const [begun, result, ended] = await Promise.allSettled([
          client.query(reading),
          client.query<Row>(query),
          client.query("commit"),
        ]);
        for (const step of [begun, result, ended]) if (step.status === "rejected") throw step.reason;
        return result.status === "fulfilled" ? result.value.rows : [];
      }),
  };
}

const limits = Object.entries(sessionLimits)
  .map(([name, ms]) => `set local ${name} = ${ms}; `)
  .join("");

/**
 * Makes a new connection a visitor's from the start, read-only but where a transaction says otherwise. So a visitor's single
 * statement is a transaction by itself: half of the work that it is with an opening and a commit of its own.
 */
export async function becomeVisitor(client: ClientBase): Promise<void> {
  await client.query(`set role ${applicationRoles.visitor}; set default_transaction_read_only = on`);
}

async function withRetries<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!isWorthRetrying(error) || attempt === triesPerWrite) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
    }
  }
}

/** Lends a client of the pool; a client whose connection failed is thrown away. */
export function withClient<T>(connections: Lending, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return watched({ kind: "transaction", name: connections.role }, () => lend(connections, work));
}

async function lend<T>(
  { pool, circuit, log }: Lending,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await circuit
    .guard(
      () => pool.connect(),
      (late) => late.release(true),
    )
    .catch((error: unknown) => {
      throw isUnreachable(error) ? unavailable(error) : error;
    });
  let broken = false;
  try {
    return await work(client);
  } catch (error) {
    broken = isUnreachable(error) || error instanceof OpeningFailed;
    if (broken) throw unavailable(error);
    const refusal = refused(error);
    // A policy refuses in the course of things; anything else may be a grant that is missing.
    if (refusal && !violatesPolicy(refusal)) log.warn({ err: error }, "the database refused what was asked");
    throw unstorable(error) ?? diskFull(error) ?? heldUp(error) ?? refusal ?? error;
  } finally {
    client.release(broken);
  }
}

/** The opening is always the same, so it fails only where the server has changed: it became a standby, for one. */
class OpeningFailed extends Error {
  constructor(cause: unknown) {
    super("A transaction could not be opened.", { cause });
  }
}

function transaction<T>(
  connections: Connections,
  { opening, holdsAccount = false }: { opening: string; holdsAccount?: boolean },
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  return withClient(connections, async (client) => {
    const connection = new Connection(client);
    // Not awaited: the first statement follows it on the wire. Should the opening fail, that statement meets an
    // aborted transaction, or none, where the login role has no rights.
    const begun = client.query(opening).catch((error: unknown) => {
      throw new OpeningFailed(error);
    });
    begun.catch(() => {});
    // Nor is this: where it is refused, the first statement meets an aborted transaction.
    const held = holdsAccount ? client.query("select app.hold_account()") : undefined;
    held?.catch(() => {});
    try {
      const result = await work(connection);
      await begun;
      await held;
      connection.close();
      const { command } = await client.query("commit");
      if (command === "ROLLBACK") {
        throw new Error(
          "A statement failed and its error was swallowed, so the transaction could not be committed.",
        );
      }
      return result;
    } catch (error) {
      connection.close();
      await begun;
      if (!isUnreachable(error)) await client.query("rollback");
      await held;
      throw error;
    }
  });
}

/** The client as Kysely sees it, for as long as the transaction lasts. */
class Connection implements DatabaseConnection {
  readonly #client: PoolClient;
  #open = true;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  close(): void {
    this.#open = false;
  }

  query<R>(text: string, values: readonly unknown[]) {
    if (!this.#open) throw new Error("This transaction is over: a statement was not awaited inside it.");
    return this.#client.query<QueryResultRow & R>(text, [...values]);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.query<R>(sql, parameters);
    return command === "SELECT" ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: it never yields, Kysely's interface wants a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Rows are not streamed here.");
  }
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

function queriesOn(connection: Connection): Kysely<DB> {
  const nested = () => Promise.reject(new Error("The transaction is already open."));
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: nested,
    commitTransaction: nested,
    rollbackTransaction: nested,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  });
}

function writerOn(connection: Connection): Writer {
  return Object.assign(queriesOn(connection), {
    async enqueue<Name extends JobName>(job: Name, data: JobData<Name>, notBefore?: Date) {
      const values = [job, JSON.stringify(jobs[job].parse(data))];
      if (notBefore) await connection.query("select app.enqueue($1, $2, $3)", [...values, notBefore]);
      else await connection.query("select app.enqueue($1, $2)", values);
    },
  });
}
