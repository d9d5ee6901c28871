import type { Feature } from "#server/features.ts";

export default {
  tables: {
    press_kits: {
      owner: "user_id",
      dropsPages: "owner's",
      files: ["file_url"],
      exported: true,
      contents: { one: "press kit", many: "press kits", place: 12 },
      counted: [{ kind: "downloads", target: "file_url", shown: "true" }],
    },
  },
} satisfies Feature;
