import { z } from "zod";
import type { ImportedRows } from "#server/backup/import.ts";
import { asForm, displayOrder, past } from "~/shared/archived";
import { tooManyText, videoLimit, videoSchema } from "./schema.ts";

export const importedRows: ImportedRows[] = [
  {
    table: "video_gallery",
    owner: "user_id",
    most: { rows: videoLimit, text: tooManyText },
    schema: z
      .preprocess((row: object) => ({ thumbnail_url: "", ...asForm({ ...row }), id: undefined }), videoSchema)
      .and(z.object({ display_order: displayOrder, created_at: past, updated_at: past }).partial()),
  },
];
