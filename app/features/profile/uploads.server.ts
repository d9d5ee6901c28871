import { stat } from "node:fs/promises";
import { AppError } from "#server/errors.ts";
import type { AnnouncedFile, UploadKind } from "#server/http/uploads.ts";
import { encodeOriginal } from "#server/media/images.ts";
import { t } from "~/shared/t";
import { cutPicture, requireProfile, savePicture } from "./commands.server";
import type { CropShares } from "./crop";
import type { PictureKind } from "./picture-kinds";
import { cropSchema, imageFileProblem } from "./schema";

const uploadOf = (kind: PictureKind): UploadKind => ({
  area: "profile",

  async admit(file, { db }, userId) {
    const problem = imageFileProblem(file);
    if (problem) throw new AppError("invalid", problem);
    sharesOfUpload(file);
    await db.asMusician(userId).read((tx) => requireProfile(tx, userId));
  },

  async accept(services, userId, file) {
    // When its last byte came: the same on every try.
    const { mtimeMs } = await stat(file.path);
    const cameAt = Math.floor(mtimeMs);
    const shares = sharesOfUpload(file);
    if (!shares) {
      const picture = await cutPicture(services, userId, kind, { source: file.path, at: cameAt });
      await savePicture(services, userId, kind, picture);
      return { address: picture.src };
    }
    const source = await encodeOriginal(file.path);
    const path = `avatars/${userId}/${kind}-original-${userId}-${cameAt}.webp`;
    await services.storage.put(path, source, { contentType: "image/webp" });
    const picture = await cutPicture(services, userId, kind, { source, at: cameAt, shares });
    const original = { file_url: `/uploads/${path}`, file_size: source.byteLength, ...shares };
    await savePicture(services, userId, kind, picture, original);
    return { address: picture.src };
  },
});

/**
 * The part that shows of a picture that is sent whole; undefined of one that is sent cut.
 * @throws AppError `invalid`
 */
function sharesOfUpload({ about }: Pick<AnnouncedFile, "about">): CropShares | undefined {
  if (about.crop_x === undefined) return undefined;
  const { data, error } = cropSchema.safeParse(about);
  if (error) throw new AppError("invalid", t(error.issues[0]?.message ?? ""), { cause: error });
  return data;
}

export const uploadKinds = { avatar: uploadOf("avatar"), cover: uploadOf("cover") };
