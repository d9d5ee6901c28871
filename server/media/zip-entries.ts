import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { TextDecoder } from "node:util";
import { crc32 } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from "yauzl";
import { plainLine } from "../../app/shared/plain-text.ts";
import { language, t } from "../../app/shared/t.ts";
import { AppError } from "../errors.ts";
import { importLimits } from "./import-limits.ts";

/** A file within a zip. */
export interface ZipEntry {
  /** Its path as it should be shown. No file is ever written under it. */
  name: string;
  /** Bytes when it is unpacked. */
  size: number;
  /** Why it isn't unpacked, in a sentence. */
  problem?: string;
  /**
   * Writes it to a file that isn't there yet.
   * @returns its SHA-256
   * @throws AppError `invalid` when it is damaged, or isn't what the zip says of it
   */
  unpack(target: string): Promise<string>;
}

export interface OpenZip extends AsyncDisposable {
  /** Without folders, in the zip's order: the same for the same file. */
  entries: readonly ZipEntry[];
}

const shownNameLength = 1_000;
const endOfDirectory = 22;
const localHeader = 30;
/** 100 MB take a second. */
const unpackWithinMs = 60_000;

/**
 * Reads the directory of a zip that anybody may have made. Of its files, each says why it won't be unpacked.
 * @throws AppError `invalid` on `file` for what isn't a whole zip, or is made to take more room than its files need
 */
export async function openZip(file: string): Promise<OpenZip> {
  // Names are bytes until each was looked at by itself.
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true, decodeStrings: false }).catch(
    (cause: unknown) => {
      throw refused(
        t("This zip isn't whole: it may have been cut off on its way. Please make it anew."),
        cause,
      );
    },
  );
  try {
    // No more are read than the zip counts itself.
    if (zip.entryCount > importLimits.archiveEntries) {
      throw refused(
        t("There are more than {most, number} files in this zip. Please split it.", {
          most: importLimits.archiveEntries,
        }),
      );
    }
    const found = await directory(zip);
    requireApart(found, (await stat(file)).size - endOfDirectory);
    const files = found.filter(({ name }) => !name.endsWith("/"));
    const unpacked = files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
    if (unpacked > importLimits.unpackedBytes) {
      const gigabytes = (unpacked / 1024 ** 3).toLocaleString(language(), { maximumFractionDigits: 1 });
      throw refused(
        t("The files in this zip take {gigabytes} GB when they are unpacked. At most 2 GB may.", {
          gigabytes,
        }),
      );
    }
    return {
      entries: files.map(({ name, entry, problem }) => ({
        name,
        size: entry.uncompressedSize,
        ...(problem && { problem }),
        unpack: (target) => unpack(zip, entry, target),
      })),
      [Symbol.asyncDispose]: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

interface Found {
  name: string;
  entry: Entry;
  problem: string | undefined;
}

async function directory(zip: ZipFile): Promise<Found[]> {
  const found: Found[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const path = pathOf(entry);
      found.push({ name: plainLine(path, shownNameLength), entry, problem: problemOf(entry, path) });
    }
  } catch (cause) {
    const last = found.at(-1);
    const isLocked = cause instanceof Error && cause.message.includes("encryption");
    const text = t(
      last
        ? "The list of files in this zip is {reason, select, encrypted {encrypted} other {damaged}} after “{file}”. Please make it anew."
        : "The list of files in this zip is {reason, select, encrypted {encrypted} other {damaged}} at its beginning. Please make it anew.",
      { reason: isLocked ? "encrypted" : "damaged", file: last?.name.slice(0, 200) ?? "" },
    );
    throw refused(text, cause);
  }
  return found;
}

/** Many programs write UTF-8 without saying so, others the code page of the first PCs. */
function pathOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(fileNameRaw).replaceAll("\\", "/");
  } catch {
    return getFileNameLowLevel(generalPurposeBitFlag & ~0x800, fileNameRaw, extraFields, false);
  }
}

const typeOfFile = 0o170000;
const symbolicLink = 0o120000;
const regularFile = 0o100000;

function problemOf(entry: Entry, path: string): string | undefined {
  if (validateFileName(path) !== null || path.includes("\0")) return t("Its path leads out of the zip.");
  const type = (entry.externalFileAttributes >>> 16) & typeOfFile;
  if (type === symbolicLink) return t("It is a link to another file.");
  if (!path.endsWith("/") && type !== 0 && type !== regularFile) return t("It is no plain file.");
  if (entry.isEncrypted()) return t("It is encrypted. Please make the zip without a password.");
  if (!entry.canDecodeFileData())
    return t("It is packed in a way that isn't read here (method {method}).", {
      method: entry.compressionMethod,
    });
  const isLarge = entry.uncompressedSize > 1024 ** 2;
  if (isLarge && entry.compressedSize < entry.uncompressedSize * importLimits.packedTo) {
    const times = Math.round(entry.uncompressedSize / Math.max(entry.compressedSize, 1));
    return t("It unpacks to {times, number} times its size, as no sound or picture does.", { times });
  }
  return undefined;
}

/** Files that share their bytes are a known way to put far more into a zip than it is large. */
function requireApart(found: readonly Found[], directoryEnd: number): void {
  const inOrder = found.toSorted(
    (one, other) => one.entry.relativeOffsetOfLocalHeader - other.entry.relativeOffsetOfLocalHeader,
  );
  for (const [at, { name, entry }] of inOrder.entries()) {
    const end =
      entry.relativeOffsetOfLocalHeader + localHeader + entry.fileNameRaw.length + entry.compressedSize;
    const next = inOrder[at + 1];
    if (end <= (next?.entry.relativeOffsetOfLocalHeader ?? directoryEnd)) continue;
    const file = name.slice(0, 200);
    throw refused(
      next
        ? t("“{file}” and “{other}” share the same bytes of this zip.", {
            file,
            other: next.name.slice(0, 200),
          })
        : t("“{file}” and the zip's own end share the same bytes of this zip.", { file }),
    );
  }
}

async function unpack(zip: ZipFile, entry: Entry, target: string): Promise<string> {
  const digest = createHash("sha256");
  let sum = 0;
  const summed = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      digest.update(piece);
      sum = crc32(piece, sum);
      yield piece;
    }
  };
  const input = await zip.openReadStreamPromise(entry).catch((cause: unknown) => {
    throw damaged(cause);
  });
  try {
    const output = createWriteStream(target, { flags: "wx", mode: 0o600 });
    await pipeline(input, summed, output, { signal: AbortSignal.timeout(unpackWithinMs) });
  } catch (cause) {
    // That is the disk's error, not the zip's.
    if (cause instanceof Error && "syscall" in cause) throw cause;
    throw damaged(cause);
  }
  if (sum !== entry.crc32) throw damaged(new Error("The checksum is another."));
  return digest.digest("hex");
}

function damaged(cause: unknown): AppError {
  return new AppError("invalid", t("It is damaged, or was cut off on its way."), { cause });
}

function refused(text: string, cause?: unknown): AppError {
  return new AppError("invalid", text, { field: "file", ...(cause !== undefined && { cause }) });
}
