import { createWriteStream, type Stats } from "node:fs";
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FileStore } from "@tus/file-store";
import type { Upload } from "@tus/server";
import type { Semaphores } from "../semaphores.ts";
import { keptForMs, ownerMark, type Staging, type UnfinishedUpload } from "./staging.ts";

/** A younger file may belong to an upload that is just being announced. */
const orphanedAfterMs = 60 * 60 * 1000;

/** Uploads in a folder, which is there already: each a file, with another one for its metadata. */
export function openDiskStaging(directory: string, semaphores: Semaphores): Staging {
  const store = new DiskStore({ directory, expirationPeriodInMilliseconds: keptForMs });
  const known = (id: string) => store.getUpload(id).catch(() => undefined);

  async function waiting(id: string): Promise<Upload | undefined> {
    const upload = await known(id);
    const isWhole = upload && upload.offset === upload.size;
    return isWhole && !isOnlyItsLength(await stat(join(directory, id))) ? upload : undefined;
  }

  /** Removes a file that belongs to no upload, unless it may be one that is being announced. */
  async function removeOrphan(name: string): Promise<void> {
    const id = name.replace(/\.json$/, "");
    if (id !== name && (await known(id))) return;
    const file = await stat(join(directory, name)).catch(() => undefined);
    if (file && Date.now() - file.mtimeMs > orphanedAfterMs) await rm(join(directory, name), { force: true });
  }

  return {
    store,
    waiting,
    async takeOver(id, work) {
      const release = await semaphores.acquire(`taking over ${id}`, 1);
      try {
        const upload = await waiting(id);
        if (!upload) return undefined;
        const path = join(directory, id);
        const result = await work(upload, path);
        await keepOnlyItsLength(path);
        return result;
      } finally {
        release();
      }
    },
    async unfinishedOf(userId) {
      const unfinished: UnfinishedUpload[] = [];
      for (const name of await readdir(directory)) {
        if (!isUpload(name) || !name.startsWith(`${ownerMark(userId)}-`)) continue;
        const file = await stat(join(directory, name)).catch(() => undefined);
        if (!file || isOnlyItsLength(file)) continue;
        const isWhole = file.size === (await known(name))?.size;
        unfinished.push({ id: name, isWhole, bytes: file.size, changed: file.mtime });
      }
      return unfinished;
    },
    async remove(id) {
      for (const name of [id, `${id}.json`]) await rm(join(directory, name), { force: true });
    },
    async *list() {
      for (const name of await readdir(directory)) {
        const upload = isUpload(name) ? await known(name) : undefined;
        if (upload) yield upload;
        else await removeOrphan(name);
      }
    },
  };
}

/** A folder on a disk that may be full. */
class DiskStore extends FileStore {
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: "r+", start: offset });
    await pipeline(source, file);
    return offset + file.bytesWritten;
  }
}

/** Beside an upload's own file stand its metadata, and the hole that is to take its place. */
function isUpload(name: string): boolean {
  return !name.includes(".");
}

/**
 * A browser that lost the last answer asks how far its upload got: a hole of the full length still answers "whole"
 * and takes no room. It expires with the rest. At every moment there is one of the two.
 */
async function keepOnlyItsLength(path: string): Promise<void> {
  const { size } = await stat(path);
  const hole = await open(`${path}.hole`, "w");
  try {
    await hole.truncate(size);
  } finally {
    await hole.close();
  }
  await rename(`${path}.hole`, path);
}

function isOnlyItsLength({ size, blocks }: Pick<Stats, "size" | "blocks">): boolean {
  return size > 0 && blocks === 0;
}
