import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type Options, ZipFile } from "yazl";

/** A zip of these files, written by yazl. A third value are its options. */
export async function zipOfFiles(
  files: readonly (readonly [name: string, content: string | Uint8Array, options?: Partial<Options>])[],
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content, options] of files) zip.addBuffer(Buffer.from(content), name, options);
  zip.end();
  return buffer(zip.outputStream);
}

/** Writes bytes under a name of their own in the system's folder for temporary files. */
export async function temporaryFile(bytes: Uint8Array): Promise<string> {
  const path = join(tmpdir(), `handbill-zip-${randomUUID()}.zip`);
  await writeFile(path, bytes);
  return path;
}

/** Writes bytes in place of others of the same length, wherever they are: a name in both of its places, for one. */
export function replaced(zip: Buffer, from: string, to: string | Uint8Array): Buffer {
  const [before, after] = [Buffer.from(from), Buffer.from(to)];
  if (before.length !== after.length) throw new TypeError("A zip's parts keep their lengths.");
  const copy = Buffer.from(zip);
  for (let at = copy.indexOf(before); at >= 0; at = copy.indexOf(before, at + 1)) after.copy(copy, at);
  return copy;
}

const directoryEntry = Buffer.from("PK\x01\x02", "latin1");

/** Changes the entry of a file in the zip's directory. */
export function withEntry(zip: Buffer, place: number, change: (entry: Buffer) => void): Buffer {
  const copy = Buffer.from(zip);
  let at = copy.indexOf(directoryEntry);
  for (let seen = 0; seen < place; seen++) at = copy.indexOf(directoryEntry, at + 4);
  change(copy.subarray(at));
  return copy;
}
