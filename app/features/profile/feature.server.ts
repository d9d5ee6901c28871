import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { past } from "~/shared/archived";
import { reservedCustomUrls } from "~/shared/reserved-custom-urls";
import { msg } from "~/shared/t";
import { archivedProfileSchema, cropSchema, customUrl } from "./schema.ts";

const empty = { bio: "", location: "", custom_url: "", cover_image_size: "large" };

/** The profile's form asks the database as well, whether a custom URL is free. */
const withoutReserved = z.looseObject({
  custom_url: z
    .string()
    .refine((url) => !reservedCustomUrls.has(url), msg("This is one of the site's own words"))
    .optional(),
});

export default {
  tables: {
    musician_profiles: {
      owner: "user_id",
      dropsPages: "both",
      files: ["avatar_url", "cover_image"],
      exported: true,
      imported: {
        schema: withoutReserved
          .pipe(z.preprocess((row: Record<string, unknown>) => ({ ...empty, ...row }), archivedProfileSchema))
          .transform(({ version, ...columns }) => columns)
          .and(z.object({ created_at: past, updated_at: past }).partial()),
      },
    },
    picture_originals: {
      owner: "user_id",
      files: ["file_url"],
      exported: true,
      // The fields beside its file, which is imported as an upload.
      imported: { schema: cropSchema },
    },
    former_addresses: {
      owner: "user_id",
      exported: true,
      // Others can't have them for a year.
      imported: { schema: z.object({ custom_url: customUrl.min(1), given_up_at: past }), vouched: true },
    },
  },
} satisfies Feature;
