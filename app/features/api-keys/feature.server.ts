import type { Feature } from "#server/features.ts";

export default {
  tables: {
    api_keys: { owner: "user_id", exported: "a secret" },
    api_answers: { owner: "user_id", exported: "what was asked for by a key, for a day" },
  },
} satisfies Feature;
