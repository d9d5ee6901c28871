import { access, constants } from "node:fs/promises";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type Entry, openPromise } from "yauzl";
import { StartError } from "../errors.ts";
import { fileTrouble } from "../files/file-trouble.ts";

/** A zip archive on the disk, read here and there. */
export interface Archive extends AsyncDisposable {
  /** In the archive's order. */
  readonly names: readonly string[];
  /** Bytes of an entry, unpacked. */
  sizeOf(name: string): number;
  /** Bytes of an entry in the archive itself. */
  packedSizeOf(name: string): number;
  has(name: string): boolean;
  /** The caller must read the stream to its end or destroy it. @throws StartError when there is no such entry */
  read(name: string): Promise<Readable>;
  /** A small entry. @throws StartError when there is none, it isn't JSON or larger than a megabyte */
  readJson(name: string): Promise<unknown>;
}

const largestJson = 1024 ** 2;

/** @throws StartError when the file can't be read or isn't a whole archive */
export async function openArchive(file: string): Promise<Archive> {
  const notWhole = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    return new StartError(`${file} is no archive, or not a whole one (${reason}).`, { cause: error });
  };
  await access(file, constants.R_OK).catch((error: unknown) => {
    throw new StartError(`${file} cannot be read: ${fileTrouble(error, "there is no such file")}.`, {
      cause: error,
    });
  });
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    throw notWhole(error);
  });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    zip.close();
    throw notWhole(error);
  }

  function entryNamed(name: string): Entry {
    const entry = entries.get(name);
    if (!entry) throw new StartError(`${file} has no ${name}.`);
    return entry;
  }

  async function read(name: string): Promise<Readable> {
    return zip.openReadStreamPromise(entryNamed(name)).catch((error: unknown) => {
      throw notWhole(error);
    });
  }

  return {
    names: [...entries.keys()],
    sizeOf: (name) => entryNamed(name).uncompressedSize,
    packedSizeOf: (name) => entryNamed(name).compressedSize,
    has: (name) => entries.has(name),
    read,
    async readJson(name) {
      if (entryNamed(name).uncompressedSize > largestJson) throw new StartError(`${name} is too large.`);
      const content = await text(await read(name));
      try {
        return JSON.parse(content);
      } catch (error) {
        throw notWhole(error);
      }
    },
    async [Symbol.asyncDispose]() {
      zip.close();
    },
  };
}
