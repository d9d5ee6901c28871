import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Actor, Reader } from "./as.ts";

/** The rights of each role on a table, from the catalogue: which rows by its policies, which columns by its grants. */
export interface TableRights {
  /** Whether row-level security is on, and binds the table's owner too. */
  enabled: boolean;
  forced: boolean;
  policies: Record<string, unknown>;
  /** By role, or `public` for all of them: `SELECT`, or `UPDATE (role, title)` where it is for some columns. */
  grants: Record<string, unknown>;
}

/** A table whose rights aren't as its file in `policies/` made them. */
export interface RightsProblem {
  table: string;
  text: string;
}

/** The tables that have a file: their rights when it was applied, and now (null: the table is gone). */
export const comparedRights =
  "select table_name, rights as wanted, app.rights_of(to_regclass(table_name)) as found from app.policies order by 1";

export interface ComparedRights {
  table_name: string;
  wanted: TableRights;
  found: TableRights | null;
}

/** Every difference between the rights that the files of `policies/` gave and those that there are now. */
export async function rightsProblems(tx: Reader): Promise<RightsProblem[]> {
  const { rows } = await sql.raw<ComparedRights>(comparedRights).execute(tx);
  return rows.flatMap((row) => differences(row).map((text) => ({ table: row.table_name, text })));
}

function differences({ wanted, found }: ComparedRights): string[] {
  if (!found) return ["The table is missing"];
  const texts: string[] = [];
  if (found.enabled !== wanted.enabled || found.forced !== wanted.forced) {
    texts.push("Row-level security is switched off");
  }
  for (const [name, policy] of Object.entries(wanted.policies)) {
    const other = found.policies[name];
    if (!other) texts.push(`The policy "${name}" is missing`);
    else if (!isDeepStrictEqual(other, policy)) texts.push(`The policy "${name}" was changed`);
  }
  for (const name of Object.keys(found.policies)) {
    if (!wanted.policies[name]) texts.push(`The policy "${name}" is not Handbill's`);
  }
  for (const role of new Set([...Object.keys(wanted.grants), ...Object.keys(found.grants)])) {
    if (!isDeepStrictEqual(found.grants[role], wanted.grants[role])) {
      texts.push(`What ${role} may do was changed`);
    }
  }
  return texts;
}

/**
 * Puts a table's policies and grants back as the file of `policies/` that was applied last says, no more and no less.
 * @throws DatabaseError when the table is missing, `unavailable` when it is in use for longer than some seconds
 */
export async function reapplyRights(admin: Actor, table: string): Promise<void> {
  await admin.write((tx) => sql`select app.reapply_rights(${table})`.execute(tx));
}
