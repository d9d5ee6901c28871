import { codeOf } from "../db/failures.ts";

const words: Readonly<Record<string, string>> = {
  EACCES: "this account may not",
  EDQUOT: "this account has no room left",
  EEXIST: "something else is in its place",
  EFBIG: "it is too large for this disk",
  EISDIR: "it is a folder",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is no folder",
  ERR_FS_EISDIR: "it is a folder",
  EPERM: "this account may not",
  EROFS: "the disk can only be read",
};

/**
 * Why a file could not be read or written, for the operator who named it. @param missing the text for a missing file
 */
export function fileTrouble(error: unknown, missing: string): string {
  const code = codeOf(error);
  if (code === "ENOENT") return missing;
  return words[code ?? ""] ?? code ?? (error instanceof Error ? error.message : String(error));
}
