import { randomUUID } from "node:crypto";
import { type FileHandle, link, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf } from "../db/failures.ts";

type Content = Parameters<FileHandle["writeFile"]>[0];

/** The errors of file systems such as exFAT, on which no file can have two names. */
const withoutLinks = ["EPERM", "ENOTSUP", "ENOSYS"];

/**
 * Makes a file that is whole and on the disk as soon as it has its name: on a full disk or in a power cut there is none.
 * Only this account may read it. Of several processes that make it at once, one does.
 * @returns false when there is such a file already, which stays as it is
 */
export async function makeFile(file: string, content: Content): Promise<boolean> {
  return withDraft(file, content, async (draft) => {
    try {
      await link(draft, file);
    } catch (error) {
      const code = codeOf(error) ?? "";
      if (code === "EEXIST") return false;
      if (!withoutLinks.includes(code)) throw error;
      await rename(draft, file);
    }
    return true;
  });
}

/** The same, in the place of an earlier file, which is there until the new one is whole. */
export async function replaceFile(file: string, content: Content): Promise<void> {
  await withDraft(file, content, (draft) => rename(draft, file));
}

/** Writes a file beside the one to come, gives it to `name`, which renames it, and leaves nothing else behind. */
async function withDraft<T>(file: string, content: Content, name: (draft: string) => Promise<T>): Promise<T> {
  const draft = `${file}.unfinished-${randomUUID()}`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const named = await name(draft);
    await syncFolder(dirname(file));
    return named;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Makes the names in a folder survive a power cut. Windows does so by itself and refuses to be asked. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== "win32") await sync(folder);
}

/** Makes the content of all files below a folder survive a power cut, before a name says that they are there. */
export async function syncFiles(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await sync(join(entry.parentPath, entry.name));
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}
