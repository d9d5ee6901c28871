import type { Feature } from "#server/features.ts";

export default {
  tables: {
    drafts: { owner: "user_id", exported: true },
  },
} satisfies Feature;
