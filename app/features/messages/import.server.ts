import { z } from "zod";
import type { ImportedRows } from "#server/backup/import.ts";

export const importedRows: ImportedRows[] = [
  {
    table: "message_settings",
    owner: "user_id",
    schema: z.object({ hides_email: z.boolean(), mails_new: z.boolean() }).partial(),
  },
];
