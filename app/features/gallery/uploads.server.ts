import { AppError } from "#server/errors.ts";
import { fileDigest } from "#server/files/file-digest.ts";
import type { UploadKind } from "#server/http/uploads.ts";
import { storeImage } from "#server/media/images.ts";
import { addPhoto } from "./commands.server";
import { photoFileProblem } from "./schema";

const photo: UploadKind = {
  area: "gallery",

  admit(file) {
    const problem = photoFileProblem(file);
    if (problem) throw new AppError("invalid", problem);
  },

  async accept(services, userId, file) {
    const picture = await storeImage(services.storage, {
      folder: "photos",
      userId,
      name: file.id,
      source: file.path,
    });
    const source_digest = await fileDigest(file.path);
    const id = await addPhoto(services, userId, picture, { source_digest });
    return { id };
  },
};

export const uploadKinds = { photo };
