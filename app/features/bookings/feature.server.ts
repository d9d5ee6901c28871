import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { languageTag, past } from "~/shared/archived";
import { msg } from "~/shared/t";
import { requiredText } from "~/shared/text-fields";
import { statuses, tellTextLimit } from "./owner-schema.ts";
import { storedBookingSchema } from "./schema.ts";
import { bookingWebhooks } from "./webhooks.server.ts";

export default {
  tables: {
    booking_requests: {
      owner: "musician_id",
      exported: true,
      imported: {
        schema: storedBookingSchema.and(
          z
            .object({
              status: z.enum(statuses),
              is_read: z.boolean(),
              told_status: z.enum(["accepted", "declined"]),
              told_text: requiredText("", tellTextLimit),
              told_at: past,
              tell_failed_at: past,
              language: languageTag,
              created_at: past,
              updated_at: past,
            })
            .partial(),
        ),
      },
      contents: {
        text: msg("{count, plural, one {{shown} booking request} other {{shown} booking requests}}"),
        place: 7,
      },
    },
  },
  webhooks: bookingWebhooks,
} satisfies Feature;
