import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { emptyDatabase } from "../../tests/harness/database.ts";
import { testLog } from "../../tests/harness/settings.ts";
import { migrate, withMigrationLock } from "./migrate.ts";

const migrations = join(import.meta.dirname, "migrations");
const last = "0033-confirmed-addresses.sql";

test("who was an admin before addresses were confirmed stays one, and counts as confirmed; nobody else does", async () => {
  await using database = await emptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), "handbill-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = (await readdir(migrations)).filter((name) => name < last);
  for (const name of names) await cp(join(migrations, name), join(folder, name));
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await withMigrationLock(owner, () => migrate(owner, folder, testLog));
    await owner.query("set role handbill_system");
    await owner.query(
      "insert into users (email, role) values ('admin@example.org', 'admin'), ('fan@example.org', 'musician')",
    );
    await owner.query("reset role");
    await cp(join(migrations, last), join(folder, last));
    await withMigrationLock(owner, () => migrate(owner, folder, testLog));
    await owner.query("set role handbill_system");
    const { rows } = await owner.query(
      "select email, role, email_confirmed_at is not null as confirmed from users order by email",
    );
    expect(rows).toEqual([
      { email: "admin@example.org", role: "admin", confirmed: true },
      { email: "fan@example.org", role: "musician", confirmed: false },
    ]);
  } finally {
    await owner.end();
  }
});
