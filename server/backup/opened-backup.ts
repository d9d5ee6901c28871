import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { ourMigrations, readMigrations } from "../db/migrate.ts";
import { StartError } from "../errors.ts";
import { program } from "../released.ts";
import { isStoredPath } from "../storage/path.ts";
import { type Archive, openArchive } from "./archive.ts";
import {
  fileEntry,
  fileLineSchema,
  fileListEntry,
  type Manifest,
  manifestEntry,
  manifestSchema,
} from "./tables.ts";

/** A backup whose manifest can be read, of a database that this Handbill knows. */
export interface OpenedBackup extends AsyncDisposable {
  manifest: Manifest;
  archive: Archive;
}

/**
 * Opens a backup without reading all of it.
 * @throws StartError when it is none, or was made by a newer Handbill
 */
export async function openBackup(file: string): Promise<OpenedBackup> {
  return opening(await openArchive(file), async (archive) => {
    const manifest = await readManifest(file, archive, "handbill-backup");
    await requireKnownMigrations(manifest);
    return manifest;
  });
}

/**
 * Opens a backup after every byte of it was compared with its manifest.
 * @param onRead gets the number of each piece's bytes as they are read, unpacked
 * @throws StartError when it isn't whole, was changed, or was made by a newer Handbill
 */
export async function checkBackup(
  file: string,
  onRead: (bytes: number) => void = () => {},
): Promise<OpenedBackup> {
  const { archive, manifest } = await openBackup(file);
  return opening(archive, () => compare(archive, manifest, onRead));
}

/**
 * The same for an archive of the database alone, which may be of a newer Handbill.
 * @throws StartError when it isn't whole, or was changed
 */
export async function checkDatabaseBackup(file: string): Promise<OpenedBackup> {
  return opening(await openArchive(file), async (archive) =>
    compare(archive, await readManifest(file, archive, "handbill-database"), () => {}),
  );
}

/** Closes the archive where reading its manifest fails. */
async function opening(
  archive: Archive,
  read: (archive: Archive) => Promise<Manifest>,
): Promise<OpenedBackup> {
  try {
    const manifest = await read(archive);
    return { manifest, archive, [Symbol.asyncDispose]: () => archive[Symbol.asyncDispose]() };
  } catch (error) {
    await archive[Symbol.asyncDispose]();
    throw error;
  }
}

async function readManifest(file: string, archive: Archive, format: Manifest["format"]): Promise<Manifest> {
  if (!archive.has(manifestEntry)) throw new StartError(`${file} is no backup of Handbill.`);
  const parsed = manifestSchema.safeParse(await archive.readJson(manifestEntry));
  if (!parsed.success) {
    throw new StartError(`${file} is no backup of Handbill (${parsed.error.issues[0]?.message}).`);
  }
  if (parsed.data.format === format) return parsed.data;
  throw new StartError(
    format === "handbill-backup"
      ? `${file} is a backup of the database alone, made before an upgrade: ${program} rollback goes back to it.`
      : `${file} is a backup of database and files: ${program} restore puts it into an empty place.`,
  );
}

async function compare(
  archive: Archive,
  manifest: Manifest,
  onRead: (bytes: number) => void,
): Promise<Manifest> {
  for (const { entry, sha256 } of manifest.tables) {
    requireSame(entry, sha256, await digestOf(archive, entry, onRead));
  }
  if (manifest.files.count > 0) {
    requireSame(fileListEntry, manifest.files.sha256, await digestOf(archive, fileListEntry, onRead));
  }
  for await (const { path, sha256 } of filesOf({ archive, manifest })) {
    requireSame(path, sha256, await digestOf(archive, fileEntry(path), onRead));
  }
  return manifest;
}

function requireSame(name: string, wanted: string, found: string): void {
  if (found !== wanted) throw new StartError(`The backup is damaged: ${name} is not what was saved.`);
}

/** @throws StartError when a newer Handbill has made it */
export async function requireKnownMigrations(manifest: Manifest): Promise<void> {
  const ours = await readMigrations(ourMigrations);
  for (const [at, { name, sha256 }] of manifest.migrations.entries()) {
    if (ours[at]?.name === name && ours[at]?.sha256 === sha256) continue;
    throw new StartError(
      `The backup has the migration ${name}, which this Handbill doesn't know. Restore it with the version that made it, or a newer one.`,
    );
  }
}

async function digestOf(archive: Archive, name: string, onRead: (bytes: number) => void): Promise<string> {
  const digest = createHash("sha256");
  try {
    for await (const piece of await archive.read(name)) {
      digest.update(piece);
      onRead(piece.length);
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The backup is damaged: ${name} can't be read.`, { cause: error });
  }
  return digest.digest("hex");
}

/** The files that it holds. */
export async function* filesOf({ archive, manifest }: Pick<OpenedBackup, "archive" | "manifest">) {
  if (manifest.files.count === 0) return;
  for await (const line of createInterface({ input: await archive.read(fileListEntry) })) {
    const file = fileLineSchema.parse(JSON.parse(line));
    if (!isStoredPath(file.path))
      throw new StartError(`The backup names a file ${file.path}, which can't be.`);
    yield file;
  }
}
