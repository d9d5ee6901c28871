import type { Feature } from "#server/features.ts";

export default {
  tables: {
    imports: {
      owner: "user_id",
      files: ["file_url"],
      exported: "what came in is there, and the rest goes within a day",
    },
  },
} satisfies Feature;
