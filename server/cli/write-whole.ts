import { access, type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { StartError } from "../errors.ts";
import { fileTrouble } from "../files/file-trouble.ts";
import { syncFolder } from "../files/whole-file.ts";

/**
 * Writes a file under another name beside its own, and renames it when it is whole and on the disk: a reader who sees
 * it has all of it. Only the account that writes it may read it.
 * @returns its bytes
 * @throws StartError when there is such a file already, or it can't be written
 */
export async function writeWhole(to: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const file = resolve(to);
  await refuseExisting(file);
  const draft = `${file}.unfinished-${process.pid}`;
  const handle = await open(draft, "wx", 0o600).catch((error: unknown) => {
    throw cannotWrite(file, error);
  });
  try {
    const bytes = await writeAll(file, handle, pieces);
    await handle.sync().catch((error: unknown) => {
      throw cannotWrite(file, error);
    });
    await handle.close();
    // Another may have been there first meanwhile.
    await refuseExisting(file);
    await rename(draft, file);
    await syncFolder(dirname(file));
    return bytes;
  } catch (error) {
    await handle.close();
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeAll(
  file: string,
  handle: FileHandle,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) {
    await handle.writeFile(piece).catch((error: unknown) => {
      throw cannotWrite(file, error);
    });
    bytes += piece.byteLength;
  }
  return bytes;
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new StartError(`There is a file ${file} already. Choose another name, or move it away.`);
}

function cannotWrite(file: string, error: unknown): StartError {
  const reason = fileTrouble(error, `there is no folder ${dirname(file)}`);
  return new StartError(`${file} cannot be written: ${reason}.`, { cause: error });
}
