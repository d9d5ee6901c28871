import type { Feature } from "#server/features.ts";

export default {
  tables: {
    background_options: { owner: null, dropsPages: "everyone's", files: ["url"] },
    backups: { owner: null },
    error_counts: { owner: null },
    invitations: { owner: null },
    reports: {
      owner: ["reporter_id", "comment_id", "message_id"],
      exported: "what its readers do about what others wrote",
    },
  },
} satisfies Feature;
