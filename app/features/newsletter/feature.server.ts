import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { languageTag, moment, past } from "~/shared/archived";
import { msg } from "~/shared/t";
import { requiredLine } from "~/shared/text-fields";
import { blocksSchema } from "./issue-document.ts";
import { issueSchema, resultsSchema } from "./issue-schema.ts";
import { consentLimit, nameLimit, subscriptionSchema } from "./schema.ts";
import { subscriberWebhooks } from "./webhooks.server.ts";

const statusHere = {
  draft: "draft",
  scheduled: "draft",
  sending: "cancelled",
  paused: "cancelled",
  sent: "sent",
  cancelled: "cancelled",
} as const;

const line = requiredLine(msg("Please write something"), nameLimit);

export default {
  tables: {
    newsletter_subscribers: {
      owner: "musician_id",
      exported: true,
      imported: {
        schema: subscriptionSchema.extend({
          source: line.optional(),
          consent_note: requiredLine(msg("Please write something"), consentLimit).optional(),
          confirm_sent_at: past.optional(),
          confirmed_at: past.optional(),
          unsubscribed_at: past.optional(),
          bounced_at: past.optional(),
          bounce_status: z.string().max(11).optional(),
          bounces_known_at: past.optional(),
          soft_bounces: z.int().min(0).max(2_147_483_647).optional(),
          language: languageTag.optional(),
          created_at: past.optional(),
        }),
        names: ["release_id"],
        // By themselves a file's have to confirm: it confirms no address.
        vouched: ["confirm_sent_at", "confirmed_at"],
      },
      contents: {
        text: msg("{count, plural, one {{shown} subscriber} other {{shown} subscribers}}"),
        place: 8,
      },
    },
    letters: {
      owner: "musician_id",
      dropsPages: "owner's",
      exported: true,
      imported: {
        schema: issueSchema.omit({ id: true, version: true }).extend({
          blocks: blocksSchema.optional(),
          // What was written before there was an archive isn't for it.
          in_archive: z.boolean().default(false),
          // Nothing goes out by itself: what would is a draft again, or has been called off.
          status: z
            .enum(["draft", "scheduled", "sending", "paused", "sent", "cancelled"])
            .transform((status) => statusHere[status])
            .optional(),
          scheduled_for: moment.optional(),
          started_at: past.optional(),
          finished_at: past.optional(),
          results: resultsSchema.optional(),
          created_at: past.optional(),
          updated_at: past.optional(),
        }),
      },
      contents: {
        text: msg("{count, plural, one {{shown} letter} other {{shown} letters}}"),
        place: 9,
      },
    },
    letter_pictures: {
      owner: "user_id",
      files: ["image_url"],
      exported: true,
      // The fields of a picture beside its file, which is imported as an upload.
      imported: { schema: z.object({ mailed_at: past, created_at: past }).partial() },
    },
    letter_deliveries: {
      owner: ["letter_id", "subscriber_id"],
      exported: "one line for each subscriber and letter; a letter's `results` sum them up",
    },
  },
  webhooks: subscriberWebhooks,
} satisfies Feature;
