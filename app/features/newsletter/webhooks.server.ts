import type { WebhookEvent } from "#server/features.ts";

/** A subscriber as the musician sees them in the list. */
const subscriber: WebhookEvent = {
  readBy: "owner",
  data: (tx, id) =>
    tx
      .selectFrom("newsletter_subscribers")
      .select([
        "id",
        "subscriber_email",
        "subscriber_name",
        "source",
        "created_at",
        "confirmed_at",
        "unsubscribed_at",
      ])
      .where("id", "=", id)
      .executeTakeFirst(),
};

export const subscriberWebhooks = {
  "subscriber.confirmed": subscriber,
  "subscriber.unsubscribed": subscriber,
};
