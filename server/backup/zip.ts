import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

export interface ZipEntry {
  name: string;
  input: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** When it is made, unless stated. */
  lastModified?: Date;
  /** Not compressed: sounds and pictures are already. */
  isStored?: boolean;
}

/**
 * A zip archive of any size, written while it is read and in little memory: an entry is asked for when the one before it
 * has been read. Who stops reading destroys the stream. An error of an entry is the stream's.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>): Readable {
  return Readable.from(packed(entries), { objectMode: false });
}

async function* packed(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  zip.on("error", (error: unknown) => output.destroy(asError(error)));
  const filled = fill(zip, output, entries).catch((error: unknown) => output.destroy(asError(error)));
  try {
    yield* output;
  } finally {
    output.destroy();
    await filled;
  }
}

async function fill(zip: ZipFile, output: PassThrough, entries: AsyncIterable<ZipEntry>): Promise<void> {
  let input: Readable | undefined;
  output.once("close", () => input?.destroy());
  for await (const entry of entries) {
    if (output.destroyed) return;
    input = entry.input instanceof Readable ? entry.input : Readable.from(piecesOf(entry.input));
    zip.addReadStream(input, entry.name, {
      ...(entry.lastModified && { mtime: entry.lastModified }),
      compress: !entry.isStored,
      mode: 0o100644,
    });
    await finished(input);
  }
  zip.end();
}

async function* piecesOf(input: ZipEntry["input"]): AsyncGenerator<Uint8Array> {
  if (typeof input === "string") yield Buffer.from(input);
  else if (input instanceof Uint8Array) yield input;
  else for await (const piece of input) yield Buffer.from(piece);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
