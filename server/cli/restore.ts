import { mkdir } from "node:fs/promises";
import { checkBackup } from "../backup/opened-backup.ts";
import { restore } from "../backup/restore.ts";
import { prepareDatabase } from "../db/prepare.ts";
import { startEmbedded } from "../embedded-postgres/supervisor.ts";
import { sessionSecret } from "../secret.ts";
import { openStorage } from "../storage/open-storage.ts";
import { type Command, megabytes, printLine, required } from "./command.ts";

export const restoreCommand: Command = {
  usage: "restore --from FILE.zip [--dry-run]",
  summary: "Puts a backup into an empty place: a new DATA_DIR, or an empty database and bucket.",
  more: "With --dry-run it only checks every byte of the archive. No server may run on that place.",
  options: { from: { type: "string" }, "dry-run": { type: "boolean" } },
  async runAlone({ config, log }, options) {
    const from = required(options, "from");
    await using checked = await checkBackup(from);
    const { manifest } = checked;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const { files, missing, created_at } = manifest;
    printLine(`A backup of ${created_at}, whole and unchanged`);
    printLine(`${rows} rows, ${files.count} files with ${megabytes(files.bytes)} MB`);
    if (options["dry-run"]) return 0;

    await mkdir(config.dataDir, { recursive: true });
    const secret = await sessionSecret(config.sessionSecret, config.dataDir);
    const embedded =
      config.databaseUrl === undefined
        ? await startEmbedded({ dataDir: config.dataDir, sessionSecret: secret, log })
        : undefined;
    try {
      const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl;
      if (ownerUrl === undefined) throw new TypeError("There is no database to restore into.");
      const storage = await openStorage({ dataDir: config.dataDir, s3: config.s3 });
      const place = { ownerUrl, storage, workFolder: config.dataDir, log };
      const { pausedIssues } = await restore(checked, place);
      // The place was empty, so no server uses it.
      await prepareDatabase(ownerUrl, { dataDir: config.dataDir, sessionSecret: secret, log, alone: true });
      printLine("Restored. Start the server.");
      if (pausedIssues > 0) {
        printLine(
          `${pausedIssues} letters that were under way are stopped: their musicians decide whether they go on.`,
        );
      }
    } finally {
      await embedded?.stop();
    }
    for (const path of missing) printLine(`  missing, and was before: ${path}`);
    return missing.length > 0 ? 3 : 0;
  },
};
