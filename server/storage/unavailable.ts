import { AppError } from "../errors.ts";

/** What a person reads when the disk or the store behind the files fails; the cause is for the log. */
export function storageUnavailable(cause: unknown): AppError {
  return new AppError("unavailable", "Files cannot be reached right now. Please try again in a moment.", {
    retryAfterSeconds: 5,
    cause,
  });
}

/** The answer of every adapter to reading a file that is not there. */
export function noSuchFile(): AppError {
  return new AppError("not-found", "This file does not exist.");
}
