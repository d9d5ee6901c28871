import { fileTypeFromFile } from "file-type";
import { sql } from "kysely";
import { AppError } from "#server/errors.ts";
import type { UploadKind } from "#server/http/uploads.ts";
import { storeImage } from "#server/media/images.ts";
import { recordFacts } from "#server/media/stored-pictures.ts";
import type { Services } from "#server/services.ts";
import { plainLine } from "~/shared/plain-text";
import { t } from "~/shared/t";
import { lacksSecondFactorText } from "~/viewer.server";

import * as backgrounds from "./background-schema";
import { addBackground } from "./backgrounds.server";

/** A picture or an MP4 that musicians may choose to stand behind their page. */
const background: UploadKind = {
  async admit(file, services, userId) {
    await requireAdminAccount(services, userId);
    const problem = backgrounds.fileProblem(file);
    if (problem) throw new AppError("invalid", t(problem));
  },

  async accept(services, userId, file) {
    const admin = await requireAdminAccount(services, userId);
    const name = plainLine(file.about.name ?? "", backgrounds.nameLimit) || backgrounds.nameOfFile(file.name);
    const found = await fileTypeFromFile(file.path);
    if (found?.mime !== "video/mp4" && backgrounds.isVideoFile({ name: file.name, type: "" })) {
      throw new AppError("invalid", t(backgrounds.notVideoText));
    }
    if (found?.mime === "video/mp4") {
      if (file.size > backgrounds.videoLimitBytes) {
        throw new AppError("too-large", t(backgrounds.videoTooLargeText));
      }
      const path = `photos/${userId}/${file.id}.mp4`;
      await services.storage.put(path, file.path, { contentType: "video/mp4" });
      await addBackground(services, admin, {
        name,
        type: "video",
        url: `/uploads/${path}`,
        thumbnail_url: null,
      });
    } else {
      const picture = await storeImage(services.storage, {
        folder: "photos",
        userId,
        name: file.id,
        source: file.path,
      });
      await addBackground(services, admin, { name, type: "image", url: picture.src, thumbnail_url: null });
      // Afterwards: of a picture that nothing is known of the cards show the largest, which a crash may come to.
      await services.db.asSystem().write((tx) => recordFacts(tx, userId, picture));
    }
    return { added: true };
  },
};

/** Uploads don't pass the admin pages' gate. @throws AppError `forbidden` */
async function requireAdminAccount({ db }: Services, userId: string) {
  const account = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("users")
        .select(["email", "role"])
        .select(sql<boolean>`app.lacks_second_factor(id)`.as("lacksSecondFactor"))
        .where("id", "=", userId)
        .executeTakeFirst(),
    );
  if (account?.role !== "admin") {
    throw new AppError("forbidden", t("Only admins add backgrounds."));
  }
  if (account.lacksSecondFactor) throw new AppError("forbidden", t(lacksSecondFactorText));
  return { userId, email: account.email };
}

export const uploadKinds = { background };
