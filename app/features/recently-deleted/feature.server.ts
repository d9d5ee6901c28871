import type { Feature } from "#server/features.ts";

export default {
  tables: {
    deleted_items: {
      owner: "user_id",
      exported: "its owner has deleted it",
      contents: { one: "recently deleted item", many: "recently deleted items", place: 15 },
    },
    deleted_files: {
      owner: "user_id",
      files: ["url"],
      exported: "its owner has deleted them",
    },
  },
} satisfies Feature;
