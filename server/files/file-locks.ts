import { sql } from "kysely";
import type { Client } from "pg";
import type { Writer } from "../db/database.ts";
import { StartError } from "../errors.ts";

// While a backup is made, no stored file is removed: the backup copies those that its rows name one after another.
// Removals share the lock; a backup holds it alone.

const lock = sql`hashtext('handbill'), hashtext('files')`;

/**
 * Removes files unless a backup is being made. They may go until the transaction ends, so it must be over in seconds.
 * @returns false when nothing was done: try again later
 */
export async function unlessLocked(tx: Writer, remove: () => Promise<void>): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${lock}) as free`.execute(tx);
  if (!rows[0]?.free) return false;
  await remove();
  return true;
}

/**
 * Keeps all files where they are until the connection ends. Waits for removals under way.
 * @throws StartError while another backup is being made
 */
export async function lockFiles(client: Client): Promise<void> {
  await client.query("set lock_timeout = '60s'");
  const { rows } = await client.query<{ others: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
       and mode = 'ExclusiveLock' and database = (select oid from pg_database where datname = current_database())
       and classid = hashtext('handbill')::oid and objid = hashtext('files')::oid) as others`,
  );
  if (rows[0]?.others) throw new StartError("Another backup is being made. Wait until it is done.");
  await client.query("select pg_advisory_lock(hashtext('handbill'), hashtext('files'))");
}

/** Ends the lock, and has removals that waited for it begin. */
export async function unlockFiles(client: Client): Promise<void> {
  await client.query("rollback; select pg_advisory_unlock_all(); notify files");
}
