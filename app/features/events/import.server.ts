import { z } from "zod";
import type { ImportedRows } from "#server/backup/import.ts";
import { asForm, past } from "~/shared/archived";
import { saveSchema } from "./schema.ts";

export const importedRows: ImportedRows[] = [
  {
    table: "events",
    owner: "user_id",
    schema: z
      .preprocess((row: object) => ({ ...asForm({ ...row }), intent: "save", id: undefined }), saveSchema)
      .transform(({ intent, id, version, ...event }) => event)
      .and(z.object({ cancelled_at: past, created_at: past, updated_at: past }).partial()),
  },
];
