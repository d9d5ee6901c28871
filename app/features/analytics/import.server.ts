import type { ImportedRows } from "#server/backup/import.ts";
import { timeZoneSchema } from "./schema.ts";

export const importedRows: ImportedRows[] = [
  { table: "analytics_settings", owner: "user_id", schema: timeZoneSchema },
];
