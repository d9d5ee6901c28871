import type { WebhookEvent } from "#server/features.ts";

/** A comment as visitors see it on the page. */
const comment: WebhookEvent = {
  readBy: "visitor",
  data: (tx, id) =>
    tx
      .selectFrom("fan_comments as comment")
      .innerJoin("musician_profiles as profile", "profile.user_id", "comment.musician_id")
      .select(["comment.id", "author_name", "content", "answer", "comment.created_at"])
      .where("comment.id", "=", id)
      .where("profile.show_comments_section", "=", true)
      .executeTakeFirst(),
};

/** It was public, and is deleted or hidden: no word of it is told any more. */
const removed: WebhookEvent = { readBy: "visitor", data: async (_, id) => ({ id }) };

export const commentWebhooks = { "comment.published": comment, "comment.removed": removed };
