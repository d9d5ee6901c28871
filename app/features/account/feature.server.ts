import type { Feature } from "#server/features.ts";

export default {
  tables: {
    warnings: { owner: "user_id", exported: true },
  },
} satisfies Feature;
