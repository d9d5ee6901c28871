import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { StartError } from "../errors.ts";
import { program } from "../released.ts";
import { version } from "../version.ts";
import { codeOf } from "./failures.ts";
import { inTransaction } from "./transaction.ts";

export interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/** The migrations of this Handbill. */
export const ourMigrations = join(import.meta.dirname, "migrations");

/**
 * Brings the database forward: applies the numbered SQL files of `folder` that it hasn't seen, in their order, with a row in
 * `app.migrations` for each. All of them in one transaction, or none. Call it under `withMigrationLock`.
 * @throws StartError when the files and the database don't belong together, or when a file fails
 * @param upTo how many of the files; all unless a backup of an older Handbill is restored
 */
export async function migrate(owner: Client, folder: string, upTo = Infinity): Promise<void> {
  const { applied, pending } = await migrationState(owner, folder);
  await inTransaction(owner, async () => {
    for (const migration of pending.slice(0, Math.max(0, upTo - applied.length)))
      await apply(owner, migration);
  });
}

interface MigrationState {
  /** What the database has, in order. */
  applied: Pick<Migration, "name" | "sha256">[];
  /** What `folder` has beyond that, in order. */
  pending: Migration[];
}

/** @throws StartError when the files and the database don't belong together, as with a database of a newer Handbill */
export async function migrationState(owner: Client, folder: string): Promise<MigrationState> {
  const files = await readMigrations(folder);
  const applied = await appliedMigrations(owner);
  for (const [position, row] of applied.entries()) {
    const file = files[position];
    if (file?.name === row.name) {
      if (file.sha256 === row.sha256) continue;
      throw new StartError(
        `The migration ${row.name} was changed after it had been applied to this database.`,
      );
    }
    throw new StartError(
      files.some(({ name }) => name === row.name)
        ? `The migration ${file?.name} comes before ${row.name}, which this database already has: a commit between two releases ` +
            'made it. docs/operating.md says how to go on, under "Between releases".'
        : `This database has the migration ${row.name}, which this Handbill (${version}) doesn't know: a newer one has ` +
            `upgraded it. Start the newer version, or go back to the backup of before with it: ${program} rollback`,
    );
  }
  return { applied, pending: files.slice(applied.length) };
}

/**
 * Runs `work` while no other process prepares the same database; the rest wait their turn.
 * @throws StartError when it doesn't come within ten minutes
 */
export async function withMigrationLock<T>(owner: Client, work: () => Promise<T>): Promise<T> {
  await owner.query("set lock_timeout = '10min'");
  await owner.query(`select pg_advisory_lock(${migrationLock})`).catch((error: unknown) => {
    if (codeOf(error) !== "55P03") throw error;
    throw new StartError(
      "Another server has been preparing this database for ten minutes. Look at its log, stop it, and start again.",
    );
  });
  await owner.query("reset lock_timeout");
  try {
    return await work();
  } finally {
    // Behind a pooler the connection outlives ours, and the lock with it. Where it is gone, so is the lock.
    await owner.query(`rollback; select pg_advisory_unlock(${migrationLock})`).catch(() => {});
  }
}

const migrationLock = "hashtext('handbill'), hashtext('migrate')";

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  for (const [position, name] of names.entries()) {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) {
      throw new StartError(`The migration ${name} must be named like 0001-what-it-does.sql.`);
    }
    if (names[position + 1]?.slice(0, 4) === name.slice(0, 4)) {
      throw new StartError(`Two migrations have the number ${name.slice(0, 4)}.`);
    }
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), "utf8");
      return { name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/** What the database has, in order; of a database without tables, nothing. */
export async function appliedMigrations(owner: Client): Promise<Pick<Migration, "name" | "sha256">[]> {
  const { rows: found } = await owner.query<{ found: boolean }>(
    "select to_regclass('app.migrations') is not null as found",
  );
  if (!found[0]?.found) return [];
  const { rows } = await owner.query<Pick<Migration, "name" | "sha256">>(
    `select name, sha256 from app.migrations order by name collate "C"`,
  );
  return rows;
}

// Made by the first migration's transaction, after its own statements: the schema is the migrations' to create.
const ledger = `
  create schema if not exists app;
  create table if not exists app.migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`;

async function apply(owner: Client, { name, sql, sha256 }: Migration): Promise<void> {
  try {
    await owner.query(sql);
    await owner.query(ledger);
    await owner.query("insert into app.migrations (name, sha256) values ($1, $2)", [name, sha256]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The migration ${name} failed${lineOf(error, sql)}: ${reason}`, { cause: error });
  }
}

function lineOf(error: unknown, sql: string): string {
  const position = error instanceof Error && "position" in error ? Number(error.position) : Number.NaN;
  return Number.isNaN(position) ? "" : ` at line ${sql.slice(0, position).split("\n").length}`;
}
