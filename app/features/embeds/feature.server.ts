import { z } from "zod";
import type { Feature } from "#server/features.ts";

export default {
  tables: {},
  importedColumns: { musician_profiles: z.object({ embeds_on: z.boolean() }).partial() },
} satisfies Feature;
