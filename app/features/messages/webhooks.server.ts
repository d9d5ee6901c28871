import type { WebhookEvent } from "#server/features.ts";

/** A message as its recipient sees it. The sender's address isn't told. */
const message: WebhookEvent = {
  readBy: "owner",
  async data(tx, id) {
    const found = await tx
      .selectFrom("messages as message")
      .leftJoin("musician_profiles as profile", "profile.user_id", "message.sender_id")
      .select([
        "message.id",
        "message.conversation_id",
        "message.message_type",
        "message.content",
        "message.created_at",
        "message.sender_id",
        "profile.artist_name",
      ])
      .where("message.id", "=", id)
      .executeTakeFirst();
    if (!found) return;
    const { sender_id, artist_name, ...row } = found;
    return { ...row, sender: { id: sender_id, artist_name } };
  },
};

export const messageWebhooks = { "message.received": message };
