import { z } from "zod";
import type { ImportedRows } from "#server/backup/import.ts";
import { past } from "~/shared/archived";
import { reservedCustomUrls } from "~/shared/reserved-custom-urls";
import { profileSchema } from "./schema.ts";

const empty = { bio: "", location: "", custom_url: "", cover_image_size: "large" };

/** The profile's form asks the database as well, whether a custom URL is free. */
const withoutReserved = z.looseObject({
  custom_url: z
    .string()
    .refine((url) => !reservedCustomUrls.has(url), "This is one of the site's own words")
    .optional(),
});

export const importedRows: ImportedRows[] = [
  {
    table: "musician_profiles",
    owner: "user_id",
    schema: withoutReserved
      .pipe(z.preprocess((row: Record<string, unknown>) => ({ ...empty, ...row }), profileSchema))
      .transform(({ version, ...columns }) => columns)
      .and(z.object({ created_at: past.optional() })),
  },
];
