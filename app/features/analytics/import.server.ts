import type { ImportedRows } from "#server/import.ts";
import { timeZoneSchema } from "./schema.ts";

export const importedRows: ImportedRows[] = [
  { table: "analytics_settings", owner: "user_id", schema: timeZoneSchema },
];
