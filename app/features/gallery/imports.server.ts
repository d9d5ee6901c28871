import { z } from "zod";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { importKind } from "#server/import-kinds.ts";
import { type StoredPicture, storeImage } from "#server/media/images.ts";
import { type ImportedArchive, isCover } from "#server/media/import-file.ts";
import { versionOf } from "~/shared/form-version";
import { insertPhoto } from "./commands.server";
import { photoSchema } from "./schema";

const photoForm = photoSchema.omit({ id: true }).extend({
  /** Its place among the archive's entries. */
  entry: z.coerce.number().int(),
  digest: z.string(),
});

type PhotoForm = z.output<typeof photoForm> & { stored?: StoredPicture };

/** The pictures of an archive but for covers, which their releases have. */
function photoRows(file: ImportedArchive) {
  return file.entries.flatMap((entry, at) => {
    if (entry.type !== "picture" || isCover(file, entry)) return [];
    const { name, problem, digest = "", picture } = entry;
    const size = picture && `${picture.width} × ${picture.height} pixels`;
    const fields = {
      entry: String(at),
      digest,
      caption: picture?.caption ?? "",
      alt_text: picture?.alt ?? "",
      // Shown, and no part of the form.
      name,
      detail: [picture?.caption, picture?.alt && `alt text: ${picture.alt}`, size]
        .filter(Boolean)
        .join(" · "),
    };
    return [{ row: at + 1, fields, ...(problem && { keptOut: problem }) }];
  });
}

const versionNow = ({ caption, alt_text }: { caption: string; alt_text: string }) =>
  versionOf({ caption, alt_text });

const photos = importKind<PhotoForm>({
  name: "photos",
  one: "photo",
  many: "photos",
  isLastFirst: true,
  find: (file) => (file.is === "archive" ? photoRows(file) : []),
  schema: photoForm,
  labelOf: ({ name = "" }) => name,
  detailOf: ({ detail = "" }) => detail,
  keyOf: ({ digest }) => digest,
  async known(tx, userId, digests) {
    const rows = await tx
      .selectFrom("photo_gallery")
      .select("source_digest")
      .where("user_id", "=", userId)
      .where("source_digest", "in", digests)
      .execute();
    return new Map(rows.map(({ source_digest }) => [source_digest ?? "", "It is in your gallery already."]));
  },
  async store({ storage }, userId, form, files) {
    const name = `import-${files.id}-${form.entry}`;
    const stored = await files.use(form.entry, (source) =>
      storeImage(storage, { folder: "photos", userId, name, source }),
    );
    return { ...form, stored };
  },
  async save(tx, { config }, userId, forms) {
    const saved = [];
    for (const { stored, caption, alt_text, digest } of forms) {
      if (!stored) throw new Error("A photo was to be saved before its picture was stored.");
      const photo = { caption, alt_text, source_digest: digest };
      const id = await insertPhoto(tx, config, userId, stored, photo);
      saved.push({ id, version: versionNow(photo) });
    }
    return saved;
  },
  async versions(tx, userId, ids) {
    const rows = await tx
      .selectFrom("photo_gallery")
      .select(["id", "caption", "alt_text"])
      .where("user_id", "=", userId)
      .where("id", "in", ids)
      .forUpdate()
      .execute();
    return new Map(rows.map(({ id, ...photo }) => [id, versionNow(photo)]));
  },
  async delete(tx, _, ids) {
    await deleteRestorably(tx, "photo", ids);
  },
});

export const importKinds = { photos };
