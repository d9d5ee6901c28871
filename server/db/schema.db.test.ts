import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../../tests/harness/database.ts";
import { generateTypes } from "./generate-types.ts";

test("schema.ts is what the migrated tables say (vitest -u writes it)", async () => {
  await using db = await freshDatabase();
  await using owner = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: db.ownerUrl }) }),
  });
  await expect(await generateTypes(owner)).toMatchFileSnapshot("schema.ts");
});
