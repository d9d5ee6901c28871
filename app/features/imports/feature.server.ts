import type { Feature } from "#server/features.ts";

export default {
  tables: {
    imports: { owner: "user_id", exported: "what came in is there, and the rest goes within a day" },
  },
} satisfies Feature;
