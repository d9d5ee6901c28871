import { createHash, randomUUID } from "node:crypto";
import { appendFile, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { StartError } from "../errors.ts";
import { replaceFile } from "../files/whole-file.ts";
import type { Storage } from "../storage/storage.ts";
import type { CopiedFile } from "./artist-copy.ts";

/** Which files of a folder are a copy's: a line for each, its name and what tells its content from any other. */
const manifestName = ".handbill-copy";
const heading = "handbill-copy 1";
const line = z.tuple([z.string(), z.string()]);

export interface Published {
  written: number;
  unchanged: number;
  removed: number;
  /** Names of stored files that are gone from the store. */
  missing: string[];
}

/**
 * Writes the files of a copy into a folder, each whole or not at all, and only those that have changed; removes those that
 * an earlier run has written and that are none of it any more. Other files in the folder stay as they are. A run that was
 * killed is completed by the next.
 * @param folder is made where there is none
 * @throws StartError where the folder holds something and is no copy's, or another's file is in the way
 */
export async function publishCopy(
  storage: Storage,
  files: AsyncIterable<CopiedFile>,
  folder: string,
): Promise<Published> {
  const root = resolve(folder);
  const before = await openManifest(root);
  const now = new Map<string, string>();
  const published: Published = { written: 0, unchanged: 0, removed: 0, missing: [] };

  for await (const file of files) {
    const found = "stored" in file ? await storage.head(file.stored.slice("/uploads/".length)) : undefined;
    if ("stored" in file && !found) {
      published.missing.push(file.name);
      continue;
    }
    const mark = "content" in file ? hashOf(file.content) : `stored ${found?.etag}`;
    now.set(file.name, mark);
    const to = join(root, file.name);
    const isThere = await exists(to);
    if (isThere && before.get(file.name) === mark) {
      published.unchanged += 1;
      continue;
    }
    if (isThere && !before.has(file.name)) {
      throw new StartError(`${to} isn't a file of the copy. Move it away, or choose another folder.`);
    }
    // Before the file: what a killed run leaves is the copy's.
    if (!before.has(file.name)) await appendFile(join(root, manifestName), lineOf(file.name, "unfinished"));
    const content = "content" in file ? [Buffer.from(file.content)] : await storage.read(found?.path ?? "");
    await writeFile(to, content);
    published.written += 1;
  }
  for (const name of before.keys()) {
    if (now.has(name)) continue;
    await rm(join(root, name), { force: true });
    await removeEmptyFolders(root, dirname(name));
    published.removed += 1;
  }
  const lines = [...now].map(([name, mark]) => lineOf(name, mark));
  await replaceFile(join(root, manifestName), `${heading}\n${lines.join("")}`);
  return published;
}

/** The names of the files that earlier runs have written, with their marks. Makes the folder a copy's. */
async function openManifest(root: string): Promise<Map<string, string>> {
  await mkdir(root, { recursive: true });
  const text = await readFile(join(root, manifestName), "utf8").catch(() => undefined);
  if (text === undefined) {
    if ((await readdir(root)).length > 0) {
      throw new StartError(`${root} holds something else. Choose a folder that is empty or not there yet.`);
    }
    await replaceFile(join(root, manifestName), `${heading}\n`);
    return new Map();
  }
  const [first, ...lines] = text.split("\n");
  if (first !== heading) {
    throw new StartError(
      `${root} holds a copy that this version of Handbill doesn't know. Choose another folder.`,
    );
  }
  return new Map(
    lines.flatMap((each) => {
      // A run that was killed may have left a part of the last line, and has not written its file.
      const read = parsed(each);
      return read && isInside(read[0]) ? [read] : [];
    }),
  );
}

function parsed(text: string): [string, string] | undefined {
  try {
    return line.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A manifest may have been changed by hand: no file beside the folder is ever removed. */
const isInside = (name: string) => !name.startsWith("/") && !name.split("/").includes("..");

const lineOf = (name: string, mark: string) => `${JSON.stringify([name, mark])}\n`;

function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Under another name first. Everybody may read it: it is for a web server. */
async function writeFile(
  to: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const draft = `${to}.unfinished-${randomUUID()}`;
  try {
    const handle = await open(draft, "wx", 0o644);
    try {
      for await (const piece of content) await handle.writeFile(piece);
    } finally {
      await handle.close();
    }
    await rename(draft, to);
  } finally {
    await rm(draft, { force: true });
  }
}

async function removeEmptyFolders(root: string, name: string): Promise<void> {
  for (let at = name; at !== "."; at = dirname(at)) {
    const isGone = await rmdir(join(root, at)).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}
