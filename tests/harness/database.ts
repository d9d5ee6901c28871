import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { type Database, openDatabase } from "../../server/db/database.ts";
import { codeOf } from "../../server/db/failures.ts";
import { loginsOf } from "../../server/db/roles.ts";
import { testLog, testSecret } from "./settings.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the tests' PostgreSQL is (its owner's address) and which database is the migrated template. */
    databaseServer: { ownerUrl: string; template: string };
  }
}

/** A database of its own without any tables. */
export interface EmptyDatabase extends AsyncDisposable {
  readonly ownerUrl: string;
}

/** A migrated, empty database of its own. `close` (or `await using`) drops it. */
export interface TestDatabase extends Database, AsyncDisposable {
  /** The address for the owner, who may do everything: to see rows that the roles don't. */
  readonly ownerUrl: string;
}

/** Clones the run's template, in a fraction of a second. */
export async function freshDatabase(): Promise<TestDatabase> {
  const created = await createDatabase(inject("databaseServer").template);
  const database = await openDatabase({
    databaseUrl: created.ownerUrl,
    dataDir: "/nowhere",
    sessionSecret: testSecret,
    log: testLog,
  });
  const close = async () => {
    await database.close();
    await created[Symbol.asyncDispose]();
  };
  return { ...database, ownerUrl: created.ownerUrl, close, [Symbol.asyncDispose]: close };
}

/** The same database, as another server process sees it. */
export async function openedAgain({ ownerUrl }: TestDatabase): Promise<Database & AsyncDisposable> {
  const database = await openDatabase({
    databaseUrl: ownerUrl,
    dataDir: "/nowhere",
    sessionSecret: testSecret,
    log: testLog,
  });
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}

/** Ends the listeners' connections to this database, and waits until they have ended. */
export async function endListeners({ loginUrl }: Pick<Database, "loginUrl">): Promise<void> {
  await asServerOwner(loginUrl, (client) =>
    client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = 'handbill-listener'`),
  );
}

/** For tests of the code that prepares a database. */
export function emptyDatabase(): Promise<EmptyDatabase> {
  return createDatabase("template0");
}

async function createDatabase(template: string): Promise<EmptyDatabase> {
  const { ownerUrl: serverUrl } = inject("databaseServer");
  const name = `handbill_test_${randomUUID().replaceAll("-", "")}`;
  const oid = await asServerOwner(serverUrl, async (client) => {
    await client.query(`create database ${name} template ${template} encoding 'UTF8'`);
    const { rows } = await client.query<{ oid: number }>("select oid from pg_database where datname = $1", [
      name,
    ]);
    return rows[0]?.oid ?? 0;
  });
  return {
    ownerUrl: inDatabase(serverUrl, name),
    async [Symbol.asyncDispose]() {
      await asServerOwner(serverUrl, (client) => dropDatabase(client, name, oid));
    },
  };
}

/** An owner without superuser rights can't end the login's last sessions: then the server waits for them. */
export async function dropDatabase(client: Client, name: string, oid: number): Promise<void> {
  await client.query(`drop database ${name} with (force)`).catch((error: unknown) => {
    if (codeOf(error) !== "42501") throw error;
    return client.query(`drop database ${name}`);
  });
  await client.query(`drop role if exists ${Object.values(loginsOf(oid)).join(", ")}`);
}

export function inDatabase(serverUrl: string, name: string): string {
  const address = new URL(serverUrl);
  address.pathname = `/${name}`;
  return address.href;
}

export async function asServerOwner<T>(serverUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
