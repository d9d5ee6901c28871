import { access } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type Config, loadConfig } from "./config.ts";
import { type Database, openDatabase } from "./db/database.ts";
import { AppError, StartError } from "./errors.ts";
import { createLogger } from "./log.ts";
import { sessionSecret } from "./secret.ts";
import { openStorage, type Storage } from "./storage/storage.ts";
import { sweepFiles } from "./sweep.ts";

// What an operator does by hand, beside a running server or without one:
//   npm run admin -- COMMAND [OPTIONS]
// It ends with 0 when all is done, 1 when it could not be done, 2 when it was asked wrongly, and 3 when it is done and
// has found what only a person can mend.

interface Parts {
  config: Config;
  db: Database;
  storage: Storage;
}

interface Command {
  /** Its options, as the help shows them. */
  usage: string;
  /** In a line. */
  summary: string;
  options: Record<string, { type: "boolean" }>;
  /** @returns the exit code */
  run(parts: Parts, options: Record<string, boolean | undefined>): Promise<number>;
}

const commands: Record<string, Command> = {
  sweep: {
    usage: "sweep [--dry-run]",
    summary: "Removes stored files that nothing names any more, and lists what names a file that is gone.",
    options: { "dry-run": { type: "boolean" } },
    async run(parts, { "dry-run": dryRun = false }) {
      const report = await sweepFiles(parts, { dryRun });
      const would = dryRun ? "would be " : "";
      say(`${report.files} files, ${megabytes(report.bytes)} MB`);
      for (const path of report.removed) say(`  ${dryRun ? "to remove" : "removed"}: ${path}`);
      say(`${report.removed.length} named by nothing ${would}removed, ${megabytes(report.removedBytes)} MB`);
      if (report.measured > 0) say(`${report.measured} sizes ${would}written down`);
      if (report.forgotten > 0) say(`${report.forgotten} lost pictures ${would}forgotten`);
      for (const { table, id, path } of report.missing) say(`  missing: ${path}, named by ${table} ${id}`);
      say(`${report.missing.length} missing`);
      return report.missing.length > 0 ? 3 : 0;
    },
  },
};

const help = `Usage: npm run admin -- COMMAND [OPTIONS]

${Object.values(commands)
  .map(({ usage, summary }) => `  ${usage.padEnd(24)}${summary}`)
  .join("\n")}

The settings are those of the server. A command may run beside it.`;

/** @returns the exit code */
async function main([name, ...rest]: string[]): Promise<number> {
  if (name === undefined || ["help", "--help", "-h"].includes(name)) {
    say(help);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return refuse(`There is no command ${name}.`);
  let options: Record<string, boolean | undefined>;
  try {
    options = { ...parseArgs({ args: rest, options: command.options }).values };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  const config = loadConfig(process.env);
  await requireFolder(config);
  const log = createLogger("warn");
  const db = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    sessionSecret: await sessionSecret(config.sessionSecret, config.dataDir),
    log,
    besideServer: true,
  });
  try {
    const storage = await openStorage({ dataDir: config.dataDir, s3: config.s3 });
    return await command.run({ config, db, storage }, options);
  } finally {
    await db.close();
  }
}

/** A wrong folder would be filled with an empty database, and nothing would be found in it. */
async function requireFolder({ databaseUrl, sessionSecret, dataDir }: Config): Promise<void> {
  if (databaseUrl !== undefined && sessionSecret !== undefined) return;
  await access(dataDir).catch(() => {
    throw new StartError(
      `There is no Handbill in the data folder ${dataDir}. Set DATA_DIR as the server has it.`,
    );
  });
}

function refuse(reason: string): number {
  process.stderr.write(`${reason}\n\n${help}\n`);
  return 2;
}

function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartError || error instanceof AppError)) throw error;
  process.stderr.write(`It could not be done: ${error.message}\n`);
  process.exitCode = 1;
}
