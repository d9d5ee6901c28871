import type { ParseArgsOptionDescriptor, parseArgs } from "node:util";
import type * as AppExports from "../../app/server-exports.server.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { StartError } from "../errors.ts";
import type { Declarations } from "../features.ts";
import type { Logger } from "../log.ts";
import type { Storage } from "../storage/storage.ts";

/** The parts that a command gets. */
export interface Parts {
  config: Config;
  db: Database;
  storage: Storage;
  log: Logger;
  /** The features' declarations about their tables, the running server's too. */
  declarations: Declarations;
  /** What the app exports: rules and checks that the screens have as well. */
  exports: typeof AppExports;
}

export type Options = Readonly<ReturnType<typeof parseArgs>["values"]>;

interface Described {
  /** Its options, as the help shows them. */
  usage: string;
  /** In a line. */
  summary: string;
  /** Further text of its own help. */
  more?: string;
  options: Record<string, ParseArgsOptionDescriptor>;
}

/**
 * A command for operators. It resolves to its exit code: 0 when all is done, 3 when it is done and has found
 * a problem that only a person can mend. A StartError or AppError it throws is printed as a line, and is 1; a
 * UsageError is 2.
 */
export type Command = Described &
  (
    | { run(parts: Parts, options: Options): Promise<number> }
    /** For commands that open database and files in their own way. */
    | { runAlone(parts: Pick<Parts, "config" | "log">, options: Options): Promise<number> }
  );

/** The command was asked wrongly. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** An option that a command can't do without. @throws UsageError */
export function required(options: Options, name: string): string {
  const value = options[name];
  if (typeof value !== "string" || value.trim() === "") throw new UsageError(`--${name} is missing.`);
  return value.trim();
}

/** The account of that address. @throws StartError when there is none */
export async function accountNamed(
  db: Database,
  email: string,
): Promise<{ id: string; email: string; role: string }> {
  const account = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("users")
        .select(["id", "email", "role"])
        .where("email", "=", email.toLowerCase())
        .executeTakeFirst(),
    );
  if (!account) throw new StartError(`There is no account with the address ${email}.`);
  return account;
}

export function megabytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
