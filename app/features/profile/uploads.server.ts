import { stat } from "node:fs/promises";
import { AppError } from "#server/errors.ts";
import type { UploadKind } from "#server/http/uploads.ts";
import { storeImage } from "#server/media/images.ts";
import { requireProfile, savePicture } from "./commands.server";
import { type PictureKind, pictureKinds } from "./picture-kinds";
import { imageFileProblem } from "./schema";

const uploadOf = (kind: PictureKind): UploadKind => ({
  async admit(file, { db }, userId) {
    const problem = imageFileProblem(file);
    if (problem) throw new AppError("invalid", problem);
    await db.asMusician(userId).read((tx) => requireProfile(tx, userId));
  },

  async accept(services, userId, file) {
    // When its last byte came: the same on every try.
    const { mtimeMs } = await stat(file.path);
    const picture = await storeImage(services.storage, {
      folder: "avatars",
      userId,
      name: `${kind}-${userId}-${Math.floor(mtimeMs)}`,
      source: file.path,
      frame: pictureKinds[kind].frame,
    });
    await savePicture(services, userId, kind, picture);
    return { address: picture.src };
  },
});

export const uploadKinds = { avatar: uploadOf("avatar"), cover: uploadOf("cover") };
