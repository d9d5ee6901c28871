import type { Feature } from "#server/features.ts";

export default {
  tables: {
    analytics_days: { owner: "user_id", exported: true },
    analytics_listening: { owner: "user_id", exported: true },
    analytics_visitors: { owner: "user_id", exported: "hashes, gone when the day is over" },
    analytics_salts: { owner: null },
  },
} satisfies Feature;
