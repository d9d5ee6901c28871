import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { migrate, withMigrationLock } from "../../server/db/migrate.ts";
import { emptyDatabase } from "./database.ts";

const migrations = join(import.meta.dirname, "..", "..", "server", "db", "migrations");

interface OldDatabase extends AsyncDisposable {
  /** Acts as the system, which may write every row. */
  client: Client;
  /** Brings the database forward. */
  migrate(): Promise<void>;
}

/** A database as it was before the migration `first`, for rows of that time; `migrate` brings it up to `last`. */
export async function databaseBefore(first: string, last = first): Promise<OldDatabase> {
  await using opened = new AsyncDisposableStack();
  const { ownerUrl } = opened.use(await emptyDatabase());
  const folder = await mkdtemp(join(tmpdir(), "handbill-migrations-"));
  opened.defer(() => rm(folder, { recursive: true }));
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  opened.defer(() => client.end());

  const names = (await readdir(migrations)).filter((name) => name <= last);
  const run = async (some: string[]) => {
    for (const name of some) await cp(join(migrations, name), join(folder, name));
    await client.query("reset role");
    await withMigrationLock(client, () => migrate(client, folder));
    await client.query("set role handbill_system");
  };
  await run(names.filter((name) => name < first));
  const kept = opened.move();
  return {
    client,
    migrate: () => run(names.filter((name) => name >= first)),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
