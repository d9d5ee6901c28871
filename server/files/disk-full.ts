import { statfs } from "node:fs/promises";
import { t } from "../../app/shared/t.ts";
import { codeOf } from "../db/failures.ts";
import { AppError } from "../errors.ts";

/** Of the file system, of an account on it, of PostgreSQL. */
const codes = new Set(["ENOSPC", "EDQUOT", "53100"]);
/** An upload leaves so much of a disk free: the database often lives on the same one, and stops when it is full. */
const reserve = { bytes: 256 * 1024 ** 2, share: 0.05 };

/** The error of a full disk as one for people; undefined when the failure is another. */
export function diskFull(cause: unknown): AppError | undefined {
  return codes.has(codeOf(cause) ?? "") ? noRoom(cause) : undefined;
}

/**
 * Before a file is sent: whether the disk can take it.
 * @param bytes those to come
 * @throws AppError `disk-full`
 */
export async function requireDiskSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const spare = Math.min(reserve.bytes, blocks * bsize * reserve.share);
  if (bavail * bsize < bytes + spare) throw noRoom();
}

/** The error that a user reads when the disk is full. */
export function noRoom(cause?: unknown): AppError {
  return new AppError(
    "disk-full",
    t(
      "The server has no room left for this. Nothing that was stored is lost. Please try again later, or tell the people who run this site.",
    ),
    { cause },
  );
}
