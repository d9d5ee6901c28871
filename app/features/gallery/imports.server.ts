import { z } from "zod";
import { deleteRestorably } from "#server/db/delete-restorably.ts";
import { type FoundRow, importKind } from "#server/import-kinds.ts";
import { type StoredPicture, storeImage } from "#server/media/images.ts";
import {
  archivedEntries,
  archivedRows,
  archivedText,
  type ImportedArchive,
  isCover,
} from "#server/media/import-file.ts";
import { fileDigestField } from "~/shared/archived";
import { versionOf } from "~/shared/form-version";
import { plainLine } from "~/shared/plain-text";
import { msg, t } from "~/shared/t";
import { insertPhoto } from "./commands.server";
import { captionLimit, photoSchema } from "./schema";

const photoForm = photoSchema.omit({ id: true }).extend({
  /** Its place among the archive's entries. */
  entry: z.coerce.number().int(),
  digest: z.string(),
});

type PhotoForm = z.output<typeof photoForm> & { stored?: StoredPicture };

const sizeText = ({ width, height }: { width: number; height: number }) =>
  t("{width} × {height} pixels", { width, height });
const altText = (text: string) => t("alt text: {text}", { text });

/** The pictures of an archive but for covers, which their releases have. */
function photoRows(file: ImportedArchive): FoundRow[] {
  if (file.account) return archivedPhotos(file);
  return file.entries.flatMap((entry, at) => {
    if (entry.type !== "picture" || isCover(file, entry)) return [];
    const { name, problem, digest = "", picture } = entry;
    const size = picture && sizeText(picture);
    const fields = {
      entry: String(at),
      digest,
      caption: picture?.caption ?? "",
      alt_text: picture?.alt ?? "",
      // Shown, and no part of the form.
      name,
      detail: [picture?.caption, picture?.alt && altText(picture.alt), size].filter(Boolean).join(" · "),
    };
    return [{ row: at + 1, fields, ...(problem && { keptOut: problem }) }];
  });
}

/** Those of an account's archive, in their artist's order. */
function archivedPhotos(file: ImportedArchive): FoundRow[] {
  const placeOf = archivedEntries(file);
  const photos = archivedRows(file, "photo_gallery");
  return photos.map((photo, place) => {
    const text = (column: string) => archivedText(photo, column);
    const at = placeOf(text("image_url"));
    const entry = at === undefined ? undefined : file.entries[at];
    const problem = entry?.type === "picture" ? entry.problem : t("Its file is not in this archive.");
    const digest = fileDigestField.safeParse(photo.source_digest);
    const [caption, alt_text] = [text("caption"), text("alt_text")];
    const size = entry?.picture && sizeText(entry.picture);
    return {
      // Its file's place, as with other archives; after all files where there is none.
      row: (at ?? file.entries.length + place) + 1,
      fields: {
        entry: String(at ?? -1),
        digest: digest.data ?? entry?.digest ?? "",
        ...{ caption, alt_text, name: plainLine(caption, captionLimit) || t("A photo without a caption") },
        detail: [alt_text && altText(alt_text), size].filter(Boolean).join(" · "),
      },
      ...(problem && { keptOut: problem }),
    };
  });
}

const versionNow = ({ caption, alt_text }: { caption: string; alt_text: string }) =>
  versionOf({ caption, alt_text });

const photos = importKind<PhotoForm>({
  name: "photos",
  many: msg("photos|rows of a file"),
  counted: (count) => t("{count, plural, one {# photo} other {# photos}}", { count }),
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
    return new Map(
      rows.map(({ source_digest }) => [source_digest ?? "", t("It is in your gallery already.")]),
    );
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
