import { t } from "../../app/shared/t.ts";
import { AppError } from "../errors.ts";
import { diskFull } from "../files/disk-full.ts";

/**
 * The error that a user reads when the disk or the store behind the files fails or is full; the cause is for the log.
 */
export function storageUnavailable(cause: unknown): AppError {
  const full = diskFull(cause);
  if (full) return full;
  return new AppError("unavailable", t("Files cannot be reached right now. Please try again in a moment."), {
    retryAfterSeconds: 5,
    cause,
  });
}

/** The error that a user reads when the bucket is missing: waiting won't help. [2 §8] */
export function storageNotConfigured(cause: unknown): AppError {
  return new AppError(
    "unavailable",
    t("Storage not configured. Please tell the people who run this site that its bucket is missing."),
    { cause },
  );
}

/** The answer of every adapter to reading a file that is not there. */
export function noSuchFile(): AppError {
  return new AppError("not-found", t("This file does not exist."));
}
