import { once } from "node:events";
import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../../tests/harness/database.ts";
import { generateTypes } from "./generate-types.ts";

test("schema.ts describes the migrated tables (vitest -u writes it)", async () => {
  await using db = await freshDatabase();
  const pool = new Pool({ connectionString: db.ownerUrl, max: 1 });
  // The pool says that it has ended before its connection has, and the database can't be dropped under it.
  const disconnected = once(pool, "remove");
  const types = await generateTypes(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }));
  await Promise.all([pool.end(), disconnected]);
  await expect(types).toMatchFileSnapshot("schema.ts");
});
