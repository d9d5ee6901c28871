import { z } from "zod";
import type { Feature } from "#server/features.ts";

const inMessages = "in messages.json";

export default {
  tables: {
    conversations: { owner: ["participant_1", "participant_2"], exported: inMessages },
    messages: {
      owner: ["sender_id", "recipient_id"],
      exported: inMessages,
      contents: { one: "message", many: "messages", place: 10 },
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
} satisfies Feature;
