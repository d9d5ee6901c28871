import { type RawBuilder, sql } from "kysely";
import { reordered } from "../../app/shared/reordered.ts";
import type { Database, Writer } from "./database.ts";
import type { DB } from "./schema.ts";

/** The tables whose rows a musician puts in order. */
type SortedTable = {
  [Table in keyof DB]: "user_id" | "display_order" extends keyof DB[Table] ? Table : never;
}[keyof DB];

interface Sorting {
  /** How the table's rows are listed. */
  order?: RawBuilder<unknown>;
  /** The columns that a move sets to `placed.place`, and any other. */
  move?: RawBuilder<unknown>;
}

/** Makes other transactions that place rows of the musician's in this table wait for this one's end. */
export async function lockOrder(tx: Writer, table: SortedTable, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${userId}`}, 0))`.execute(tx);
}

/**
 * Puts a musician's rows in a new order. Rows that `seen` doesn't name, such as one that was added meanwhile, keep their
 * side of those that it does.
 * @param seen the ids in their new order
 * @returns whether all of them are the musician's; else nothing has moved
 */
export async function reorder(
  db: Database,
  table: SortedTable,
  userId: string,
  seen: readonly string[],
  { order = sql`display_order`, move = sql`display_order = placed.place` }: Sorting = {},
): Promise<boolean> {
  return db.asMusician(userId).write(async (tx) => {
    await lockOrder(tx, table, userId);
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where user_id = ${userId} order by ${order}`.execute(tx);
    const ids = reordered(
      rows.map(({ id }) => id),
      seen,
    );
    if (!ids) return false;
    await sql`
      update ${sql.table(table)} item set ${move}
      from unnest(${ids}::uuid[]) with ordinality placed (id, place)
      where item.id = placed.id and item.user_id = ${userId} and item.display_order is distinct from placed.place`.execute(
      tx,
    );
    return true;
  });
}
