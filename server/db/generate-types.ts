import { type Kysely, sql } from "kysely";
import { generate, PostgresDialect, RawExpressionNode } from "kysely-codegen";

/**
 * The text of `schema.ts`: the TypeScript types of the migrated tables. Written by the test beside this
 * file, with `vitest run -u server/db/schema.db.test.ts` after a migration.
 */
export async function generateTypes(db: Kysely<unknown>): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect({ dateParser: "string", numericParser: "number" }),
    includePattern: "public.*",
    outFile: null,
    overrides: { columns: { ...(await translations(db)), ...(await knownValues(db)) } },
    typeMapping: { int8: "number" },
  });
}

/** Texts by languages and fields, which a check makes sure of. */
async function translations(db: Kysely<unknown>): Promise<Record<string, RawExpressionNode>> {
  const columns = await sql<{ column: string }>`
    select table_name || '.' || column_name as column
    from information_schema.columns where column_name = 'translations'`.execute(db);
  const type = new RawExpressionNode("Generated<Record<string, Record<string, string>>>");
  return Object.fromEntries(columns.rows.map(({ column }) => [column, type]));
}

/** A union of literals for each column whose `…_known` check lists its values. */
async function knownValues(db: Kysely<unknown>): Promise<Record<string, RawExpressionNode>> {
  const checks = await sql<{ column: string; has_default: boolean; definition: string }>`
    select relname || '.' || attname as column, atthasdef as has_default,
           pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint
    join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and right(conname, 6) = '_known'`.execute(db);
  return Object.fromEntries(
    checks.rows.map(({ column, has_default, definition }) => {
      const values = [...definition.matchAll(/'([^']*)'::text/g)].map(([, value]) => JSON.stringify(value));
      const union = values.join(" | ");
      return [column, new RawExpressionNode(has_default ? `Generated<${union}>` : union)];
    }),
  );
}
