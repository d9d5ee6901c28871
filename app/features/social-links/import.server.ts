import type { ImportedRows } from "#server/backup/import.ts";
import { past } from "~/shared/archived";
import { linkLimit, socialLinkSchema, tooManyText } from "./schema.ts";

export const importedRows: ImportedRows[] = [
  {
    table: "social_links",
    owner: "user_id",
    most: { rows: linkLimit, text: tooManyText },
    schema: socialLinkSchema.omit({ id: true }).extend({ created_at: past.optional() }),
  },
];
