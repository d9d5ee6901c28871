import { AppError, StartError } from "../errors.ts";
import { fileTrouble } from "../files/file-trouble.ts";
import { createLogger } from "../log.ts";

/** Ends the process because the start has failed, with a line that says why and the way out. */
export function exitWith(error: unknown): never {
  if (!(error instanceof StartError)) createLogger("fatal").fatal({ err: error }, "the start failed");
  process.stderr.write(`Handbill cannot start: ${reasonOf(error)}\n`);
  process.exit(1);
}

function reasonOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const path = error instanceof Error && "path" in error ? error.path : undefined;
  if (typeof path === "string") {
    return `${path} cannot be used: ${fileTrouble(error, "it isn't there")}. Mend that and start again.`;
  }
  const cause = error instanceof AppError && error.cause ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return `${message.split("\n", 1)[0]}. This was not expected: the line above says where it happened.`;
}
