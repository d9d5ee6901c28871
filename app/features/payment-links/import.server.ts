import { z } from "zod";
import type { ImportedRows } from "#server/backup/import.ts";
import { displayOrder } from "~/shared/archived";
import { linkLimit, paymentLinkSchema, tooManyText } from "./schema.ts";

export const importedRows: ImportedRows[] = [
  {
    table: "payment_links",
    owner: "user_id",
    most: { rows: linkLimit, text: tooManyText },
    schema: paymentLinkSchema
      .omit({ id: true })
      .extend({ display_order: displayOrder.optional(), is_enabled: z.boolean().optional() }),
  },
];
