import type { Feature } from "#server/features.ts";

export default {
  tables: {
    webhook_endpoints: { owner: "user_id", exported: "each has a secret of its own at every Handbill" },
    webhook_deliveries: {
      owner: "user_id",
      exported: "what was posted in the last days, and the answers",
    },
  },
} satisfies Feature;
