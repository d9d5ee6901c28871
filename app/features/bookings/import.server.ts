import { z } from "zod";
import type { ImportedRows } from "#server/backup/import.ts";
import { past } from "~/shared/archived";
import { statuses } from "./management.ts";
import { storedBookingSchema } from "./schema.ts";

export const importedRows: ImportedRows[] = [
  {
    table: "booking_requests",
    owner: "musician_id",
    schema: storedBookingSchema.and(
      z
        .object({ status: z.enum(statuses), is_read: z.boolean(), created_at: past, updated_at: past })
        .partial(),
    ),
  },
];
