import { z } from "zod";
import { AppError } from "#server/errors.ts";
import type { StagedFile, UploadKind } from "#server/http/uploads.ts";
import { storeImage } from "#server/media/images.ts";
import { t } from "~/shared/t";
import { addPicture, requireDraft } from "./issue-commands.server";
import { draftGone, pictureProblem } from "./issue-schema";

/** A picture for the letter that the upload's metadata name, which is still a draft, or for one that isn't saved yet. */
const picture: UploadKind = {
  async admit(file, services, userId) {
    const problem = pictureProblem(file);
    if (problem) throw new AppError("invalid", problem);
    await requireDraft(services, userId, letterIdOf(file));
  },

  async accept(services, userId, file) {
    const id = letterIdOf(file);
    await requireDraft(services, userId, id);
    const stored = await storeImage(services.storage, {
      folder: "photos",
      userId,
      name: `letter-${file.id}`,
      source: file.path,
    });
    return addPicture(services, userId, id, stored);
  },
};

/** Null for a letter that isn't saved yet. */
function letterIdOf({ about }: Pick<StagedFile, "about">): string | null {
  if (about.letter === undefined) return null;
  const parsed = z.uuid().safeParse(about.letter);
  if (!parsed.success) throw new AppError("not-found", t(draftGone));
  return parsed.data;
}

export const uploadKinds = { "letter-picture": picture };
