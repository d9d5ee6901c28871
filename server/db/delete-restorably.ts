import { sql } from "kysely";
import type { Writer } from "./database.ts";
import type { DeletedItems } from "./schema.ts";

/** What can be brought back after its deletion, each kind a table's rows. */
export type RestorableKind = DeletedItems["kind"];

/**
 * Deletes those of the musician's own rows that have these ids, in a musician's transaction, and keeps them and their files
 * for `app/features/recently-deleted`.
 * @returns the ids of the deleted rows
 */
export async function deleteRestorably(
  tx: Writer,
  kind: RestorableKind,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from app.delete_restorably(${kind}, ${[...ids]}::uuid[]) id`.execute(tx);
  return rows.map(({ id }) => id);
}
