import type { Feature } from "#server/features.ts";
import { displayOrder, fileDigestField, past } from "~/shared/archived";
import { msg } from "~/shared/t";
import { photoSchema } from "./schema.ts";

export default {
  tables: {
    photo_gallery: {
      owner: "user_id",
      dropsPages: "owner's",
      files: ["image_url"],
      exported: true,
      // The fields of a photo beside its file, which is imported as an upload.
      imported: {
        schema: photoSchema
          .omit({ id: true })
          .extend({ display_order: displayOrder, created_at: past, source_digest: fileDigestField })
          .partial(),
      },
      contents: {
        text: msg("{count, plural, one {{shown} photo} other {{shown} photos}}"),
        place: 3,
      },
    },
  },
} satisfies Feature;
