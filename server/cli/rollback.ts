import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { Client, DatabaseError } from "pg";
import { checkDatabaseBackup, requireKnownMigrations } from "../backup/opened-backup.ts";
import { refuseOthers } from "../backup/restore.ts";
import { type Difference, goBack, storeKeptFiles } from "../backup/rollback.ts";
import { timestamp, upgradeBackups, upgradesFolder, writeDatabaseBackup } from "../backup/upgrade-backups.ts";
import { appliedMigrations, withMigrationLock } from "../db/migrate.ts";
import { connectOwner } from "../db/prepare.ts";
import { inTransaction } from "../db/transaction.ts";
import { startEmbedded } from "../embedded-postgres/supervisor.ts";
import { StartError } from "../errors.ts";
import { sessionSecret } from "../secret.ts";
import { openStorage } from "../storage/open-storage.ts";
import { type Command, printLine, UsageError } from "./command.ts";

export const rollbackCommand: Command = {
  usage: "rollback [--to FILE.zip] [--yes]",
  summary: "Goes back to the database of before the last upgrade, and keeps what was written since.",
  more:
    "No server may run. It lists what was written since, table by table, and asks; --yes answers. --to names another archive in\n" +
    "DATA_DIR/upgrades, such as the database.zip that an earlier rollback has kept. Start the version of that database afterwards.",
  options: { to: { type: "string" }, yes: { type: "boolean" } },
  async runAlone({ config, log }, options) {
    if (!options.yes && !process.stdin.isTTY) throw new UsageError("There is nobody to ask: say --yes.");
    const file = typeof options.to === "string" ? options.to : (await upgradeBackups(config.dataDir))[0];
    if (file === undefined) {
      throw new StartError(`There is no backup of before an upgrade in ${upgradesFolder(config.dataDir)}.`);
    }
    await using backup = await checkDatabaseBackup(file);
    const { created_at, migrations } = backup.manifest;
    await requireKnownMigrations(backup.manifest);
    const storage = await openStorage({ dataDir: config.dataDir, s3: config.s3 });
    const embedded =
      config.databaseUrl === undefined
        ? await startEmbedded({
            dataDir: config.dataDir,
            sessionSecret: await sessionSecret(config.sessionSecret, config.dataDir),
            log,
          })
        : undefined;
    const keptIn = join(upgradesFolder(config.dataDir), `rolled-back-${timestamp()}`);
    try {
      const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl;
      if (ownerUrl === undefined) throw new TypeError("There is no database to go back with.");
      const owner = await connectOwner(ownerUrl);
      await withMigrationLock(owner, async () => {
        await refuseOthers(owner);
        if (!options.to && (await appliedMigrations(owner)).length === migrations.length) {
          throw new StartError("The database has not been upgraded since that backup.");
        }
        await mkdir(keptIn, { recursive: true, mode: 0o700 });
        await keepWhole(ownerUrl, join(keptIn, "database.zip"));
        await inTransaction(owner, async () => {
          const differences = await goBack(owner, backup, { storage, keptIn });
          printDifferences(created_at, differences);
          if (!options.yes) await confirm();
          await storeKeptFiles(file, storage);
        });
      }).finally(() => owner.end());
    } catch (error) {
      await rm(keptIn, { recursive: true, force: true });
      if (!(error instanceof DatabaseError)) throw error;
      throw new StartError(`Nothing was changed: ${error.message}.`, { cause: error });
    } finally {
      await embedded?.stop();
    }
    printLine(`Done. Start the Handbill of then: its last migration is ${migrations.at(-1)?.name}.`);
    printLine(
      `Kept in ${keptIn}: the database as it was (database.zip), what was written since (rows), and its files.`,
    );
    return 0;
  },
};

async function keepWhole(ownerUrl: string, file: string): Promise<void> {
  const reader = new Client({ connectionString: ownerUrl, application_name: "handbill-backup" });
  reader.on("error", () => {}); // a lost connection also fails the statement that waits for it
  await reader.connect();
  await writeDatabaseBackup(reader, file).finally(() => reader.end());
}

function printDifferences(created_at: string, differences: Difference[]): void {
  printLine(`Going back to the database of ${created_at}. Since then:`);
  for (const { table, added, changed, removed } of differences) {
    const parts = [
      ...(added > 0 ? [`${added} new`] : []),
      ...(changed > 0 ? [`${changed} changed`] : []),
      ...(removed > 0 ? [`${removed} deleted, which come back`] : []),
    ];
    printLine(`  ${table}: ${parts.join(", ")}`);
  }
  if (differences.length === 0) printLine("  nothing was written");
}

/** @throws StartError when the answer isn't yes */
async function confirm(): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Go back, and keep all of this aside? (yes/no) ");
  terminal.close();
  if (answer.trim().toLowerCase() !== "yes") throw new StartError("Nothing was changed.");
}
