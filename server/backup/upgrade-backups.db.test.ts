import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { asServerOwner, emptyDatabase } from "../../tests/harness/database.ts";
import { databaseDigest } from "../../tests/harness/database-digest.ts";
import { testLog, testSecret } from "../../tests/harness/settings.ts";
import { migrate, ourMigrations, readMigrations } from "../db/migrate.ts";
import { prepareDatabase } from "../db/prepare.ts";
import { ensureApplicationRoles } from "../db/roles.ts";
import { StartError } from "../errors.ts";
import { checkDatabaseBackup } from "./opened-backup.ts";
import { upgradeBackups, upgradesFolder } from "./upgrade-backups.ts";

const run = promisify(execFile);

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-upgrade-"));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A database of before policies were files, with an account. */
async function olderDatabase() {
  const database = await emptyDatabase();
  await asServerOwner(database.ownerUrl, async (owner) => {
    await ensureApplicationRoles(owner);
    const names = (await readMigrations(ourMigrations)).map(({ name }) => name);
    await migrate(owner, ourMigrations, names.indexOf("0048-policy-files.sql"));
    await owner.query("insert into users (email) values ('mara@example.org')");
  });
  const digest = () => asServerOwner(database.ownerUrl, databaseDigest);
  return { ...database, digest };
}

const prepare = (ownerUrl: string, dataDir: string, migrations = ourMigrations) =>
  prepareDatabase(ownerUrl, { dataDir, migrations, sessionSecret: testSecret, log: testLog });

test("a first start makes no backup, and a start without new migrations none", async () => {
  const dataDir = await temporaryFolder();
  await using database = await emptyDatabase();
  await prepare(database.ownerUrl, dataDir);
  await prepare(database.ownerUrl, dataDir);
  expect(await readdir(dataDir)).toEqual([]);
});

test("servers that start at once with new migrations make one backup, of what was there before", async () => {
  const dataDir = await temporaryFolder();
  await using database = await olderDatabase();
  await Promise.all(Array.from({ length: 3 }, () => prepare(database.ownerUrl, dataDir)));
  const [file = "", ...others] = await upgradeBackups(dataDir);
  expect(others).toEqual([]);
  await using checked = await checkDatabaseBackup(file);
  expect(checked.manifest.migrations.at(-1)?.name).toBe("0047-told-in-vain.sql");
  expect(checked.manifest.tables).toContainEqual(expect.objectContaining({ table: "public.users", rows: 1 }));
});

test("a migration that fails takes all of the upgrade back, and says where the backup is", async () => {
  const dataDir = await temporaryFolder();
  const migrations = await temporaryFolder();
  await cp(ourMigrations, migrations, { recursive: true });
  await writeFile(
    join(migrations, "9999-broken.sql"),
    "alter table users drop created_at;\ndelete from users;\nselect 1 / 0;\n",
  );
  await using database = await olderDatabase();
  const before = await database.digest();
  const refusal = await prepare(database.ownerUrl, dataDir, migrations).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartError);
  const [file = ""] = await upgradeBackups(dataDir);
  expect((refusal as StartError).message).toBe(
    "The upgrade of the database failed and was taken back: it is as it was before. " +
      "The migration 9999-broken.sql failed: division by zero. " +
      `Start the version of before, or mend this and start again. A backup of before lies in ${file}`,
  );
  expect(await database.digest()).toEqual(before);

  await prepare(database.ownerUrl, dataDir);
  // Of the same state the newest is kept.
  expect(await upgradeBackups(dataDir)).not.toContain(file);
  expect(await upgradeBackups(dataDir)).toHaveLength(1);
});

test("three backups are kept, and what a killed process has left goes", async () => {
  const dataDir = await temporaryFolder();
  const folder = upgradesFolder(dataDir);
  await mkdir(folder);
  const older = ["0040-a", "0041-b", "0042-c"].map(
    (state, at) => `2026-01-0${at}T00-00-00-000Z-at-${state}.zip`,
  );
  for (const name of [...older, "2026-01-01T00-00-00-000Z-at-0047-x.zip.unfinished-1", "mine.txt"]) {
    await writeFile(join(folder, name), "");
  }
  await using database = await olderDatabase();
  await prepare(database.ownerUrl, dataDir);
  const [newest = ""] = await upgradeBackups(dataDir);
  expect((await readdir(folder)).sort()).toEqual([...older.slice(1), basename(newest), "mine.txt"]);
});

test("where there is no room for the backup, nothing is changed", async ({ skip }) => {
  const dataDir = await temporaryFolder();
  await mkdir(upgradesFolder(dataDir));
  const isMounted = await run("mount", [
    "-t",
    "tmpfs",
    "-o",
    "size=16k",
    "tmpfs",
    upgradesFolder(dataDir),
  ]).then(
    () => true,
    () => false,
  );
  // Only root may, and not in every container.
  skip(!isMounted, "no disk may be made here");
  try {
    await using database = await olderDatabase();
    const before = await database.digest();
    await expect(prepare(database.ownerUrl, dataDir)).rejects.toThrow(
      "The database could not be backed up before its upgrade, so nothing was changed: The disk is full. Make room in ",
    );
    expect(await database.digest()).toEqual(before);
    expect(await upgradeBackups(dataDir)).toEqual([]);
  } finally {
    await run("umount", [upgradesFolder(dataDir)]);
  }
});
