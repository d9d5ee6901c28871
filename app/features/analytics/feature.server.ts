import { z } from "zod";
import type { Feature } from "#server/features.ts";

/** Of all days together, or one. */
const day = z.union([z.literal("-infinity"), z.iso.date()]);
const count = z.int().min(1).max(2_147_483_647);
const numbersOfDay = z.object({
  day,
  facet: z.enum(["all", "source", "device", "target", "link"]),
  kind: z.enum(["views", "visitors", "plays", "downloads", "clicks", "signups", "bookings"]),
  value: z.string().max(100),
  count,
});
const listening = z.object({ day, heard: z.array(count.or(z.literal(0))).length(48) });

export default {
  tables: {
    analytics_days: {
      owner: "user_id",
      exported: true,
      imported: { schema: numbersOfDay, names: ["value"] },
    },
    analytics_listening: {
      owner: "user_id",
      exported: true,
      imported: { schema: listening, of: ["track_id"] },
    },
    analytics_visitors: { owner: "user_id", exported: "hashes, gone when the day is over" },
    analytics_salts: { owner: null },
  },
} satisfies Feature;
