import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { constants, createReadStream } from "node:fs";
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartError } from "../errors.ts";
import { syncFolder } from "../files/whole-file.ts";
import {
  contentTypeOf,
  folders,
  isStoredPath,
  requireMatchingType,
  requirePrefix,
  requireStoredPath,
} from "./path.ts";
import type { Storage, StoredFile } from "./storage.ts";
import { noSuchFile, storageUnavailable } from "./unavailable.ts";

/** A draft is written in minutes; one this old was left by a crash. */
const draftsKeptForMs = 24 * 60 * 60 * 1000;
const chunkBytes = 256 * 1024;
/** Shares the blocks where the file system can; otherwise the system copies, without this process's memory. */
const copyMode = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;

/**
 * Files in `dataDir/files/uploads`. Each is written under another name on the same file system, synced and renamed,
 * so that a crash or a power cut leaves it whole or absent. Symbolic links below that folder are never followed.
 * @throws StartError when the folder cannot be used
 */
export async function openFiles(dataDir: string): Promise<Storage> {
  const drafts = join(dataDir, "files", "unfinished");
  const root = await prepare(join(dataDir, "files", "uploads"), drafts);

  /** Null when there is no such file, or when it is no plain file reached by plain folders. */
  async function find(path: string): Promise<StoredFile | null> {
    const contentType = contentTypeOf(path);
    if (!isStoredPath(path) || !contentType) return null;
    const file = join(root, path);
    try {
      if ((await realpath(file)) !== file) return null;
      const info = await lstat(file, { bigint: true });
      if (!info.isFile()) return null;
      // The inode tells apart two writes of one path within a tick of the file system's clock.
      const etag = `"${[info.ino, info.size, info.mtimeNs].map((part) => part.toString(36)).join("-")}"`;
      return { path, size: Number(info.size), contentType, etag, modified: info.mtime };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw storageUnavailable(error);
    }
  }

  return {
    async put(path, source, { contentType }) {
      requireStoredPath(path);
      requireMatchingType(path, contentType);
      const file = join(root, path);
      const folder = dirname(file);
      const draft = join(drafts, randomUUID());
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if ((await realpath(folder)) !== folder) throw new Error(`${folder} is not a plain folder`);
        if (typeof source === "string") await copyFile(source, draft, copyMode);
        else await writeFile(draft, source, { flag: "wx" });
        await chmod(draft, 0o600);
        await sync(draft, "r+");
        await rename(draft, file);
        // Both: another process may have made the musician's folder a moment ago, and not yet for good.
        await syncFolder(folder);
        await syncFolder(dirname(folder));
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw storageUnavailable(error);
      }
    },

    head: find,

    async read(path, range) {
      if (!(await find(path))) throw noSuchFile();
      try {
        // Not from a FileHandle: Node ends the process when a forgotten stream's handle is collected.
        const stream = createReadStream(join(root, path), { ...range, highWaterMark: chunkBytes });
        await once(stream, "open");
        return stream;
      } catch (error) {
        throw isAbsent(error) ? noSuchFile() : storageUnavailable(error);
      }
    },

    async borrow(path, work) {
      if (!(await find(path))) throw noSuchFile();
      return work(join(root, path));
    },

    async remove(path) {
      requireStoredPath(path);
      if (!(await find(path))) return;
      try {
        await rm(join(root, path), { force: true });
      } catch (error) {
        throw storageUnavailable(error);
      }
    },

    async *list(prefix) {
      requirePrefix(prefix);
      const [wantedFolder, wantedUser] = prefix.split("/");
      for (const folder of wantedFolder ? [wantedFolder] : folders) {
        for (const user of wantedUser ? [wantedUser] : await namesIn(join(root, folder))) {
          for (const name of await namesIn(join(root, folder, user))) {
            const stored = await find(`${folder}/${user}/${name}`);
            if (stored) yield stored;
          }
        }
      }
    },

    async ping() {
      const probe = join(drafts, randomUUID());
      try {
        await writeFile(probe, "probe", { flag: "wx" });
        await rm(probe);
        await readdir(root);
      } catch (error) {
        throw storageUnavailable(error);
      }
    },
  };
}

/** Makes the folders for good, clears what a crash left, and answers the root's real path. */
async function prepare(root: string, drafts: string): Promise<string> {
  try {
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    for (const folder of folders) await mkdir(join(root, folder), { recursive: true, mode: 0o700 });
    for (const folder of [root, dirname(root), dirname(dirname(root))]) await syncFolder(folder);
    for (const name of await readdir(drafts)) {
      const draft = join(drafts, name);
      if (Date.now() - (await stat(draft)).mtimeMs > draftsKeptForMs) await rm(draft, { force: true });
    }
    return await realpath(root);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : error;
    throw new StartError(`Files cannot be kept in ${root} (${reason}). Give this account access to it.`);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw storageUnavailable(error);
  }
}

async function sync(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isAbsent(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR", "ELOOP"].includes(String(error.code))
  );
}
