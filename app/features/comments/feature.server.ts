import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { asForm, past } from "~/shared/archived";
import { msg } from "~/shared/t";
import { answerText, settingsSchema } from "./owner-schema.ts";
import { commentSchema } from "./schema.ts";
import { commentWebhooks } from "./webhooks.server.ts";

const trackSecond = z.int().min(0).max(359_999);

const settings = z.object({ blocked_words: z.array(z.string()).default([]), reviews_all: z.boolean() });

export default {
  tables: {
    fan_comments: {
      owner: "musician_id",
      dropsPages: "owner's",
      exported: true,
      imported: {
        schema: commentSchema
          .transform(({ author_name, content }) => ({ author_name, content }))
          .and(
            z
              .object({
                is_approved: z.boolean(),
                created_at: past,
                answer: answerText,
                answered_at: past,
                track_seconds: trackSecond,
                // What an operator has hidden stays so.
                hidden_at: past,
              })
              .partial(),
          )
          // The one is there with the other.
          .transform(({ answer, answered_at, ...row }) =>
            answer
              ? { ...row, answer, answered_at: answered_at ?? row.created_at ?? new Date().toISOString() }
              : row,
          ),
        names: ["track_id"],
      },
      contents: {
        text: msg("{count, plural, one {{shown} comment} other {{shown} comments}}"),
        place: 6,
      },
    },
    comment_settings: {
      owner: "musician_id",
      exported: true,
      imported: {
        schema: settings
          .transform(({ blocked_words, reviews_all }) => ({
            intent: "save-settings",
            ...asForm({ reviews_all }),
            // The form has a word a line.
            blocked_words: blocked_words.join("\n"),
          }))
          .pipe(settingsSchema)
          .transform(({ intent, version, ...columns }) => columns),
      },
    },
  },
  webhooks: commentWebhooks,
} satisfies Feature;
