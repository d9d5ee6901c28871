import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { past } from "~/shared/archived";
import { t } from "~/shared/t";
import { draftAbout, draftFields, mostDrafts } from "./schema.ts";

export default {
  tables: {
    drafts: {
      owner: "user_id",
      exported: true,
      imported: {
        schema: z.object({ about: draftAbout, fields: draftFields, updated_at: past.optional() }),
        most: {
          rows: mostDrafts,
          get text() {
            return t("You can have {limit} drafts", { limit: mostDrafts });
          },
        },
        names: ["about", "fields"],
      },
    },
  },
} satisfies Feature;
