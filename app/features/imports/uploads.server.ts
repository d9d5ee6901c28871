import { AppError } from "#server/errors.ts";
import type { UploadKind } from "#server/http/uploads.ts";
import { readImport } from "#server/media/import-file.ts";
import { admitImport, keepImport } from "./commands.server";
import { fileLimitBytes } from "./schema";

/** A file to bring something in from. It is read and not kept: what was found in it is. */
const file: UploadKind = {
  async admit({ size }, services, userId) {
    if (size > fileLimitBytes)
      throw new AppError("invalid", "This file is larger than 20 MB. Please split it.");
    await admitImport(services, userId);
  },

  async accept(services, userId, { id, name, path }) {
    const content = await readImport(path);
    // The end of an upload's id is a UUID of its own, so that a second try keeps it once.
    return { import: await keepImport(services, userId, { id: id.slice(-36), name, content }) };
  },
};

export const uploadKinds = { import: file };
