import { z } from "zod";
import { AppError } from "#server/errors.ts";
import type { StagedFile, UploadKind } from "#server/http/uploads.ts";
import { storeImage } from "#server/media/images.ts";
import { missing, requireOwnLink, setLinkPicture } from "./commands.server";
import { pictureProblem } from "./schema";

/** A square for the link that the upload's metadata name. */
const picture: UploadKind = {
  area: "links",

  async admit(file, services, userId) {
    const problem = pictureProblem(file);
    if (problem) throw new AppError("invalid", problem);
    await requireOwnLink(services, userId, linkIdOf(file));
  },

  async accept(services, userId, file) {
    const id = linkIdOf(file);
    await requireOwnLink(services, userId, id);
    const stored = await storeImage(services.storage, {
      folder: "photos",
      userId,
      name: `link-${file.id}`,
      source: file.path,
      frame: { width: 320, height: 320 },
    });
    await setLinkPicture(services, userId, id, stored);
    return {};
  },
};

function linkIdOf({ about }: Pick<StagedFile, "about">): string {
  const parsed = z.uuid().safeParse(about.link);
  if (!parsed.success) throw missing();
  return parsed.data;
}

export const uploadKinds = { "link-picture": picture };
