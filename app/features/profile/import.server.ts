import { z } from "zod";
import type { ImportedRows } from "#server/import.ts";
import { past } from "~/shared/archived";
import { profileSchema } from "./schema.ts";

const empty = { bio: "", location: "", custom_url: "", cover_image_size: "large" };

export const importedRows: ImportedRows[] = [
  {
    table: "musician_profiles",
    owner: "user_id",
    schema: z
      .preprocess((row: object) => ({ ...empty, ...row }), profileSchema)
      .transform(({ version, ...columns }) => columns)
      .and(z.object({ created_at: past.optional() })),
  },
];
