import type { WebhookEvent } from "#server/features.ts";

/** An event as visitors see it on the page. */
const event: WebhookEvent = {
  readBy: "visitor",
  data: (tx, id) =>
    tx
      .selectFrom("events as event")
      .innerJoin("musician_profiles as profile", "profile.user_id", "event.user_id")
      .select([
        "event.id",
        "event.title",
        "event.description",
        "event.event_type",
        "event.event_date",
        "event.event_time",
        "event.end_date",
        "event.end_time",
        "event.time_zone",
        "event.location",
        "event.venue_name",
        "event.address",
        "event.ticket_url",
        "event.admission",
        "event.cancelled_at",
        "event.sequence",
      ])
      .where("event.id", "=", id)
      .where("profile.show_events_section", "=", true)
      .executeTakeFirst(),
};

/** It was public, and is gone or a draft: no word of it is told any more. */
const deleted: WebhookEvent = { readBy: "visitor", data: async (_, id) => ({ id }) };

export const eventWebhooks = { "event.created": event, "event.changed": event, "event.deleted": deleted };
