import { parseArgs } from "node:util";
import { builtScreensModule, ensureBuilt } from "../build.ts";
import { type Config, loadConfig } from "../config.ts";
import { openDatabase } from "../db/database.ts";
import { hasCluster } from "../embedded-postgres/place.ts";
import { AppError, StartError } from "../errors.ts";
import { createLogger } from "../log.ts";
import { program } from "../released.ts";
import { hasSecret, sessionSecret } from "../secret.ts";
import { openStorage } from "../storage/open-storage.ts";
import { backupCommand } from "./backup.ts";
import { changeSecret } from "./change-secret.ts";
import { check } from "./check.ts";
import { type Command, type Options, type Parts, printLine, UsageError } from "./command.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { makeAdmin } from "./make-admin.ts";
import { publishStatic } from "./publish-static.ts";
import { resetPassword } from "./reset-password.ts";
import { resetSecondFactor } from "./reset-second-factor.ts";
import { restoreCommand } from "./restore.ts";
import { rollbackCommand } from "./rollback.ts";
import { sweep } from "./sweep.ts";
import { upgradeDatabase } from "./upgrade-database.ts";

// The commands for operators, beside a running server or without one:
//   npm run admin -- COMMAND [OPTIONS], in a release: handbill COMMAND [OPTIONS]
// It ends with 0 when all is done, 1 when it could not be done, 2 for wrong arguments, and 3 when it is done and
// has found a problem that only a person can mend.

const commands: Record<string, Command> = {
  check,
  "make-admin": makeAdmin,
  "reset-password": resetPassword,
  "reset-second-factor": resetSecondFactor,
  backup: backupCommand,
  restore: restoreCommand,
  rollback: rollbackCommand,
  export: exportCommand,
  import: importCommand,
  "publish-static": publishStatic,
  sweep,
  "change-secret": changeSecret,
  "upgrade-database": upgradeDatabase,
};

const widest = Math.max(...Object.values(commands).map(({ usage }) => usage.length));
const help = `Usage: ${program} COMMAND [OPTIONS]

${Object.values(commands)
  .map(({ usage, summary }) => `  ${usage.padEnd(widest + 2)}${summary}`)
  .join("\n")}

The settings are those of the server. All but restore, rollback, change-secret and upgrade-database may run beside it.
COMMAND --help tells more.
A command ends with 0 when all is done, 1 when it could not be done, 2 when it was asked wrongly, and 3 when it is done and
has found what only a person can mend.`;

/** @returns the exit code */
async function main([name, ...rest]: string[]): Promise<number> {
  if (name === undefined || ["help", "--help", "-h"].includes(name)) {
    printLine(help);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return refuse(`There is no command ${name}.`);
  const options = optionsOf(command, rest);
  if (options.help) {
    printLine(`Usage: ${program} ${command.usage}\n\n${command.summary}`);
    if (command.more) printLine(command.more);
    return 0;
  }
  const config = loadConfig(process.env);
  const log = createLogger("warn");
  if ("runAlone" in command) return command.runAlone({ config, log }, options);
  await requireInstallation(config);
  return withParts(config, (parts) => command.run(parts, options));
}

function optionsOf(command: Command, args: string[]): Options {
  try {
    return parseArgs({ args, options: { ...command.options, help: { type: "boolean", short: "h" } } }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function withParts<T>(config: Config, work: (parts: Parts) => Promise<T>): Promise<T> {
  const log = createLogger("warn");
  const db = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    sessionSecret: await sessionSecret(config.sessionSecret, config.dataDir),
    log,
    besideServer: true,
    keepsChangedRights: true,
  });
  try {
    const storage = await openStorage({ dataDir: config.dataDir, s3: config.s3 });
    await ensureBuilt(printLine);
    // React chooses its build when it is loaded.
    process.env.NODE_ENV ??= "production";
    const exports = (await builtScreensModule()).entry.module;
    return await work({ config, db, storage, log, exports, declarations: exports.declarations });
  } finally {
    await db.close();
  }
}

/** A wrong folder would be filled with an empty database or another secret, and nothing would be found with it. */
async function requireInstallation({ databaseUrl, sessionSecret, dataDir }: Config): Promise<void> {
  if (databaseUrl === undefined) {
    if (await hasCluster(dataDir)) return;
    throw new StartError(
      `There is no Handbill in the data folder ${dataDir}. Set DATA_DIR as the server has it.`,
    );
  }
  if (sessionSecret !== undefined || (await hasSecret(dataDir))) return;
  throw new StartError(
    `There is no session secret in the data folder ${dataDir}. Set DATA_DIR or SESSION_SECRET as the server has it.`,
  );
}

function refuse(reason: string): number {
  process.stderr.write(`${reason}\n\n${help}\n`);
  return 2;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    process.exitCode = refuse(error.message);
  } else if (error instanceof StartError || error instanceof AppError) {
    process.stderr.write(`It could not be done: ${error.message}\n`);
    process.exitCode = 1;
  } else {
    throw error;
  }
}
