import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { past } from "~/shared/archived";
import { requiredLine } from "~/shared/text-fields";
import { blocksSchema } from "./issue-document.ts";
import { issueSchema } from "./issue-schema.ts";
import { consentLimit, nameLimit, subscriptionSchema } from "./schema.ts";

const line = requiredLine("Please write something", nameLimit);

export default {
  tables: {
    newsletter_subscribers: {
      owner: "musician_id",
      exported: true,
      imported: {
        // Subscribers have to confirm again: a file confirms no address.
        schema: subscriptionSchema.extend({
          source: line.optional(),
          consent_note: requiredLine("Please write something", consentLimit).optional(),
          unsubscribed_at: past.optional(),
          created_at: past.optional(),
        }),
      },
      contents: { one: "subscriber", many: "subscribers", place: 8 },
    },
    letters: {
      owner: "musician_id",
      dropsPages: "owner's",
      exported: true,
      imported: {
        // They are drafts again.
        schema: issueSchema.omit({ id: true, version: true }).extend({
          blocks: blocksSchema.optional(),
          // What was written before there was an archive isn't for it.
          in_archive: z.boolean().default(false),
          created_at: past.optional(),
          updated_at: past.optional(),
        }),
      },
      contents: { one: "letter", many: "letters", place: 9 },
    },
    letter_pictures: {
      owner: "user_id",
      files: ["image_url"],
      exported: true,
    },
    letter_deliveries: {
      owner: ["letter_id", "subscriber_id"],
      exported: "one line for each subscriber and letter, which the letters sum up",
    },
  },
} satisfies Feature;
