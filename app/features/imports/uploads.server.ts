import { open } from "node:fs/promises";
import { AppError } from "#server/errors.ts";
import type { UploadKind } from "#server/http/uploads.ts";
import { readArchive } from "#server/media/import-archive.ts";
import { readImport } from "#server/media/import-file.ts";
import { t } from "~/shared/t";
import { archiveLimitBytes, isArchiveName } from "~/shared/upload-limits";
import { admitImport, keepImport } from "./commands.server";
import { fileLimitBytes } from "./schema";

/** A file to bring something in from. It is read and not kept, but for an archive with files. */
const file: UploadKind = {
  async admit({ name, size }, services, userId) {
    if (isArchiveName(name)) {
      if (size > archiveLimitBytes)
        throw new AppError("invalid", t("This zip is larger than 1 GB. Please split it."));
    } else if (size > fileLimitBytes) {
      throw new AppError("invalid", t("This file is larger than 20 MB. Please split it."));
    }
    await admitImport(services, userId);
  },

  async accept(services, userId, { id, name, path, size }) {
    // The end of an upload's id is a UUID of its own, so that a second try keeps it once.
    const own = id.slice(-36);
    if (!(await isZip(path))) {
      const content = await readImport(path);
      return { import: await keepImport(services, userId, { id: own, name, content }) };
    }
    const content = await readArchive(path);
    const stored = { path: `unfinished/${userId}/${own}.part`, size };
    await services.storage.put(stored.path, path, { contentType: "application/octet-stream" });
    return { import: await keepImport(services, userId, { id: own, name, content, stored }) };
  },
};

/** A zip begins with its first file, or with its end when it has none. */
const zipBeginnings = ["504b0304", "504b0506"];

async function isZip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return zipBeginnings.includes(buffer.toString("hex"));
}

export const uploadKinds = { import: file };
