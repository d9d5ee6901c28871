import type { ImportedRows } from "#server/backup/import.ts";
import { displayOrder, past } from "~/shared/archived";
import { photoSchema } from "./schema.ts";

/** What a photo has beside its file, which is taken as an upload. */
export const importedRows: ImportedRows[] = [
  {
    table: "photo_gallery",
    owner: "user_id",
    schema: photoSchema
      .omit({ id: true })
      .extend({ display_order: displayOrder, created_at: past })
      .partial(),
  },
];
