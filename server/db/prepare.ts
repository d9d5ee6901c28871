import { type Client, DatabaseError } from "pg";
import { backUpBeforeUpgrade } from "../backup/upgrade-backups.ts";
import { StartError } from "../errors.ts";
import { prepareQueue } from "../jobs/prepare.ts";
import type { Logger } from "../log.ts";
import { connect } from "./connect.ts";
import { codeOf, isUnreachable } from "./failures.ts";
import { migrate, migrationState, ourMigrations, withMigrationLock } from "./migrate.ts";
import { applyPolicies, readPolicyFiles } from "./policies.ts";
import { applicationRoleNames, ensureApplicationRoles, ensureLogins, type LoginUrls } from "./roles.ts";
import { inTransaction } from "./transaction.ts";

const oldestServer = 150_000;

/** The setting that is there while a backup is being restored. */
export const restoringMark = "app.restoring";

interface PrepareOptions {
  /** Where a backup is made before an upgrade. */
  dataDir: string;
  sessionSecret: string;
  log: Logger;
  /** No other server can be using this database, so its logins may be given this secret's passwords. */
  alone?: boolean;
  /** Leaves policies and grants that were changed by hand as they are, for `check` to find. */
  keepsChangedRights?: boolean;
  /** The folder of migrations; this Handbill's own. */
  migrations?: string;
  /** How many this Handbill may need at once. */
  connections?: number;
}

/**
 * Brings a database to the state this Handbill needs: roles, tables, policies, queue, logins. The only place that works as
 * the owner; any number of processes may do it at once.
 * @returns the addresses of the login roles, each of which owns nothing and may only become its application role.
 * @throws StartError
 */
export async function prepareDatabase(ownerUrl: string, options: PrepareOptions): Promise<LoginUrls> {
  const owner = await connectOwner(ownerUrl);
  try {
    await refuseUnfitServer(owner, options.connections ?? 0);
    return await withMigrationLock(owner, async () => {
      await refuseHalfRestored(owner);
      await ensureApplicationRoles(owner);
      // First: a server that doesn't belong to this database leaves its tables as they are.
      const loginUrls = await ensureLogins(owner, ownerUrl, options.sessionSecret, options.alone ?? false);
      await bringForward(owner, ownerUrl, options);
      await prepareQueue(owner);
      return loginUrls;
    });
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    throw new StartError(whyNot(error, ownerUrl), { cause: error });
  } finally {
    await owner.end();
  }
}

/**
 * Migrations and what follows from them for the policies, after a backup of what is there: all of it in one transaction, or
 * nothing. Where there are no new migrations, policies alone, a transaction for each table.
 */
async function bringForward(
  owner: Client,
  ownerUrl: string,
  { dataDir, log, keepsChangedRights = false, migrations = ourMigrations }: PrepareOptions,
): Promise<void> {
  const { applied, pending } = await migrationState(owner, migrations);
  const policies = await readPolicyFiles();
  const options = { log, repair: !keepsChangedRights };
  if (pending.length === 0) return applyPolicies(owner, policies, options);
  const backup = applied.length > 0 ? await backUpBeforeUpgrade(ownerUrl, dataDir, log) : undefined;
  await inTransaction(owner, async () => {
    await migrate(owner, migrations);
    await applyPolicies(owner, policies, options);
  }).catch((error: unknown) => {
    if (backup === undefined) throw error;
    throw new StartError(
      `The upgrade of the database failed and was taken back: it is as it was before. ${messageOf(error)}. ` +
        `Start the version of before, or mend this and start again. A backup of before lies in ${backup}`,
      { cause: error },
    );
  });
  log.info({ migrations: pending.length, last: pending.at(-1)?.name }, "Database migrated");
}

/** A restore that was killed has left some of the rows. */
async function refuseHalfRestored(owner: Client): Promise<void> {
  if (await isHalfRestored(owner)) {
    throw new StartError(
      "A backup was being restored into this database and did not come to its end. Empty the database and the files, and restore again.",
    );
  }
}

