import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { preferenceFields } from "./schema.ts";

export default {
  tables: {
    account_preferences: {
      owner: "user_id",
      exported: true,
      imported: { schema: z.object(preferenceFields).partial() },
    },
    account_archives: { owner: "user_id", exported: "the archive itself" },
    account_archive_pieces: { owner: ["archive_id"], files: ["url"], exported: "the archive itself" },
    notifications: { owner: "user_id", exported: "what a mail is still to tell of" },
    notification_mails: { owner: "user_id", exported: "when a mail was sent or is due" },
    warnings: { owner: "user_id", exported: true },
  },
} satisfies Feature;
