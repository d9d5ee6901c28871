import { AppError, StartError } from "../errors.ts";
import { fileTrouble } from "../files/file-trouble.ts";
import { createLogger } from "../log.ts";

/** Ends the process because Handbill can't start, with a line that says why and the way out. */
export function exitWith(error: unknown): never {
  process.stderr.write(`Handbill cannot start: ${whyNotStarted(error)}\n`);
  process.exit(1);
}

/** The reason in a line; an error that wasn't expected is logged as well. */
export function whyNotStarted(error: unknown): string {
  if (error instanceof StartError) return error.message;
  createLogger("fatal").fatal({ err: error }, "the start failed");
  const path = error instanceof Error && "path" in error ? error.path : undefined;
  if (typeof path === "string") {
    return `${path} cannot be used: ${fileTrouble(error, "it isn't there")}. Mend that and start again.`;
  }
  const cause = error instanceof AppError && error.cause ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return `${message.split("\n", 1)[0]}. This was not expected: the line above says where it happened.`;
}