/** Whether a restore has begun in this database and not come to its end. */
export async function isHalfRestored(owner: Client): Promise<boolean> {
  const { rows } = await owner.query<{ half: boolean }>(
    `select to_regclass('${restoringMark}') is not null as half`,
  );
  return rows[0]?.half ?? false;
}

export async function connectOwner(ownerUrl: string): Promise<Client> {
  let owner: Client | undefined;
  try {
    owner = await connect({ connectionString: ownerUrl, application_name: "handbill-prepare" });
    if (await isBehindPooler(owner)) throw new StartError(behindPooler(ownerUrl));
    return owner;
  } catch (error) {
    await owner?.end().catch(() => {});
    if (error instanceof StartError) throw error;
    throw new StartError(whyNot(error, ownerUrl), { cause: error });
  }
}

declare module "pg" {
  interface ClientBase {
    /** The process that PostgreSQL said was ours, as the connection began. */
    readonly processID?: number;
  }
}

/**
 * Whether something else than PostgreSQL answers: a pooler names no process, or none of PostgreSQL's, since it may use any.
 * Locks and notices belong to a session, which it doesn't lend for long.
 */
async function isBehindPooler(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ process: number }>("select pg_backend_pid() as process");
  return rows[0]?.process !== client.processID;
}

/** Tries each login at the pooler. @throws StartError where it doesn't lead one of them to the database */
export async function tryPooler(urls: LoginUrls): Promise<void> {
  const trials = applicationRoleNames.map(async (role) => {
    let client: Client | undefined;
    try {
      client = await connect({ connectionString: urls[role] });
      await client.query("select");
    } catch (error) {
      throw new StartError(
        `The pooler at ${place(urls[role])} doesn't lead Handbill's login ${new URL(urls[role]).username} to the database ` +
          `(${messageOf(error)}). Tell it of the logins, or let DATABASE_URL lead to PostgreSQL itself without DATABASE_DIRECT_URL.`,
        { cause: error },
      );
    } finally {
      await client?.end().catch(() => {});
    }
  });
  await Promise.all(trials);
}

/** The address without its user and password, for people to read. */
function place(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

function whyNot(error: unknown, url: string): string {
  const code = codeOf(error);
  if (code === "28P01" || code === "28000") {
    return `The database at ${place(url)} refuses the user or password in DATABASE_URL. Correct them and start again.`;
  }
  if (code === "3D000") {
    return `The database at ${place(url)} doesn't exist. Create it (createdb) or correct DATABASE_URL.`;
  }
  if (code === "08P01") {
    return behindPooler(url, `which says: ${messageOf(error)}`);
  }
  if (error instanceof DatabaseError && !isUnreachable(error)) {
    return (
      `The database at ${place(url)} cannot be prepared: ${messageOf(error)} (${code}). ` +
      "Give the account in DATABASE_URL this right, or use an empty database that it owns."
    );
  }
  const reason = code ?? messageOf(error);
  return `Handbill cannot reach the database at ${place(url)} (${reason}). Start it or correct DATABASE_URL.`;
}

function behindPooler(url: string, more = ""): string {
  return (
    `The database at ${place(url)} is behind a pooler${more && `, ${more}`}. ` +
    "Let DATABASE_DIRECT_URL lead to PostgreSQL itself, and DATABASE_URL to the pooler."
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function refuseUnfitServer(owner: Client, connections: number): Promise<void> {
  const { rows } = await owner.query<{ number: number; version: string; encoding: string; most: number }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            current_setting('server_encoding') as encoding, current_setting('max_connections')::int as most`,
  );
  const [server] = rows;
  if (!server || server.number < oldestServer) {
    throw new StartError(`Handbill needs PostgreSQL 15 or newer; this server is ${server?.version}.`);
  }
  if (server.encoding !== "UTF8") {
    throw new StartError(
      `The database's encoding must be UTF8, not ${server.encoding}. Create it with: createdb -E UTF8`,
    );
  }
  if (server.most < connections) {
    throw new StartError(
      `This server may need ${connections} connections, and the database lets in ${server.most}. ` +
        "Set its max_connections higher, or WORKERS or the sizes of its pools lower.",
    );
  }
}
