import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { past } from "~/shared/archived";
import { plainText } from "~/shared/plain-text";
import { msg } from "~/shared/t";
import { requiredLine } from "~/shared/text-fields";
import { contentLimit, texts, trackLimit } from "./schema.ts";
import { messageWebhooks } from "./webhooks.server.ts";

const inMessages = "in messages.json";

/** A line of messages.json. */
const archivedMessageSchema = z
  .object({
    conversation: z.uuid(),
    with: requiredLine(msg("It names nobody"), 100),
    from: z.string(),
    sent_at: past,
    content: z.string().max(contentLimit, texts.tooLong).transform(plainText),
    is_read: z.boolean(),
    tracks: z
      .array(requiredLine(msg("A track has no title"), 300))
      .max(trackLimit, { error: texts.tooManyTracks }),
  })
  .transform(({ with: with_name, from, ...message }) => ({ ...message, with_name, is_own: from === "you" }));

export default {
  tables: {
    conversations: { owner: ["participant_1", "participant_2"], exported: inMessages },
    messages: {
      owner: ["sender_id", "recipient_id"],
      exported: inMessages,
      contents: {
        text: msg("{count, plural, one {{shown} message} other {{shown} messages}}"),
        place: 10,
      },
    },
    archived_messages: {
      owner: "user_id",
      exported: inMessages,
      imported: { schema: archivedMessageSchema },
      contents: {
        text: msg("{count, plural, one {{shown} message} other {{shown} messages}}"),
        place: 10,
      },
    },
    message_attachments: { owner: "message_id", exported: inMessages },
    message_blocks: {
      owner: ["blocker_id", "blocked_id"],
      exported: "ids of others, which mean nothing elsewhere",
    },
    message_mails: {
      owner: ["conversation_id", "recipient_id"],
      exported: "when a mail was sent or is due",
    },
    message_settings: {
      owner: "user_id",
      exported: true,
      imported: { schema: z.object({ hides_email: z.boolean() }).partial() },
    },
  },
  webhooks: messageWebhooks,
} satisfies Feature;
